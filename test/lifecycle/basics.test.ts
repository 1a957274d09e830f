import { expect, test } from "vitest";
import { assistant, campaignState, lead, tool, world, succeeded } from "../support/world.js";

test("one of each kind: created, unchanged, destroyed", async () => {
  const { engine, emulator } = await world();
  const program = {
    weather: { kind: "MidCallTool", props: tool },
    support: {
      kind: "Assistant",
      props: (of: (name: string) => Record<string, unknown>) => ({
        ...assistant,
        tools: [of("weather")["id"]],
      }),
    },
    ada: { kind: "Lead", props: lead },
    spring: { kind: "CampaignState", props: campaignState },
  };
  const first = await engine.preview(program);
  expect(first.errors).toEqual([]);
  expect(first.steps.map(({ op }) => op)).toEqual(["create", "create", "create", "create"]);
  const up = await engine.up(program);
  expect(up.errors).toEqual([]);
  const again = await engine.preview(program);
  expect(again.errors).toEqual([]);
  expect(again.steps.map(({ op }) => op)).toEqual(["same", "same", "same", "same"]);
  const refresh = await engine.refresh();
  expect(refresh).toMatchObject(succeeded);
  expect(refresh.steps.filter(({ op }) => op !== "same")).toEqual([]);
  const destroyed = await engine.destroy();
  expect(destroyed.errors).toEqual([]);
  expect(emulator.state.assistants).toEqual([]);
  expect(emulator.state.tools).toEqual([]);
  expect(emulator.state.leads).toEqual([]);
});
