import { expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const program = js(`
for (let n = 0; n < 20; n += 1) {
  const mine = new MidCallTool("tool" + n, tool("tool_" + "abcdefghijklmnopqrst"[n]));
  new Assistant("assistant" + n, { ...support, name: "Assistant " + n, tools: [mine] });
}
`);

// The number of reads is not checked: it depends on the engine's timing, which decides how many operations
// share a listing.
test("40 resources at a limit of 20 requests a second: no error, and at most 5% of the requests are rejected", async () => {
  const emulator = await service();
  emulator.faults.add({ fault: { ratePerSecond: 20, burst: 10 } });
  const stack = await stackOn(emulator, program);
  must(await stack.up());
  const refused = emulator.requests().filter(({ status }) => status === 429);
  const accepted = emulator.requests().filter(({ status }) => status !== 429);
  expect(refused.length).toBeLessThanOrEqual(accepted.length * 0.05);
  expect(accepted.filter(({ method }) => method !== "GET")).toHaveLength(40);
  expect([emulator.state.tools.length, emulator.state.assistants.length]).toEqual([20, 20]);
});

test("a preview that waits for the limit says so", async () => {
  const emulator = await service();
  const stack = await stackOn(emulator, js(`new Assistant("support", support);`));
  emulator.faults.add({ times: 1, fault: { status: 429, retryAfter: 5 } });
  const { stdout } = must(await stack.preview());
  // While it waits, and in the diagnostics.
  expect(stdout.match(/The service limits requests: waiting 5 seconds\./g), stdout).toHaveLength(2);
});
