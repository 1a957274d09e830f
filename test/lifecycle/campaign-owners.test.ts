/**
 * A campaign can have only one CampaignState, because two could send opposite actions. Renaming the resource
 * must not stop its campaign.
 */
import { describe, expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { type World, world, succeeded, unchanged, test, oneStep } from "../support/world.js";
import { orders } from "../kinds/campaign-state.js";

const SPRING = "Spring renewals";
const state = (campaign: string | number, state: string, more: Props = {}): Program[string] => ({
  kind: "CampaignState",
  props: { campaign, state, ...more },
});
const status = ({ emulator }: World): string => emulator.state.campaigns[0]!.status;

describe("a resource that was renamed without an alias", () => {
  test.each([
    ["by name", SPRING],
    ["by id", 1],
  ])("%s: nothing is sent, and the campaign continues", async (_, campaign) => {
    const here = await world();
    await here.engine.up({ before: state(SPRING, "started") });
    here.requests();
    const up = await here.engine.up({ after: state(campaign, "started") });
    expect(up).toMatchObject(succeeded);
    expect(orders(here)).toEqual([]);
    expect(status(here)).toBe("in-progress");
    expect([...here.engine.state.keys()]).toEqual(["after"]);
    expect(up.lines.join("\n")).toMatch(
      /\(id 1\): the campaign was not stopped, because another resource of this program manages the same campaign/,
    );
    expect(await here.engine.preview({ after: state(campaign, "started") })).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.engine.state.get("after")!.outputs).toMatchObject({ status: "in-progress" });
  });

  test("and declared stopped under the new name: the campaign is stopped, once", async ({ here }) => {
    await here.engine.up({ before: state(SPRING, "started") });
    here.requests();
    expect(await here.engine.up({ after: state(SPRING, "stopped") })).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop"]);
  });

  test.each<[string, Props]>([
    ["does not change", {}],
    ["is updated", { onDestroy: "leave" }],
  ])("two in state, one removed from the program: not stopped if the other one %s", async (_, more) => {
    const here = await world();
    await here.engine.up({ first: state(SPRING, "started") });
    here.engine.state.set("second", structuredClone(here.engine.state.get("first")!));
    here.requests();
    expect(await here.engine.up({ second: state(SPRING, "started", more) })).toMatchObject(succeeded);
    expect(orders(here)).toEqual([]);
    expect(status(here)).toBe("in-progress");
  });

  test("without any resource for it in the program, the campaign is stopped", async ({ here }) => {
    await here.engine.up({ before: state(SPRING, "started"), other: state(2, "stopped") });
    here.requests();
    expect(await here.engine.up({ other: state(2, "stopped") })).toMatchObject(succeeded);
    expect(orders(here)).toEqual(["stop"]);
  });
});

describe("two resources for one campaign are rejected in preview and at up", () => {
  const contrary: [string, Program][] = [
    ["by name", { first: state(SPRING, "started"), second: state(SPRING, "stopped") }],
    ["by id", { first: state(1, "started"), second: state(1, "stopped") }],
    ["by name and by id", { first: state(SPRING, "started"), second: state(1, "stopped") }],
    ["with equal declarations", { first: state(SPRING, "started"), second: state(SPRING, "started") }],
  ];
  const says = /the resources "first" and "second" of this program are both for campaign 1\./;

  test.each(contrary)("both new, %s", async (_, program) => {
    const here = await world();
    const { errors } = await here.engine.preview(program);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(says);
    expect(here.writes()).toEqual([]);
    // As with --skip-preview: the engine applies the first before it reports the second.
    const up = await here.engine.up(program);
    expect(up.errors).toEqual([expect.stringMatching(says)]);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.size).toBe(0);
  });

  test.each(contrary)("one in state, %s", async (_, program) => {
    for (const name of ["first", "second"]) {
      const here = await world();
      await here.engine.up({ [name]: program[name]! });
      here.requests();
      expect((await here.engine.preview(program)).errors[0]).toMatch(says);
      expect(here.writes()).toEqual([]);
      expect((await here.engine.up(program)).errors[0]).toMatch(says);
    }
  });

  test.each(contrary)("both in state, %s", async (_, program) => {
    const here = await world();
    for (const name of ["first", "second"]) {
      const apart = await world();
      apart.engine.env = here.engine.env;
      await apart.engine.up({ [name]: program[name]! });
      here.engine.state.set(name, apart.engine.state.get(name)!);
    }
    here.requests();
    expect((await here.engine.preview(program)).errors[0]).toMatch(says);
    expect(here.writes()).toEqual([]);
    // A destroy declares neither resource, so it succeeds.
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });

  test("without a token, only if the campaigns are spelled alike", async ({ here }) => {
    delete here.engine.env["VOICECALL_ACCESS_TOKEN"];
    const { errors } = await here.engine.preview(contrary[0]![1]);
    expect(errors[0]).toMatch(/"first" and "second" of this program are both for the same campaign/);
    expect(await here.engine.preview(contrary[2]![1])).toMatchObject(succeeded);
  });
});

test("a replaced resource does not count as a second one", async ({ here }) => {
  await here.engine.up({ it: state(SPRING, "started") });
  here.requests();
  expect(await here.engine.up({ it: state(2, "started") })).toMatchObject(oneStep("replace"));
  expect(orders(here)).toEqual(["stop", "start"]);
});

test("a replacement under a listing that lags: stopped by the old one and started by the new one", async () => {
  const here = await world({ listLag: 3_000 });
  const program = { it: { kind: "CampaignState", props: { campaign: 1, state: "started" } } };
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.clock.advance(60_000);
  const stored = here.engine.state.get("it")!;
  const hosted = hostProcess(here.clock, here.engine.env).open("CampaignState");
  here.requests();
  await hosted.delete(stored.id, stored.outputs);
  const { outs } = await hosted.create(stored.inputs);
  expect(here.bodies()).toEqual([
    { campaign_id: 1, action: "stop" },
    { campaign_id: 1, action: "start" },
  ]);
  expect(here.emulator.state.campaigns[0]!.status).toBe("in-progress");
  expect(outs).toMatchObject({ lastAction: "start", __ranBefore: false });
});
