/** If a campaign's name now belongs to a different campaign, nothing is started without a new trigger. */
import { describe, expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { type World, world, succeeded, unchanged, test } from "../support/world.js";

const SPRING = "Spring renewals";
const program = (state: string, props: Props = {}): Program => ({
  spring: { kind: "CampaignState", props: { campaign: SPRING, state, ...props } },
});

/** Gives campaign 2 the name of campaign 1, and campaign 1 a different name. */
function move({ emulator }: World): void {
  const [first, second] = emulator.state.campaigns;
  first!.name = "Old renewals";
  second!.name = SPRING;
}

async function moved(before: Program): Promise<World> {
  const here = await world();
  expect(await here.engine.up(before)).toMatchObject(succeeded);
  here.clock.advance(60_000);
  move(here);
  here.requests();
  return here;
}

const says =
  /the name "Spring renewals" referred to campaign 1 and now refers to campaign 2 in the account\. No action is sent for campaign 2\. To switch to campaign 2, give `trigger` a new value\. To stay with campaign 1, declare campaign: 1\./;

test.each([
  ["started", program("started", { trigger: 1 }), program("started", { trigger: 1 })],
  ["started, the trigger removed", program("started", { trigger: 1 }), program("started")],
  ["stopped", program("stopped"), program("stopped")],
])("%s: nothing is sent, the resource keeps its campaign, and preview says why", async (_, before, after) => {
  const here = await moved(before);
  for (const run of [here.engine.preview, here.engine.up]) {
    const { errors, lines } = await run(after);
    expect(errors).toEqual([]);
    expect(lines.join("\n")).toMatch(says);
    expect(lines.join("\n")).not.toMatch(/START|will be used/);
  }
  expect((await here.engine.refresh()).lines.join("\n")).toMatch(says);
  expect(await here.engine.up(after)).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([]);
  expect(here.engine.state.get("spring")!.id).toBe("1");
});

test("a new trigger uses the other campaign, and preview announces the start", async () => {
  const here = await moved(program("started"));
  const { errors, lines, steps } = await here.engine.preview(program("started", { trigger: 1 }));
  expect(errors).toEqual([]);
  expect(steps).toMatchObject([{ op: "replace" }]);
  expect(lines.join("\n")).toMatch(/\(id 2\): applying this will START/);
  expect(await here.engine.up(program("started", { trigger: 1 }))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([
    { campaign_id: 1, action: "stop" },
    { campaign_id: 2, action: "start" },
  ]);
  expect(here.engine.state.get("spring")!.id).toBe("2");
});

test("a change to started without a new trigger: rejected in preview and up, nothing is sent", async () => {
  const here = await moved(program("stopped"));
  for (const run of [here.engine.preview, here.engine.up])
    expect((await run(program("started"))).errors.join("\n")).toMatch(says);
  expect(here.bodies()).toEqual([]);
});

test("the name moves between preview and apply: an error, and nothing is sent", async ({ here }) => {
  await here.engine.up(program("stopped"));
  here.requests();
  const stored = here.engine.state.get("spring")!;
  const hosted = hostProcess(here.clock, here.engine.env).open("CampaignState");
  const news = { campaign: SPRING, state: "started" };
  await hosted.check(stored.inputs, news);
  await hosted.diff(stored.id, stored.outputs, news);
  move(here);
  await expect(hosted.update(stored.id, stored.outputs, news)).rejects.toThrow(says);
  expect(here.bodies()).toEqual([]);
});

test("declared by id or by a different name, the campaign is unambiguous", async () => {
  const here = await moved(program("started"));
  expect(await here.engine.up(program("started", { campaign: 1 }))).toMatchObject(unchanged);
  expect(here.bodies()).toEqual([]);
  const other = await world();
  await other.engine.up(program("started"));
  other.requests();
  expect(await other.engine.up(program("started", { campaign: "Welcome calls" }))).toMatchObject(succeeded);
  expect(other.bodies().at(-1)).toEqual({ campaign_id: 2, action: "start" });
});

test("a change from id to name does not select the other campaign", async ({ here }) => {
  await here.engine.up(program("started", { campaign: 1 }));
  await here.engine.up(program("started"));
  move(here);
  here.requests();
  expect(await here.engine.up(program("started"))).toMatchObject(unchanged);
  expect(here.bodies()).toEqual([]);
});

describe("a replacement that the user asked for", () => {
  /**
   * The engine's operations with `--replace`: a check as for a new resource, the delete and the create. If
   * `diffed`, a check and a diff of the old resource come first.
   */
  async function replaced(here: World, more: Props, diffed: boolean): Promise<unknown> {
    const { id, inputs, outputs } = here.engine.state.get("spring")!;
    const hosted = hostProcess(here.clock, here.engine.env).open("CampaignState");
    const news = { campaign: SPRING, state: "started", ...more };
    if (diffed) {
      await hosted.check(inputs, news);
      await hosted.diff(id, outputs, news);
    }
    const { failures } = await hosted.check({}, news);
    if (failures.length > 0) throw new Error(failures[0]!.reason);
    await hosted.delete(id, outputs);
    return hosted.create(news);
  }

  test.each([true, false])("does not start the other campaign; after a diff: %s", async (diffed) => {
    const here = await moved(program("started"));
    await expect(replaced(here, {}, diffed)).rejects.toThrow(says);
    expect(here.bodies()).not.toContainEqual({ campaign_id: 2, action: "start" });
  });

  test("starts the campaign again if its name has not moved", async ({ here }) => {
    await here.engine.up(program("started"));
    here.requests();
    await replaced(here, {}, true);
    expect(here.bodies()).toEqual([
      { campaign_id: 1, action: "stop" },
      { campaign_id: 1, action: "start" },
    ]);
  });
});

test("state has the campaign's name beside its id, as the account lists it", async ({ here }) => {
  await here.engine.up(program("stopped", { campaign: 1 }));
  const outputs = (): Props => here.engine.state.get("spring")!.outputs;
  expect(outputs()).toMatchObject({ campaignId: 1, __campaignName: SPRING });
  await here.engine.up(program("started", { campaign: 1 }));
  expect(outputs()).toMatchObject({ __campaignName: SPRING });
  move(here);
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  expect(outputs()).toMatchObject({ __campaignName: "Old renewals" });
});
