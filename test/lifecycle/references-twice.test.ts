/** One object in a list of references, in two spellings. */
import { describe, expect, test } from "vitest";
import { assistant, succeeded, tool, world } from "../support/world.js";

const spellings: [string, (id: string) => unknown[]][] = [
  ["a name and a resource", (id) => [tool.name, id]],
  ["a name and an id", (id) => [tool.name, Number(id)]],
  ["a resource and an id", (id) => [id, Number(id)]],
];

describe.each(["2025", "2026"] as const)("%s form", (form) => {
  test.each(spellings)("%s: attached once, without a change afterwards", async (_, twice) => {
    const here = await world({ form });
    const other = { kind: "MidCallTool", props: { ...tool, name: "get_other" } };
    const tools = { hours: { kind: "MidCallTool", props: tool }, other };
    expect(await here.engine.up(tools)).toMatchObject(succeeded);
    const [id, otherId] = ["hours", "other"].map((name) => here.engine.state.get(name)!.id);
    const program = (list: unknown[]) => ({
      ...tools,
      it: { kind: "Assistant", props: { ...assistant, tools: list } },
    });
    expect(await here.engine.up(program(twice(id!)))).toMatchObject(succeeded);
    expect(here.emulator.state.assistants[0]!.tool_ids).toEqual([Number(id)]);
    here.clock.advance(60_000);
    const more = program([...twice(id!), otherId]);
    const up = await here.engine.up(more);
    expect(up.errors).toEqual([]);
    expect(here.emulator.state.assistants[0]!.tool_ids).toEqual([Number(id), Number(otherId)]);
    const { tools: declared } = here.engine.state.get("it")!.inputs;
    here.clock.advance(60_000);
    expect((await here.engine.refresh()).steps.map(({ op }) => op)).toEqual(["same", "same", "same"]);
    expect(here.engine.state.get("it")!.inputs["tools"]).toEqual(declared);
    expect((await here.engine.up(more)).steps.map(({ op }) => op)).toEqual(["same", "same", "same"]);
  });
});
