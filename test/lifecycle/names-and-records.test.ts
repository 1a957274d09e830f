/** Names that refer to different objects later, and records with more or less than the program declares. */
import { describe, expect } from "vitest";
import { type Emulator, type Seed, defaultSeed } from "../../emulator/index.js";
import type { Program } from "../support/engine-part.js";
import { assistant, lead, succeeded, unchanged, applied, test, oneStep } from "../support/world.js";

type Props = Record<string, unknown>;

const support = (props: Props = {}): Program => ({
  it: { kind: "Assistant", props: { ...assistant, ...props } },
});
const of = (kind: string, props: Props): Program => ({ it: { kind, props } });

const seed = (more: Seed = {}): Seed => ({ ...defaultSeed(), ...more });
const weather = seed({
  tools: [
    { id: 101, name: "get_weather" },
    { id: 103, name: "get_price" },
  ],
});

describe("a name that now belongs to a different object is an update", () => {
  const rename = <T extends { id: number; name: string }>(rows: T[], from: number, to: number): void => {
    const row = rows.find(({ id }) => id === from)!;
    rows.push({ ...row, id: to });
    row.name = "Renamed";
  };
  test.each<[string, Program, (emulator: Emulator) => void, Props]>([
    ["a voice", support(), ({ state }) => rename(state.voices, 1, 9), { voice_id: 9 }],
    [
      "a tool",
      support({ tools: ["get_weather", "get_price"] }),
      ({ state }) => rename(state.tools, 101, 109),
      { tool_ids: [109, 103] },
    ],
    ["a model", support(), ({ state }) => rename(state.models, 1, 9), { llm_model: "GPT-4o-mini" }],
    ["a lead's campaign", of("Lead", lead), ({ state }) => rename(state.campaigns, 1, 9), { campaign_id: 9 }],
  ])("%s", async (_, program, move, body) => {
    const here = await applied(program, { seed: weather });
    move(here.emulator);
    const preview = await here.engine.preview(program);
    expect(preview).toMatchObject(oneStep("update"));
    expect(preview.lines.join("\n")).toMatch(/now refers to another object in the account/);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    const [write, ...more] = here.writes();
    expect(more).toEqual([]);
    const sent = write!.body as Props;
    expect({
      ...sent,
      ...(sent["tool_ids"] !== undefined && {
        tool_ids: [...(sent["tool_ids"] as number[])].sort((a, b) => b - a),
      }),
    }).toEqual(body);
    expect(await here.engine.up(program)).toMatchObject(unchanged);
  });
});

test("a name that the account no longer has: a refresh does not take it for that of another object", async () => {
  const here = await applied(support());
  here.emulator.state.voices[0]!.name = "Renamed";
  expect((await here.engine.refresh()).lines).toEqual([]);
});

describe("a record with built-in tools, or with the model in another key", () => {
  const builtIn = seed({
    tools: weather.tools!,
    builtInTools: [
      { id: 1, name: "end_call" },
      { id: 2, name: "transfer" },
    ],
  });

  test.each(["objects", "ids"] as const)(
    "built-in tools, as %s, are not reported as drift",
    async (toolItems) => {
      const here = await applied(support({ tools: ["get_weather"] }), { seed: builtIn, toolItems });
      expect(await here.engine.refresh()).toMatchObject(unchanged);
      expect(here.engine.state.get("it")!.outputs).toMatchObject({ tools: ["get_weather"], toolIds: [101] });
      expect(await here.engine.up(support({ tools: ["get_weather"] }))).toMatchObject(unchanged);
      const { props } = await here.engine.get("Assistant", "201");
      expect(props).toMatchObject({ tools: ["get_weather"], toolIds: [101] });
      expect(here.writes()).toEqual([]);
    },
  );

  test.each(["llm", "multimodal"] as const)(
    "a multimodal model in the %s key is not reported as drift",
    async (multimodalModel) => {
      const props = { engineType: "multimodal", voice: "Emma" };
      const here = await applied(support(props), { multimodalModel });
      for (let time = 0; time < 2; time += 1) {
        expect(await here.engine.refresh()).toMatchObject(unchanged);
        expect(here.engine.state.get("it")!.outputs).toMatchObject({
          llmModel: "GPT-4o-mini",
          llmModelId: 1,
        });
        const hidden = here.engine.state.get("it")!.outputs["__notReadable"];
        expect(hidden).toEqual(multimodalModel === "llm" ? undefined : ["llmModel"]);
        expect(await here.engine.up(support(props))).toMatchObject(unchanged);
      }
      const { props: got } = await here.engine.get("Assistant", "201");
      if (multimodalModel === "llm") expect(got).toMatchObject({ llmModel: "GPT-4o-mini" });
      else expect(got).not.toHaveProperty("llmModel");
      expect(await here.engine.up(support({ ...props, llmModel: "GPT-4.1-nano" }))).toMatchObject(succeeded);
      expect(here.bodies()).toEqual([{ llm_model: "GPT-4.1-nano" }]);
    },
  );
});

describe("a voice listed for the other mode", () => {
  const program = support({ voice: "Emma" });

  test("is a warning, and the service decides", async ({ here: { engine } }) => {
    const preview = await engine.preview(program);
    expect(preview).toMatchObject(oneStep("create"));
    expect(preview.lines.join("\n")).toMatch(
      /the voice "Emma" is listed for multimodal, but engineType is pipeline/,
    );
    expect(await engine.up(program)).toMatchObject(succeeded);
  });
});

test("a lead's campaign that no listing shows is read as its id", async () => {
  const program = of("Lead", { ...lead, campaign: 1 });
  const here = await applied(program, { strict: true });
  here.emulator.state.leads[0]!.campaign_id = 2;
  expect(await here.engine.refresh()).toMatchObject(oneStep("update", "campaign"));
  expect(here.engine.state.get("it")!.inputs["campaign"]).toBe(2);
  expect((await here.engine.get("Lead", "301")).props).toMatchObject({
    campaign: 2,
    phoneNumber: lead.phoneNumber,
  });
});
