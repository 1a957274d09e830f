/**
 * Actions whose response is lost or reports no success. A start that may have been processed is not sent
 * again automatically.
 */
import { describe, expect, test } from "vitest";
import type { EmulatorOptions, FaultRule } from "../../emulator/index.js";
import { createTransport } from "../../provider/http/transport.js";
import { TransportError } from "../../provider/http/transport-error.js";
import { fakeClock } from "../support/clock.js";
import { hostProcess } from "../support/runtime.js";
import { type World, world, succeeded, unchanged } from "../support/world.js";
import { ORDERS, orders, spring as program } from "../kinds/campaign-state.js";

interface Loss {
  fault: Pick<FaultRule, "fault" | "when">;
  processed: boolean;
  /** Whether the response never arrives. */
  held?: boolean;
}

const losses: Record<string, Loss> = {
  "cut after": { fault: { fault: "cut-after" }, processed: true },
  "cut before": { fault: { fault: "cut-before" }, processed: false },
  "500 after": { fault: { fault: { status: 500 }, when: "after" }, processed: true },
  "500 before": { fault: { fault: { status: 500 } }, processed: false },
  "504 after": { fault: { fault: { status: 504 }, when: "after" }, processed: true },
  "503 before": { fault: { fault: { status: 503 } }, processed: false },
  "time-out after": { fault: { fault: { delayMs: 1 }, when: "after" }, processed: true, held: true },
  "time-out before": { fault: { fault: { delayMs: 1 } }, processed: false, held: true },
  "half a response": { fault: { fault: "invalid-json" }, processed: true },
  "a page, after": { fault: { fault: "html", when: "after" }, processed: true },
  "no success flag": {
    fault: { fault: { status: 200, body: { message: "Done" } }, when: "after" },
    processed: true,
  },
  "an empty response": { fault: { fault: { status: 200, body: "" }, when: "after" }, processed: true },
};

/** A world in which a request times out at the moment when the service delays it. */
async function impatient(options: EmulatorOptions): Promise<World> {
  let timeIsUp: () => void = () => undefined;
  const sleep = (): Promise<void> => {
    timeIsUp();
    return new Promise(() => undefined);
  };
  const here = await world({ ...options, clock: { ...fakeClock(), sleep } });
  const network = createTransport({ connections: 2, timeout: 30_000 });
  const send: typeof network.send = (request) =>
    new Promise((resolve, reject) => {
      timeIsUp = () => reject(new TransportError("timeout", "no response arrived in time"));
      network.send(request).then(resolve, reject);
    });
  here.engine.transport = { send };
  return here;
}

/** The fault applies to the next `times` actions. */
const strike = ({ emulator }: World, fault: Loss["fault"], times = 1): void =>
  void emulator.faults.add({ method: "POST", path: ORDERS, times, ...fault });

async function lossy(loss: Loss, strict: boolean, times = 1): Promise<World> {
  const here = await (loss.held ? impatient : world)({ strict });
  strike(here, loss.fault, times);
  return here;
}

const cases = Object.entries(losses).flatMap(([name, loss]) =>
  [false, true].map((strict) => [name, strict, loss] as const),
);

describe("a lost start", () => {
  test.each(cases)("%s (no listing: %s): not sent again automatically", async (_, strict, loss) => {
    const here = await lossy(loss, strict);
    const up = await here.engine.up(program("started"));
    expect(orders(here)).toEqual(["start"]);
    expect(here.emulator.state.campaigns[0]!.status).toBe(loss.processed ? "in-progress" : "stopped");
    const known = loss.processed && !strict;
    if (known) {
      expect(up.errors).toEqual([]);
      expect(up.lines.join("\n")).toMatch(
        /the response was lost, but the campaign's status is now in-progress/,
      );
    } else {
      expect(up.errors).toHaveLength(1);
      expect(up.errors[0]).toMatch(/not started again automatically.*give `trigger` a new value/);
    }
    expect(here.engine.state.get("spring")!.outputs).toMatchObject({ state: "started", lastAction: "start" });

    // Neither the next up, nor a refresh and another up, starts the campaign again or shows the error again.
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.up(program("started", { onDestroy: "stop" }))).toMatchObject(succeeded);
    expect(orders(here)).toEqual([]);

    expect(await here.engine.up(program("started", { trigger: 1 }))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(known ? [] : ["start"]);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop"]);
  });

  test.each(cases)(
    "of an update, %s (no listing: %s): not sent again automatically",
    async (_, strict, loss) => {
      const here = await lossy(loss, strict);
      // Removes the fault that `lossy` added, because only the start below must be lost.
      here.emulator.faults.clear();
      expect(await here.engine.up(program("stopped"))).toMatchObject(succeeded);
      here.requests();
      strike(here, loss.fault);
      const up = await here.engine.up(program("started", { trigger: "a" }));
      expect(up.errors).toHaveLength(loss.processed && !strict ? 0 : 1);
      for (let time = 0; time < 2; time += 1) {
        expect(await here.engine.up(program("started", { trigger: "a" }))).toMatchObject(succeeded);
      }
      expect(orders(here)).toEqual(["start"]);
    },
  );

  test("destroyed right after it: stop is sent, because the start may have been processed", async () => {
    const here = await lossy(losses["cut after"]!, true);
    expect((await here.engine.up(program("started"))).errors).toHaveLength(1);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start", "stop"]);
  });
});

describe("a lost stop may be sent again", () => {
  test.each(cases)("%s (no listing: %s): the campaign is stopped", async (_, strict, loss) => {
    const here = await lossy(loss, strict);
    here.emulator.state.campaigns[0]!.status = "in-progress";
    const up = await here.engine.up(program("stopped"));
    expect(up.errors).toEqual([]);
    expect(orders(here)).toEqual(loss.processed && !strict ? ["stop"] : ["stop", "stop"]);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
    expect(await here.engine.up(program("stopped"))).toMatchObject(unchanged);
    expect(orders(here)).toEqual([]);
  });

  test("lost on every attempt: an error, and the next up stops the campaign", async () => {
    const here = await lossy(losses["500 before"]!, false, 2);
    here.emulator.state.campaigns[0]!.status = "in-progress";
    expect((await here.engine.up(program("stopped"))).errors).toHaveLength(1);
    expect(here.emulator.state.campaigns[0]!.status).toBe("in-progress");
    expect(await here.engine.up(program("stopped"))).toMatchObject(succeeded);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
    expect(orders(here)).toEqual(["stop", "stop", "stop"]);
  });

  test.each(cases)("on destroy, %s (no listing: %s): the campaign is stopped", async (_, strict, loss) => {
    const here = await lossy(loss, strict);
    here.emulator.faults.clear();
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    strike(here, loss.fault);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
    expect(here.engine.state.size).toBe(0);
  });
});

test.each<[string, (here: World) => Promise<{ errors: string[] }>]>([
  ["an update", (here) => here.engine.up(program("stopped"))],
  ["a destroy", (here) => here.engine.destroy()],
])(
  "a lost stop of %s soon after the start: a listing from before the start proves nothing",
  async (_, run) => {
    const here = await world({ listLag: 5_000 });
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    strike(here, losses["cut before"]!.fault);
    expect(await run(here)).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start", "stop", "stop"]);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
  },
);

test("a lost start soon after a stop: a listing from before the stop proves nothing", async () => {
  const here = await world({ listLag: 5_000 });
  expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  const { id, inputs, outputs } = here.engine.state.get("spring")!;
  const hosted = hostProcess(here.clock, here.engine.env).open("CampaignState");
  await hosted.delete(id, outputs);
  strike(here, losses["cut before"]!.fault);
  await expect(hosted.create(inputs)).rejects.toThrow(/It is not known whether the campaign was started/);
  expect(orders(here)).toEqual(["start", "stop", "start"]);
});

const notDone: [string, FaultRule["fault"]] = [
  "200 with success: false",
  { status: 200, body: { message: "No balance left", success: false } },
];

describe("a start whose response denies success may have been processed", () => {
  const first = { create: undefined, update: program("stopped") };

  test.each(Object.entries(first))("not processed, on %s: it is not started again", async (_, before) => {
    const here = await world();
    if (before) expect(await here.engine.up(before)).toMatchObject(succeeded);
    here.requests();
    strike(here, { fault: notDone[1], when: "before" });
    const up = await here.engine.up(program("started"));
    expect(up.errors).toHaveLength(1);
    expect(up.errors[0]).toMatch(/No balance left.*not started again.*give `trigger` a new value/);
    for (let time = 0; time < 2; time += 1)
      expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start"]);
    expect(await here.engine.up(program("started", { trigger: 1 }))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start"]);
  });

  test.each(Object.entries(first))("processed, on %s: the listing shows it", async (_, before) => {
    const here = await world();
    if (before) expect(await here.engine.up(before)).toMatchObject(succeeded);
    here.requests();
    strike(here, { fault: notDone[1], when: "after" });
    const up = await here.engine.up(program("started"));
    expect(up.errors).toEqual([]);
    expect(up.lines.join()).toMatch(
      /did not report success.*No balance left.*the campaign's status is now in-progress/,
    );
    expect(await here.engine.up(program("started"))).toMatchObject(unchanged);
    expect(orders(here)).toEqual(["start"]);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop"]);
  });

  test("processed, without a listing: it is not started again, and a destroy stops it", async () => {
    const here = await world({ strict: true });
    strike(here, { fault: notDone[1], when: "after" });
    expect((await here.engine.up(program("started"))).errors).toHaveLength(1);
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start", "stop"]);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
  });
});

describe("a rejection is a failure, whatever its status", () => {
  const refusals: [string, FaultRule["fault"]][] = [
    ["400", { status: 400, body: { message: "No balance left", success: false } }],
    ["403", { status: 403, body: { message: "No balance left" } }],
    ["422", { status: 422, body: { message: "No balance left" } }],
  ];

  test.each(refusals)("%s: nothing in state, and the next `pulumi up` sends it again", async (_, fault) => {
    const here = await world();
    strike(here, { fault });
    const up = await here.engine.up(program("started"));
    expect(up.errors).toHaveLength(1);
    expect(up.errors[0]).toContain("No balance left");
    expect(here.engine.state.size).toBe(0);
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start", "start"]);
  });

  test.each(refusals)("%s of an update: state does not change", async (_, fault) => {
    const here = await world();
    await here.engine.up(program("stopped"));
    const before = structuredClone(here.engine.state.get("spring"));
    strike(here, { fault });
    expect((await here.engine.up(program("started"))).errors[0]).toContain("No balance left");
    expect(here.engine.state.get("spring")).toEqual(before);
    expect(await here.engine.up(program("started"))).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["start", "start"]);
  });

  test.each([notDone, ...refusals])("%s of the stop on destroy: state is kept", async (_, fault) => {
    const here = await world();
    await here.engine.up(program("started"));
    strike(here, { fault });
    expect((await here.engine.destroy()).errors[0]).toContain("No balance left");
    expect(here.engine.state.has("spring")).toBe(true);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.emulator.state.campaigns[0]!.status).toBe("stopped");
  });
});
