/** A local service in this process, until the functions passed to `later` are called. It counts requests. */
export async function startService(later, { toolLimit = 50 } = {}) {
  const { startEmulator, defaultSeed } = await import("../../../emulator/dist/index.js");
  const seed = defaultSeed();
  seed.users[0].toolLimit = toolLimit;
  seed.leads = [];
  let requests = 0;
  const onResponse = () => (requests += 1);
  const emulator = await startEmulator({ seed, assistantById: true, onResponse });
  later(() => emulator.close());
  return {
    ...{ address: emulator.address, token: emulator.token, state: emulator.state },
    begin: () => (requests = 0),
    /** The number of requests since `begin`. */
    requests: () => requests,
    /** Limits all requests to 60 at once and then one a second, which is 60 a minute. */
    limit: () => emulator.faults.add({ fault: { ratePerSecond: 1, burst: 60 } }),
  };
}
