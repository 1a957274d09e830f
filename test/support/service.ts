import { systemClock } from "../../emulator/base/clock.js";
import {
  type Emulator,
  type EmulatorClock,
  type EmulatorOptions,
  startEmulator,
} from "../../emulator/index.js";
import { closeAfterTest } from "./after-test.js";
import { canaries } from "./canaries.js";
import { followService } from "./canary-watch.js";

/** A local service in this process. Its first user's token is a canary. */
export async function startService(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ token: canaries.token, ...options });
  const leave = followService(emulator);
  const close = async (): Promise<void> => {
    leave();
    await emulator.close();
  };
  // Inherits from the service, because a copy would keep the old values of its properties.
  return Object.create(emulator, { close: { value: close } }) as Emulator;
}

interface Shared {
  emulator: Emulator;
  /** The clock of the test that uses the service now. */
  clock: EmulatorClock;
  /** Whether a test has closed the service or its port, which a reset does not undo. */
  spent: boolean;
}

/** Unused services, by their options. Starting a service takes a third of the time of a small test. */
const idle = new Map<string, Shared[]>();

/** A service for the current test. Later, a test of the same file with the same options may reuse it. */
export async function serviceForTest({
  clock = systemClock,
  ...options
}: EmulatorOptions): Promise<Emulator> {
  const { random, log, dataFile } = options;
  // Not shared: services with `systemClock`, because a shared service wraps its clock, and the emulator sets
  // timers only for `systemClock` itself; and services with options that JSON cannot compare or that a reset
  // does not restore.
  if (clock === systemClock || random || log || dataFile !== undefined)
    return closeAfterTest(await startService({ clock, ...options }));
  const key = JSON.stringify(options);
  const shared = idle.get(key)?.pop() ?? (await startShared(clock, options));
  shared.clock = clock;
  const { emulator } = shared;
  const leave = followService(emulator);
  closeAfterTest({
    close: async () => {
      leave();
      // A pending request could change the service during the next test.
      const isQuiet = emulator.requests().every(({ status }) => status !== null);
      if (shared.spent || !isQuiet) return emulator.close();
      emulator.reset({ state: true });
      idle.set(key, [...(idle.get(key) ?? []), shared]);
    },
  });
  const close = (): Promise<void> => {
    shared.spent = true;
    return emulator.close();
  };
  const refuseConnections = (refuse: boolean): void => {
    shared.spent = true;
    emulator.refuseConnections(refuse);
  };
  return Object.create(emulator, {
    close: { value: close },
    refuseConnections: { value: refuseConnections },
  }) as Emulator;
}

async function startShared(first: EmulatorClock, options: EmulatorOptions): Promise<Shared> {
  const clock: EmulatorClock = { now: () => shared.clock.now(), sleep: (ms) => shared.clock.sleep(ms) };
  const shared: Shared = { emulator: undefined as never, clock: first, spent: false };
  shared.emulator = await startEmulator({ token: canaries.token, ...options, clock });
  const { faults } = shared.emulator;
  const add = faults.add.bind(faults);
  faults.add = (rule) => {
    shared.spent ||= JSON.stringify(rule).includes("refuseMs");
    return add(rule);
  };
  return shared;
}

export async function closeIdleServices(): Promise<void> {
  const all = [...idle.values()].flat();
  idle.clear();
  for (const { emulator } of all) await emulator.close();
}
