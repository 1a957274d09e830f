/** Names: exact, suggested when they are close, and nothing else. */
import { describe, expect, test } from "vitest";
import { type Emulator, type EmulatorOptions, type Seed, defaultSeed } from "../../emulator/index.js";
import type { Program } from "../support/engine-part.js";
import { assistant, campaignState, lead, type World, world } from "../support/world.js";

type Props = Record<string, unknown>;

const support = (props: Props = {}): Program => ({ it: { kind: "Assistant", props: { ...assistant, ...props } } });
const of = (kind: string, props: Props): Program => ({ it: { kind, props } });

const named = (id: number, name: string): NonNullable<Seed["tools"]>[number] => ({ id, name });
const seed = (more: Seed = {}): Seed => ({ ...defaultSeed(), ...more });
const weather = seed({ tools: [named(101, "get_weather"), named(102, "get_wether"), named(103, "get_price"), named(104, "twice"), named(105, "twice")] });

async function applied(program: Program, options: EmulatorOptions = {}): Promise<World> {
  const here = await world(options);
  expect(await here.engine.up(program)).toMatchObject({ errors: [] });
  here.requests();
  return here;
}

async function previewError(program: Program, options: EmulatorOptions = {}): Promise<string> {
  const { engine, writes } = await world(options);
  const { errors } = await engine.preview(program);
  expect(errors).toHaveLength(1);
  expect(writes()).toEqual([]);
  return errors[0]!;
}

const meant = (error: string): string[] => [.../Did you mean (.*)\?/.exec(error)?.[1]?.matchAll(/"([^"]+)"/g) ?? []].map((match) => match[1]!);

describe("a name that the account does not have", () => {
  const many = seed({ voices: ["sarah", "SARAH", "Sarai", "Sara", "Sarahs", "Tom"].map((name, index) => ({ id: index + 1, name, mode: "pipeline" as const })) });
  test.each<[string, Program, string[], RegExp, Seed?]>([
    ["a voice in other case", support({ voice: "sarah" }), ["Sarah"], /^voice: voice "sarah" is not in the account/],
    ["a voice misspelt", support({ voice: "Micheal" }), ["Michael"], /^voice: voice "Micheal"/],
    ["a voice far from all", support({ voice: "Bartholomew" }), [], /^voice: voice "Bartholomew"/],
    ["three at most, those that differ in case first", support({ voice: "Sarah" }), ["SARAH", "sarah", "Sara"], /^voice: /, many],
    ["another user's voice", support({ voice: "Cloned voice" }), [], /^voice: /],
    ["a voice's id", support({ voice: 99 }), [], /voice with id 99 is not in the account/],
    ["a language", support({ language: "english" }), ["English"], /^language: language "english".*two-letter code/],
    ["a language's code in other case", support({ language: "EN" }), [], /^language: /],
    ["a language's longer code", support({ language: "en-GB" }), [], /^language: /],
    ["a model", support({ llmModel: "gpt-4o-mini" }), ["GPT-4o-mini", "GPT-4.1-mini"], /^llmModel: LLM model "gpt-4o-mini"/],
    ["a tool", support({ tools: ["get_weather", "get_pries"] }), ["get_price"], /^tools\[\d\]: mid call tool "get_pries" is not in the account; if this program creates it, pass the resource/, weather],
    ["a lead's campaign", of("Lead", { ...lead, campaign: "spring renewals" }), ["Spring renewals"], /^campaign: campaign "spring renewals"/],
    ["a state's campaign", of("CampaignState", { ...campaignState, campaign: "Spring renewal" }), ["Spring renewals"], /^campaign: campaign "Spring renewal"/],
    ["another user's campaign", of("CampaignState", { ...campaignState, campaign: "Other user's campaign" }), [], /^campaign: /],
  ])("%s", async (_, program, suggested, says, seeded = weather) => {
    const error = await previewError(program, { seed: seeded });
    expect(error).toMatch(says);
    expect(meant(error)).toEqual(suggested);
  });

  test("a phone number is not shown, nor are those of the account", async () => {
    const error = await previewError(support({ phoneNumber: "+12025550109" }));
    expect(error).toMatch(/^phoneNumber: .*not in the account; only the account's own numbers/);
    expect(error).not.toMatch(/2025550/);
  });

  test("all that are wrong are told at once", async () => {
    const error = await previewError(support({ voice: "sarah", language: "english", tools: ["a", "get_weather"] }), { seed: weather });
    expect(error.split("\n").map((line) => line.split(":")[0])).toEqual(["voice", "language", "tools[0]"]);
  });
});

describe("a name that stands for several", () => {
  test.each<[string, Program, RegExp]>([
    ["tools", support({ voice: 1, tools: ["twice"] }), /^tools\[0\]: "twice" is the name of 2 mid call tools \(ids 104, 105\); give the id/],
    ["voices", support({ voice: "Sarah" }), /^voice: "Sarah" is the name of 2 voices \(ids 1, 9\)/],
    ["campaigns", of("Lead", lead), /^campaign: "Spring renewals" is the name of 2 campaigns \(ids 1, 9\)/],
  ])("%s: an error with the ids", async (_, program, says) => {
    const twins = seed({
      tools: weather.tools!,
      voices: [...defaultSeed().voices, { id: 9, name: "Sarah", mode: "pipeline" }],
      campaigns: [...defaultSeed().campaigns, { id: 9, name: "Spring renewals" }],
    });
    expect(await previewError(program, { seed: twins })).toMatch(says);
  });

  test("their ids do", async () => {
    const here = await applied(support({ tools: [105, "104"] }), { seed: weather });
    expect(here.emulator.state.assistants[0]!.tool_ids.sort()).toEqual([104, 105]);
    expect(await here.engine.refresh()).toMatchObject({ steps: [{ op: "same" }] });
  });
});

describe("spelled in several ways", () => {
  test.each<[string, Props, Props]>([
    ["a language by its code", { language: "de" }, { language_id: 5 }],
    ["a language by its name", { language: "German" }, { language_id: 5 }],
    ["a voice by its id", { voice: 2 }, { voice_id: 2 }],
    ["a phone number by its id", { phoneNumber: 3 }, { phone_number_id: 3 }],
    ["tools by name", { tools: ["get_price"] }, { tool_ids: [103] }],
    ["tools by digits, as `tool.id` is", { tools: ["103"] }, { tool_ids: [103] }],
    ["tools by number", { tools: [103] }, { tool_ids: [103] }],
    ["tools in all three", { tools: ["get_weather", 103, "102"] }, { tool_ids: [101, 102, 103] }],
    ["one tool in two ways", { tools: ["get_weather", 101] }, { tool_ids: [101] }],
  ])("%s: sent, read back, given back as the program spells it", async (_, props, stored) => {
    const here = await applied(support(props), { seed: weather });
    const row = here.emulator.state.assistants[0]!;
    row.tool_ids.sort();
    expect(row).toMatchObject(stored);
    const { inputs } = structuredClone(here.engine.state.get("it")!);
    expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same" }] });
    if (!("tools" in props && (stored["tool_ids"] as unknown[]).length < (props["tools"] as unknown[]).length)) {
      expect(here.engine.state.get("it")!.inputs).toEqual(inputs);
    }
    expect(await here.engine.up(support(props))).toMatchObject({ errors: [], steps: [{ op: "same" }] });
    expect(here.writes()).toEqual([]);
  });

  test.each<[Props, Props]>([
    [{ voice: "Michael" }, { voice: 2 }],
    [{ language: "German" }, { language: "de" }],
    [{ phoneNumber: "+12025550102" }, { phoneNumber: 2 }],
    [{ tools: ["get_weather"] }, { tools: ["101"] }],
    [{ tools: [103, "get_weather"] }, { tools: [101, "get_price"] }],
  ])("%j and %j are one value", async (first, second) => {
    const here = await applied(support(first), { seed: weather });
    for (const props of [second, first]) {
      expect(await here.engine.up(support(props))).toMatchObject({ errors: [], steps: [{ op: "same" }] });
    }
    expect(here.writes()).toEqual([]);
  });

  test("drift of a spelled name comes back as a name", async () => {
    const here = await applied(support({ voice: "Sarah", tools: ["101"] }), { seed: weather });
    Object.assign(here.emulator.state.assistants[0]!, { voice_id: 2, tool_ids: [101, 103] });
    expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "update", fields: ["tools", "voice"] }] });
    expect(here.engine.state.get("it")!.inputs).toMatchObject({ voice: "Michael", tools: ["101", "get_price"] });
  });
});

describe("a name that has moved to another object is an update", () => {
  const rename = <T extends { id: number; name: string }>(rows: T[], from: number, to: number): void => {
    const row = rows.find(({ id }) => id === from)!;
    rows.push({ ...row, id: to });
    row.name = "Renamed";
  };
  test.each<[string, Program, (emulator: Emulator) => void, Props]>([
    ["a voice", support(), ({ state }) => rename(state.voices, 1, 9), { voice_id: 9 }],
    ["a tool", support({ tools: ["get_weather", "get_price"] }), ({ state }) => rename(state.tools, 101, 109), { tool_ids: [109, 103] }],
    ["a model", support(), ({ state }) => rename(state.models, 1, 9), { llm_model: "GPT-4o-mini" }],
    ["a lead's campaign", of("Lead", lead), ({ state }) => rename(state.campaigns, 1, 9), { campaign_id: 9 }],
  ])("%s", async (_, program, move, body) => {
    const here = await applied(program, { seed: weather });
    move(here.emulator);
    const preview = await here.engine.preview(program);
    expect(preview).toMatchObject({ errors: [], steps: [{ op: "update" }] });
    expect(preview.lines.join("\n")).toMatch(/now stands for another object of the account/);
    expect(await here.engine.up(program)).toMatchObject({ errors: [] });
    const [write, ...more] = here.writes();
    expect(more).toEqual([]);
    const sent = write!.body as Props;
    expect({ ...sent, ...(sent["tool_ids"] !== undefined && { tool_ids: [...(sent["tool_ids"] as number[])].sort((a, b) => b - a) }) }).toEqual(body);
    expect(await here.engine.up(program)).toMatchObject({ steps: [{ op: "same" }] });
  });

  test("a campaign: the state is replaced, since it is the campaign's", async () => {
    const program = of("CampaignState", campaignState);
    const here = await applied(program);
    rename(here.emulator.state.campaigns, 1, 9);
    expect(await here.engine.up(program)).toMatchObject({ errors: [], steps: [{ op: "replace" }] });
    expect(here.engine.state.get("it")!.id).toBe("9");
  });
});

describe("what a record shows beside what is attached", () => {
  const builtIn = seed({ tools: weather.tools!, builtInTools: [{ id: 1, name: "end_call" }, { id: 2, name: "transfer" }] });

  test.each(["objects", "ids"] as const)("tools built into the service, as %s, are no drift", async (toolItems) => {
    const here = await applied(support({ tools: ["get_weather"] }), { seed: builtIn, toolItems });
    expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same" }] });
    expect(here.engine.state.get("it")!.outputs).toMatchObject({ tools: ["get_weather"], toolIds: [101] });
    expect(await here.engine.up(support({ tools: ["get_weather"] }))).toMatchObject({ steps: [{ op: "same" }] });
    const { props } = await here.engine.get("Assistant", "201");
    expect(props).toMatchObject({ tools: ["get_weather"], toolIds: [101] });
    expect(here.writes()).toEqual([]);
  });

  test.each(["llm", "multimodal"] as const)("a multimodal assistant's model in the %s key", async (multimodalModel) => {
    const props = { engineType: "multimodal", voice: "Emma" };
    const here = await applied(support(props), { multimodalModel });
    for (let time = 0; time < 2; time += 1) {
      expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same" }] });
      expect(here.engine.state.get("it")!.outputs).toMatchObject({ llmModel: "GPT-4o-mini", llmModelId: 1 });
      expect(await here.engine.up(support(props))).toMatchObject({ steps: [{ op: "same" }] });
    }
    const { props: got } = await here.engine.get("Assistant", "201");
    if (multimodalModel === "llm") expect(got).toMatchObject({ llmModel: "GPT-4o-mini" });
    else expect(got).not.toHaveProperty("llmModel");
    expect(await here.engine.up(support({ ...props, llmModel: "GPT-4.1-nano" }))).toMatchObject({ errors: [] });
    expect(here.writes().map(({ body }) => body)).toEqual([{ llm_model: "GPT-4.1-nano" }]);
  });
});

describe("a voice listed for the other mode", () => {
  const program = support({ voice: "Emma" });

  test("is a warning by default, and the service decides", async () => {
    const { engine } = await world();
    const preview = await engine.preview(program);
    expect(preview).toMatchObject({ errors: [], steps: [{ op: "create" }] });
    expect(preview.lines.join("\n")).toMatch(/the voice "Emma" is listed for multimodal, and engineType is pipeline.*voicecall:assumedRules/);
    expect(await engine.up(program)).toMatchObject({ errors: [] });
  });

  test("is an error where assumedRules says so", async () => {
    const { engine, writes } = await world({}, { "voicecall:assumedRules": "error" });
    expect((await engine.up(program)).errors[0]).toMatch(/^voice: the voice "Emma" is listed for multimodal/);
    expect(writes()).toEqual([]);
  });
});

test("a lead's campaign that no listing names comes back as its id", async () => {
  const program = of("Lead", { ...lead, campaign: 1 });
  const here = await applied(program, { strict: true });
  here.emulator.state.leads[0]!.campaign_id = 2;
  expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "update", fields: ["campaign"] }] });
  expect(here.engine.state.get("it")!.inputs["campaign"]).toBe(2);
  expect((await here.engine.get("Lead", "301")).props).toMatchObject({ campaign: 2, phoneNumber: lead.phoneNumber });
});
