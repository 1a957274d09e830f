/** A provider host does not send waiting writes after its engine has died. */
import { describe, expect } from "vitest";
import { Engine } from "../../provider/http/engine.js";
import type { Outcome, Program } from "../support/engine-part.js";
import { campaignState, tool, type World, world, succeeded, test } from "../support/world.js";
import { watchedRuntime } from "../support/watched-runtime.js";
import { anAssistant, declaring, midCallTool, only, strike, subjects } from "./subjects.js";

/** The engine dies when the service receives the next write. */
function orphan(here: World): { exits: number } {
  const counts = { exits: 0 };
  const before = here.emulator.requests().length;
  const isDead = (): boolean =>
    here.emulator
      .requests()
      .slice(before)
      .some(({ method }) => method !== "GET");
  here.engine.caller = new Engine({
    clock: here.clock,
    probe: async () => (isDead() ? "dead" : "alive"),
    exit: () => void (counts.exits += 1),
  });
  here.requests();
  return counts;
}

function expectEnded(outcome: Outcome, counts: { exits: number }): void {
  expect(only(outcome)).toContain("the pulumi command that requested the operation is no longer running");
  expect(counts.exits).toBeGreaterThan(0);
}

const pauses = [429, 503].map((status) => ({ status, retryAfter: 60 }));

describe.each(subjects)("$kind, while a write waits for its retry", (subject) => {
  const { field, first, second, rows, create, item } = subject;

  test("a create after a rate limit is not retried", async ({ here }) => {
    const counts = orphan(here);
    strike(here, "POST", create, pauses[0]!, { times: 1 });
    expectEnded(await here.engine.up(declaring(subject)), counts);
    expect(here.writes()).toHaveLength(1);
    expect(rows(here.emulator)).toEqual([]);
  });

  test.each(pauses)("an update with response $status is not retried", async (pause) => {
    const here = await world();
    await here.engine.up(declaring(subject, { [field]: first }));
    const counts = orphan(here);
    const before = structuredClone(rows(here.emulator));
    strike(here, "PUT", item, pause, { times: 1 });
    expectEnded(await here.engine.up(declaring(subject, { [field]: second })), counts);
    expect(here.writes()).toHaveLength(1);
    expect(rows(here.emulator)).toEqual(before);
  });

  test.each(pauses)("a deletion with response $status deletes nothing", async (pause) => {
    const here = await world();
    await here.engine.up(declaring(subject));
    here.clock.advance(3_600_000);
    const counts = orphan(here);
    strike(here, "DELETE", item, pause, { times: 1 });
    expectEnded(await here.engine.destroy(), counts);
    expect(here.writes()).toHaveLength(1);
    expect(rows(here.emulator)).toHaveLength(1);
  });
});

test("two creates of one key: the waiting one sends nothing", async ({ here }) => {
  const counts = orphan(here);
  strike(here, "POST", midCallTool.create, pauses[0]!, { times: 1 });
  const { env, caller } = here.engine;
  const runtime = watchedRuntime({ clock: here.clock, env, engine: caller!, print: () => undefined });
  const hosted = runtime.open("MidCallTool");
  hosted.configure({ config: { get: () => undefined } });
  const inputs = { ...tool, onExisting: "create" };
  const created = await Promise.allSettled([hosted.create(inputs), hosted.create(inputs)]);
  expect(created.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(here.writes()).toHaveLength(1);
  expect(here.emulator.state.tools).toEqual([]);
  expect(counts.exits).toBeGreaterThan(0);
});

test("a tool whose deletion waits for the listing of assistants is not deleted", async () => {
  const here = await world({ listLag: 8_000 });
  const both: Program = {
    it: { kind: "MidCallTool", props: tool },
    bot: { kind: "Assistant", props: (of) => ({ ...anAssistant.props, tools: [of("it")["id"]] }) },
  };
  expect(await here.engine.up(both)).toMatchObject(succeeded);
  here.clock.advance(3_600_000);
  const counts = orphan(here);
  expectEnded(await here.engine.destroy(), counts);
  expect(here.writes().map(({ path }) => path)).toEqual([expect.stringMatching(/^\/user\/assistant\//)]);
  expect(here.emulator.state.tools).toHaveLength(1);
});

describe("a campaign", () => {
  const ORDERS = "/user/campaigns/update-status";
  const program = (state: string): Program => ({
    spring: { kind: "CampaignState", props: { ...campaignState, state } },
  });
  const actions = (here: World): unknown[] =>
    here.writes().map(({ body }) => (body as { action: unknown }).action);
  const status = ({ emulator }: World): string => emulator.state.campaigns[0]!.status;

  test("whose start waits for its retry is not started", async ({ here }) => {
    const counts = orphan(here);
    strike(here, "POST", ORDERS, pauses[0]!, { times: 1 });
    expectEnded(await here.engine.up(program("started")), counts);
    expect(actions(here)).toEqual(["start"]);
    expect(status(here)).toBe("stopped");
  });

  test.each<[string, (here: World) => Promise<Outcome>]>([
    ["update", (here) => here.engine.up(program("stopped"))],
    ["delete", (here) => here.engine.destroy()],
  ])("whose stop during %s waits for its retry is not stopped", async (_, stop) => {
    const here = await world();
    await here.engine.up(program("started"));
    const counts = orphan(here);
    strike(here, "POST", ORDERS, pauses[0]!, { times: 1 });
    expectEnded(await stop(here), counts);
    expect(actions(here)).toEqual(["stop"]);
    expect(status(here)).toBe("in-progress");
  });

  test("with a stop whose response is lost: no second stop", async ({ here }) => {
    await here.engine.up(program("started"));
    const counts = orphan(here);
    strike(here, "POST", ORDERS, { delayMs: 5_000 }, { times: 1, when: "before" });
    strike(here, "POST", ORDERS, "cut-before", { times: 1 });
    expectEnded(await here.engine.up(program("stopped")), counts);
    expect(actions(here)).toEqual(["stop"]);
    expect(status(here)).toBe("in-progress");
  });
});
