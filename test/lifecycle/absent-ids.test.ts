/** An id that the account certainly does not have is an error in preview. */
import { describe, expect } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import type { Program } from "../support/engine-part.js";
import { assistant, campaignState, lead, tool, applied, succeeded, test, world } from "../support/world.js";

const one = (kind: string, props: Record<string, unknown>): Program => ({ it: { kind, props } });
const withTools = (...tools: unknown[]): Program => one("Assistant", { ...assistant, tools });

describe("preview rejects an id that does not exist", () => {
  test.for<[string, Program, RegExp]>([
    ["a tool", withTools(99999), /^tools\[0\]: the account has no mid call tool with id 99999/],
    ["a tool as digits", withTools("99999"), /^tools\[0\]: the account has no mid call tool with id 99999/],
    [
      "a campaign of a lead",
      one("Lead", { ...lead, campaign: 99999 }),
      /^campaign: the account has no campaign with id 99999; .*correct the name or id/,
    ],
    [
      "a campaign of a state",
      one("CampaignState", { ...campaignState, campaign: 99999 }),
      /^campaign: the account has no campaign with id 99999/,
    ],
  ])("%s", async ([, program, says], { here }) => {
    const preview = await here.engine.preview(program);
    expect(preview.errors).toEqual([expect.stringMatching(says)]);
    const up = await here.engine.up(program);
    expect(up.errors).toEqual([expect.stringMatching(says)]);
    expect(here.writes()).toEqual([]);
  });
});

describe("an id may exist although no listing shows it", () => {
  test("a tool that another run has just created", async () => {
    const here = await world({ listLag: 5_000 });
    expect(await here.engine.up(one("MidCallTool", tool))).toMatchObject(succeeded);
    const { id } = here.engine.state.get("it")!;
    here.engine.state.clear();
    expect(await here.engine.preview(withTools(id))).toMatchObject(succeeded);
  });

  test("a tool that this run creates", async () => {
    const here = await world({ listLag: 5_000 });
    const program: Program = {
      hours: { kind: "MidCallTool", props: tool },
      it: { kind: "Assistant", props: (of) => ({ ...assistant, tools: [of("hours")["id"]] }) },
    };
    expect(await here.engine.preview(program)).toMatchObject(succeeded);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.requests().filter((request) => /^GET \/user\/tools\/\d/.test(request))).toEqual([]);
  });

  test("a service without a listing of campaigns", async () => {
    const here = await world({ routes: { listCampaigns: "none" } });
    expect((await here.engine.preview(one("Lead", { ...lead, campaign: 99999 }))).errors).toEqual([]);
  });
});

test("a tool that is gone is not a mistake in a program that already has it", async () => {
  const seed = { ...defaultSeed(), tools: [{ id: 101, name: "get_weather" }] };
  const here = await applied(withTools(101), { seed });
  here.emulator.state.tools.length = 0;
  expect((await here.engine.preview(withTools(101))).errors).toEqual([]);
});
