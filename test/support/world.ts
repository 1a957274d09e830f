import { expect, test as base } from "vitest";
import type { Emulator, EmulatorOptions, RecordedRequest } from "../../emulator/index.js";
import { type Kind, isKind } from "../../provider/kind.js";
import { fixtures, serviceOf } from "../kinds/index.js";
import { type FakeClock, fakeClock } from "./clock.js";
import { EnginePart, type Program, type Step } from "./engine-part.js";
import { closeAfterTest } from "./after-test.js";
import { serviceForTest } from "./service.js";

export { assistant, campaignState, lead, tool } from "../kinds/index.js";

export interface World {
  readonly emulator: Emulator;
  readonly engine: EnginePart;
  readonly clock: FakeClock;
  /** Requests since the last call of this, as "METHOD /path". */
  requests(): string[];
  /** The writes since the last call of `requests`, of this or of what follows. */
  writes(): { method: string; path: string; body: unknown }[];
  bodies(): unknown[];
  methods(): string[];
}

/** A running service and an engine with an empty state, on one fake clock. */
export async function world(
  options: EmulatorOptions = {},
  config: Record<string, string> = {},
): Promise<World> {
  const clock = fakeClock();
  const emulator = await serviceForTest({ clock, ...options });
  // They would stay open for seconds, and fast tests would use up the sockets of the process.
  closeAfterTest({ close: async () => emulator.closeIdleConnections() });
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const engine = new EnginePart({ env, config, clock });
  let counted = 0;
  // Not by resetting the service, which would forget the faults too.
  const since = (): RecordedRequest[] => {
    const seen = emulator.requests().slice(counted);
    counted += seen.length;
    return seen;
  };
  const writes: World["writes"] = () =>
    since()
      .filter(({ method }) => method !== "GET")
      .map(({ method, path, body }) => ({ method, path, body }));
  return {
    emulator,
    engine,
    clock,
    requests: () => since().map(({ method, path }) => `${method} ${path}`),
    writes,
    bodies: () => writes().map(({ body }) => body),
    methods: () => writes().map(({ method }) => method),
  };
}

/** A test that gets a world of its own, with the service as it is by default. */
export const test = base.extend<{ here: World }>({
  // oxlint-disable-next-line no-empty-pattern
  here: async ({}, use) => use(await world()),
});

/** Outcomes of commands: without errors, also without lines, and with nothing to do for the only resource. */
export const succeeded = { errors: [] };
export const silent = { errors: [], lines: [] };
export const unchanged = { errors: [], steps: [{ op: "same" }] };

/** The outcome of a command with this one step, for these fields if given. */
export const oneStep = (op: Step["op"], ...fields: string[]) => ({
  errors: [],
  steps: [{ op, ...(fields.length > 0 && { fields }) }],
});

/** A world in which a program was just applied. */
export async function applied(
  program: Program,
  ...[options, config]: Parameters<typeof world>
): Promise<World> {
  const special = Object.values(program).find(({ kind }) => isKind(kind) && fixtures[kind].form);
  const here = await world(special ? serviceOf(special.kind as Kind, options) : options, config);
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.requests();
  return here;
}

/** The same, so long ago that no listing lags behind it. */
export async function appliedLongAgo(program: Program, ...options: Parameters<typeof world>): Promise<World> {
  const here = await applied(program, ...options);
  here.clock.advance(3_600_000);
  return here;
}
