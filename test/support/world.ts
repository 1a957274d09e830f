import { expect, test as base } from "vitest";
import type { Emulator, EmulatorOptions, RecordedRequest } from "../../emulator/index.js";
import { type Kind, isKind } from "../../provider/base/kind.js";
import { createTransport } from "../../provider/http/transport.js";
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
  /** Requests since the last call to one of these four functions, as "METHOD /path". */
  requests(): string[];
  /** Writes since the last call to one of these four functions. */
  writes(): { method: string; path: string; body: unknown }[];
  bodies(): unknown[];
  methods(): string[];
}

/** A running service and an engine with empty state, with the same fake clock. */
export async function world(
  options: EmulatorOptions = {},
  config: Record<string, string> = {},
): Promise<World> {
  const clock = fakeClock();
  const emulator = await serviceForTest({ clock, ...options });
  // Idle connections would stay open for seconds, and fast tests would run out of sockets.
  closeAfterTest({ close: async () => emulator.closeIdleConnections() });
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const engine = new EnginePart({ env, config, clock });
  // All commands of a test share these connections. New ones in each command would take a fifth of the CPU time.
  engine.transport = closeAfterTest(createTransport({ connections: 64, timeout: 30_000 }));
  let counted = 0;
  // Resetting the service instead would also remove its faults.
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

/** What the last preview predicts to fail, as the report of `voicecall preview` has it. */
export const predicted = ({ engine }: World): string[] =>
  engine.messages.flatMap(({ effect, text }) => (effect === "failure" ? text : []));

/** A test with a new world, in which the service has default options. */
export const test = base.extend<{ here: World }>({
  // oxlint-disable-next-line no-empty-pattern
  here: async ({}, use) => use(await world()),
});

/** Expected outcomes of a command, for `toMatchObject`. */
export const succeeded = { errors: [] };
export const silent = { errors: [], lines: [] };
export const unchanged = { errors: [], steps: [{ op: "same" }] };

/** The expected outcome of a command with only this step. Without `fields`, the step may have any fields. */
export const oneStep = (op: Step["op"], ...fields: string[]) => ({
  errors: [],
  steps: [{ op, ...(fields.length > 0 && { fields }) }],
});

/** A world just after an apply of the program. */
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

/** A world long after an apply of the program, when listings no longer lag. */
export async function appliedLongAgo(program: Program, ...options: Parameters<typeof world>): Promise<World> {
  const here = await applied(program, ...options);
  here.clock.advance(3_600_000);
  return here;
}
