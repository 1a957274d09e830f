/**
 * Ctrl-C or SIGTERM during `pulumi up`. The engine asks the provider host to cancel, and the provider host ignores
 * this request. So pending operations finish after a first signal, with their waits and retries. A second signal kills
 * the provider host. `npm test` runs two of these tests, and `npm run soak -- kills` runs all.
 */
import { expect, test } from "vitest";
import type { Emulator, FaultRule } from "../../emulator/index.js";
import { onceAnswered } from "../support/answered.js";
import type { CommandResult } from "../support/commands.js";
import { must, type Stack } from "../support/engine.js";
import { count, js, service, stackOn, writes } from "../support/engine-world.js";
import { inSoak } from "../support/soak.js";
import { MESSAGES, named } from "./kill/messages.js";

type Signal = "SIGINT" | "SIGTERM";

const weather = `const weather = new MidCallTool("weather", tool("get_weather"), { protect: false });`;
const ada = `new Lead("ada", { campaign: 1, phoneNumber: "+12025550143" }, { dependsOn: [weather, it], protect: false });`;

/** Two resources that are created at the same time, and one that depends on both. */
const ABREAST = js(`${weather}
const it = new Assistant("support", support, { protect: false });
${ada}`);

/** Each resource depends on the one before it. */
const chain = (adopted = ""): string =>
  js(`${weather}
const it = new Assistant("support", { ...support, tools: [weather]${adopted} }, { protect: false });
${ada}`);

interface World {
  emulator: Emulator;
  stack: Stack;
  /** Sends the signal, and waits until the engine has received it. */
  cancel(signal: Signal): Promise<void>;
  /** Sends a second signal, and waits until the command has ended. */
  terminate(signal: Signal): Promise<void>;
  /** Calls `then` for one request that matches the rule. The service continues when the promise resolves. */
  hold(rule: Omit<FaultRule, "fault">, then: () => Promise<void>): void;
}

/** Runs `pulumi up` with the signals and delayed requests that `arm` sets up. */
async function upWith(
  program: string,
  arm: (world: World) => void,
): Promise<{ emulator: Emulator; stack: Stack; result: CommandResult }> {
  // The service passes the `delayMs` of a fault to `sleep`. Here, this number is an index into `waits`.
  const waits: (() => Promise<void>)[] = [];
  const clock = { now: () => Date.now(), sleep: (ms: number) => waits[ms]!() };
  const emulator = await service({ clock });
  const stack = await stackOn(emulator, program);
  const command = stack.start("up", "--yes", "--skip-preview");
  arm({
    emulator,
    stack,
    cancel: (signal) => {
      command.signal(signal);
      return command.until(/received; cancelling/);
    },
    terminate: async (signal) => {
      command.signal(signal);
      await command.ended;
    },
    hold: (rule, then) => {
      const times = rule.nth === undefined ? { times: 1 } : {};
      emulator.faults.add({ ...times, ...rule, fault: { delayMs: waits.push(then) - 1 } });
    },
  });
  const result = await command.ended;
  emulator.faults.clear();
  return { emulator, stack, result };
}

/** After one signal, finished operations are recorded, no others start, and nothing is pending or locked. */
async function expectCarriesOn(
  { emulator, stack, result }: Awaited<ReturnType<typeof upWith>>,
  signal: Signal,
): Promise<void> {
  expect(result.code, result.all).toBe(1);
  expect(result.all).toContain(MESSAGES.heard[signal]);
  expect(result.all).toContain(MESSAGES.canceled);
  expect(result.all).toContain("MidCallTool weather created");
  expect(result.all).toContain("Assistant support created");
  expect(count(emulator, "POST", "/user/lead")).toBe(0);
  expect(stack.processes()).toEqual([]);

  const before = writes(emulator).length;
  const next = must(await stack.up());
  expect(next.all).not.toMatch(/pending operations|locked/);
  expect(
    writes(emulator)
      .slice(before)
      .map(({ path }) => path),
  ).toEqual(["/user/lead"]);
  expectOnce(emulator);
}

function expectOnce({ state: { tools, assistants, leads } }: Emulator): void {
  expect([tools.length, assistants.length, leads.length]).toEqual([1, 1, 1]);
}

const TOOL = { method: "POST", path: "/user/tools", exact: true } as const;
const ASSISTANT = { method: "POST", path: "/user/assistant", exact: true } as const;
const LISTING = { method: "GET", path: "/user/assistants/get", exact: true } as const;
const signals = (...few: Signal[]): Signal[] => (inSoak("kills") ? ["SIGINT", "SIGTERM"] : few);

const statuses = (emulator: Emulator): (number | null)[] =>
  writes(emulator)
    .filter(({ path }) => path === ASSISTANT.path)
    .map(({ status }) => status);

/** Makes the service reject one create of the assistant with 429 and `Retry-After`, and then calls `then`. */
function pause(emulator: Emulator, seconds: number, then: () => void): void {
  emulator.faults.add({ ...ASSISTANT, times: 1, fault: { status: 429, retryAfter: seconds } });
  onceAnswered(emulator, ASSISTANT.method, ASSISTANT.path, then);
}

test.each(signals("SIGINT"))("%s once during two creates: both finish and are recorded", async (signal) => {
  const world = await upWith(ABREAST, ({ hold, cancel }) => {
    const [both, oneMore] = meeting(2);
    const heard = both.then(() => cancel(signal));
    for (const request of [TOOL, ASSISTANT])
      hold({ ...request, when: "before" }, () => {
        oneMore();
        return heard;
      });
  });
  expect(writes(world.emulator)).toHaveLength(2);
  await expectCarriesOn(world, signal);
});

test.each(signals())(
  "%s once during the pause of a rate limit: the create is sent after the pause, and recorded",
  async (signal) => {
    const world = await upWith(chain(), ({ emulator, hold, cancel }) => {
      let heard: Promise<void> | undefined;
      pause(emulator, 1, () => void (heard = cancel(signal)));
      hold({ ...ASSISTANT, when: "before", nth: 2 }, () => heard!);
    });
    expect(statuses(world.emulator)).toEqual([429, 201]);
    await expectCarriesOn(world, signal);
  },
);

test("SIGINT twice during the pause of a rate limit: the create is not sent, and the next `pulumi up` sends it", async () => {
  const { emulator, stack, result } = await upWith(chain(), ({ emulator, cancel, terminate }) =>
    pause(emulator, 60, () => void cancel("SIGINT").then(() => terminate("SIGINT"))),
  );
  expectTerminated(result, stack);
  expect(statuses(emulator)).toEqual([429]);
  const next = must(await stack.up());
  expect(next.all).toContain(`Assistant::support, ${MESSAGES.interrupted.create}`);
  expect(statuses(emulator)).toEqual([429, 201]);
  expectOnce(emulator);
});

if (inSoak("kills")) {
  test.each(signals())(
    "%s once while the provider searches for the object of a lost create: found, recorded, sent once",
    async (signal) => {
      const world = await upWith(chain(), ({ emulator, hold, cancel }) => {
        emulator.faults.add({ ...ASSISTANT, times: 1, fault: "cut-after" });
        // The first listing is read before the create. The second one lags. The third one shows the object.
        emulator.faults.add({ ...LISTING, nth: 2, fault: { listLagMs: 3_600_000 } });
        hold({ ...LISTING, nth: 3, when: "before" }, () => cancel(signal));
      });
      expect(world.result.all).toContain("the response was lost, but the service created the object");
      expect(statuses(world.emulator)).toEqual([null]);
      await expectCarriesOn(world, signal);
    },
  );

  test.each(signals())(
    "%s twice during a create: no lock, and the next `pulumi up` names the object",
    async (signal) => {
      const { emulator, stack, result } = await upWith(chain(), ({ hold, cancel, terminate }) =>
        hold({ ...ASSISTANT, when: "after" }, () => cancel(signal).then(() => terminate(signal))),
      );
      expectTerminated(result, stack, signal);
      const { id } = emulator.state.assistants[0]!;
      const next = await stack.up();
      expect(next.code).not.toBe(0);
      expect(next.all).toContain(`Assistant::support, ${MESSAGES.interrupted.create}`);
      expect(next.all).toContain(named(id));
      stack.write(chain(`, adoptId: ${id}`));
      must(await stack.up());
      expectOnce(emulator);
    },
  );
}

/** The create was interrupted, and all processes have exited. */
function expectTerminated(result: CommandResult, stack: Stack, signal: Signal = "SIGINT"): void {
  expect(result.code, result.all).toBe(8);
  expect(result.all).toContain(MESSAGES.ended[signal]);
  expect(result.all).toContain("Assistant support creating (interrupted)");
  expect(result.stderr).toContain(MESSAGES.cancelled);
  expect(stack.processes()).toEqual([]);
}

/** A promise, and a function that must be called `many` times to resolve the promise. */
function meeting(many: number): [Promise<void>, () => void] {
  let keep: () => void = () => undefined;
  let left = many;
  const all = new Promise<void>((resolve) => (keep = resolve));
  return [
    all,
    () => {
      left -= 1;
      if (left === 0) keep();
    },
  ];
}
