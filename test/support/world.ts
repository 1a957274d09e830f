import type { Emulator, EmulatorOptions, RecordedRequest } from "../../emulator/index.js";
import { closeAfterTest } from "./after-test.js";
import { type FakeClock, fakeClock } from "./clock.js";
import { EnginePart } from "./engine-part.js";
import { startService } from "./service.js";

export { assistant, campaignState, lead, tool } from "../kinds/index.js";

export interface World {
  readonly emulator: Emulator;
  readonly engine: EnginePart;
  readonly clock: FakeClock;
  /** Requests since the last call of this, as «METHOD /path». */
  requests(): string[];
  /** Bodies of the writes since the last call of `requests` or this. */
  writes(): { method: string; path: string; body: unknown }[];
}

/** A running service and an engine with an empty state, on one fake clock. */
export async function world(
  options: EmulatorOptions = {},
  config: Record<string, string> = {},
): Promise<World> {
  const clock = fakeClock();
  const emulator = closeAfterTest(await startService({ clock, ...options }));
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const engine = new EnginePart({ env, config, clock });
  let told = 0;
  // Not by resetting the service, which would forget the faults too.
  const since = (): RecordedRequest[] => {
    const seen = emulator.requests().slice(told);
    told += seen.length;
    return seen;
  };
  return {
    emulator,
    engine,
    clock,
    requests: () => since().map(({ method, path }) => `${method} ${path}`),
    writes: () =>
      since()
        .filter(({ method }) => method !== "GET")
        .map(({ method, path, body }) => ({ method, path, body })),
  };
}
