/** Names must match exactly. Similar names are only suggested. */
import { describe, expect, test } from "vitest";
import { type EmulatorOptions, type Seed, defaultSeed } from "../../emulator/index.js";
import type { Program } from "../support/engine-part.js";
import {
  assistant,
  campaignState,
  lead,
  world,
  unchanged,
  applied,
  oneStep,
  succeeded,
} from "../support/world.js";

type Props = Record<string, unknown>;

const support = (props: Props = {}): Program => ({
  it: { kind: "Assistant", props: { ...assistant, ...props } },
});
const of = (kind: string, props: Props): Program => ({ it: { kind, props } });

const named = (id: number, name: string): NonNullable<Seed["tools"]>[number] => ({ id, name });
const seed = (more: Seed = {}): Seed => ({ ...defaultSeed(), ...more });
const weather = seed({
  tools: [
    named(101, "get_weather"),
    named(102, "get_wether"),
    named(103, "get_price"),
    named(104, "twice"),
    named(105, "twice"),
  ],
});

async function previewError(program: Program, options: EmulatorOptions = {}): Promise<string> {
  const { engine, writes } = await world(options);
  const { errors } = await engine.preview(program);
  expect(errors).toHaveLength(1);
  expect(writes()).toEqual([]);
  return errors[0]!;
}

const meant = (error: string): string[] =>
  [...(/Did you mean (.*)\?/.exec(error)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map((match) => match[1]!);

describe("a name that the account does not have", () => {
  const many = seed({
    voices: ["sarah", "SARAH", "Sarai", "Sara", "Sarahs", "Tom"].map((name, index) => ({
      id: index + 1,
      name,
      mode: "pipeline" as const,
    })),
  });
  test.each<[string, Program, string[], RegExp, Seed?]>([
    ["a voice's case", support({ voice: "sarah" }), ["Sarah"], /^voice: the account has no voice "sarah"/],
    [
      "a voice misspelled",
      support({ voice: "Micheal" }),
      ["Michael"],
      /^voice: the account has no voice "Micheal"/,
    ],
    [
      "a voice unlike all others",
      support({ voice: "Bartholomew" }),
      [],
      /^voice: the account has no voice "Bartholomew"/,
    ],
    ["three at most", support({ voice: "Saraz" }), ["SARAH", "Sara", "Sarai"], /^voice: /, many],
    [
      "only case variants if there are any",
      support({ voice: "Sarah" }),
      ["SARAH", "sarah"],
      /^voice: /,
      many,
    ],
    ["another user's voice", support({ voice: "Cloned voice" }), [], /^voice: /],
    ["a voice's id", support({ voice: 99 }), [], /the account has no voice with id 99/],
    [
      "a language",
      support({ language: "english" }),
      ["English"],
      /^language: the account has no language "english".*two-letter code/,
    ],
    ["a language's code in other case", support({ language: "EN" }), [], /^language: /],
    ["a language's longer code", support({ language: "en-GB" }), [], /^language: /],
    [
      "a model",
      support({ llmModel: "gpt-4o-mini" }),
      ["GPT-4o-mini"],
      /^llmModel: the account has no LLM model "gpt-4o-mini"/,
    ],
    [
      "a tool",
      support({ tools: ["get_weather", "get_pries"] }),
      ["get_price"],
      /^tools\[\d\]: the account has no mid call tool "get_pries"; if this program creates it, pass the resource/,
      weather,
    ],
    [
      "a lead's campaign",
      of("Lead", { ...lead, campaign: "spring renewals" }),
      ["Spring renewals"],
      /^campaign: the account has no campaign "spring renewals"/,
    ],
    [
      "a state's campaign",
      of("CampaignState", { ...campaignState, campaign: "Spring renewal" }),
      ["Spring renewals"],
      /^campaign: the account has no campaign "Spring renewal"/,
    ],
    [
      "another user's campaign",
      of("CampaignState", { ...campaignState, campaign: "Other user's campaign" }),
      [],
      /^campaign: /,
    ],
  ])("%s", async (_, program, suggested, says, seeded = weather) => {
    const error = await previewError(program, { seed: seeded });
    expect(error).toMatch(says);
    expect(meant(error)).toEqual(suggested);
  });

  test("the declared number is not shown, and the account's numbers only by id and last digits", async () => {
    const error = await previewError(support({ phoneNumber: "+12025550109" }));
    expect(error).toMatch(
      /^phoneNumber: the account has no such phone number; only the account's own numbers/,
    );
    expect(error).toContain(
      "The account's phone numbers: …0101 (id 1), …0102 (id 2), …0103 (id 3), …0104 (id 4), …0123 (id 5). getPhoneNumbers() shows the full numbers.",
    );
    expect(error).not.toMatch(/\d{5}/);
  });

  test("the error says if the account has no phone numbers", async () => {
    const error = await previewError(support({ phoneNumber: 1 }), { seed: seed({ phoneNumbers: [] }) });
    expect(error).toContain("The account has no phone numbers.");
  });

  test("a model: the error lists all, if there are few", async () => {
    expect(await previewError(support({ llmModel: "claude" }))).toContain(
      'The account\'s LLM models: "GPT-4o-mini", "GPT-4.1-mini"',
    );
    const models = Array.from({ length: 11 }, (_, index) => ({ id: index + 1, name: `M${index}` }));
    const error = await previewError(support({ llmModel: "claude" }), { seed: seed({ models }) });
    expect(error).not.toContain("The account's LLM models");
  });

  test("a voice or a language unlike all others: the error lists all, if there are few", async () => {
    const voices = defaultSeed().voices.slice(0, 2);
    const languages = defaultSeed().languages.slice(0, 2);
    const few = seed({ voices, languages });
    expect(
      await previewError(support({ voice: "Bartholomew", language: languages[0]!.name }), { seed: few }),
    ).toContain(`The account's voices: ${voices.map(({ name }) => `"${name}"`).join(", ")}.`);
    expect(
      await previewError(support({ voice: voices[0]!.id, language: "Klingonese" }), { seed: few }),
    ).toContain(`The account's languages: ${languages.map(({ name }) => `"${name}"`).join(", ")}.`);
    // The list of all names is left out if a similar name is suggested.
    expect(await previewError(support({ voice: "Sara" }), { seed: few })).not.toContain(
      "The account's voices",
    );
  });

  test.each<[string, Program]>([
    ["campaign", of("Lead", { ...lead, campaign: "1" })],
    ["voice", support({ voice: "1" })],
  ])("an id of a %s in quotes: the error asks for a number", async (_, program) => {
    expect(await previewError(program)).toContain(
      "If 1 is an id, write it as a number, without quotes; from configuration, read it with config.requireNumber.",
    );
  });

  test("all wrong names are reported at once", async () => {
    const error = await previewError(
      support({ voice: "sarah", language: "english", tools: ["a", "get_weather"] }),
      { seed: weather },
    );
    expect(error.split("\n").map((line) => line.split(":")[0])).toEqual(["voice", "language", "tools[0]"]);
  });
});

describe("a name of several objects", () => {
  test.each<[string, Program, RegExp]>([
    [
      "tools",
      support({ voice: 1, tools: ["twice"] }),
      /^tools\[0\]: "twice" is the name of 2 mid call tools \(ids 104, 105\); give the id/,
    ],
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

  test("a code of two languages: an error with their names, because the property takes no id", async () => {
    const { languages } = defaultSeed();
    const british = { ...languages[0]!, id: 9, name: "British English" };
    expect(
      await previewError(support({ language: "en" }), { seed: seed({ languages: [...languages, british] }) }),
    ).toBe('language: "en" is the code of 2 languages ("English", "British English"); give the name.');
  });

  test("their ids are unambiguous", async () => {
    const here = await applied(support({ tools: [105, "104"] }), { seed: weather });
    expect(here.emulator.state.assistants[0]!.tool_ids.sort()).toEqual([104, 105]);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });
});

describe("a reference that can be spelled in several ways", () => {
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
  ])("%s: sent, read back, and recorded as the program spells it", async (_, props, stored) => {
    const here = await applied(support(props), { seed: weather });
    const row = here.emulator.state.assistants[0]!;
    row.tool_ids.sort();
    expect(row).toMatchObject(stored);
    const { inputs } = structuredClone(here.engine.state.get("it")!);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    if (!(
      "tools" in props && (stored["tool_ids"] as unknown[]).length < (props["tools"] as unknown[]).length
    )) {
      expect(here.engine.state.get("it")!.inputs).toEqual(inputs);
    }
    expect(await here.engine.up(support(props))).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });

  test.each<[Props, Props]>([
    [{ voice: "Michael" }, { voice: 2 }],
    [{ language: "German" }, { language: "de" }],
    [{ phoneNumber: "+12025550102" }, { phoneNumber: 2 }],
    [{ tools: ["get_weather"] }, { tools: ["101"] }],
    [{ tools: [103, "get_weather"] }, { tools: [101, "get_price"] }],
  ])("%j and %j are the same value", async (first, second) => {
    const here = await applied(support(first), { seed: weather });
    for (const props of [second, first]) {
      expect(await here.engine.up(support(props))).toMatchObject(unchanged);
    }
    expect(here.writes()).toEqual([]);
  });

  test("drift of a reference is recorded by name", async () => {
    const here = await applied(support({ voice: "Sarah", tools: ["101"] }), { seed: weather });
    Object.assign(here.emulator.state.assistants[0]!, { voice_id: 2, tool_ids: [101, 103] });
    expect(await here.engine.refresh()).toMatchObject(oneStep("update", "tools", "voice"));
    expect(here.engine.state.get("it")!.inputs).toMatchObject({
      voice: "Michael",
      tools: ["101", "get_price"],
    });
  });
});

describe("a tool that the program renames, and that an assistant names in tools", () => {
  const tool = (name: string): Program => ({
    tool: {
      kind: "MidCallTool",
      props: { name, description: "Weather", endpoint: "https://example.com", method: "GET" },
    },
  });
  const user = support({ tools: ["get_weather"] });

  test.each<[string, (name: string) => Program, RegExp]>([
    [
      "after the tool",
      (name) => ({ ...tool(name), ...user }),
      /^tools\[0\]: this program renames the mid call tool "get_weather" to "get_rain".*pass the resource/,
    ],
    [
      "before the tool",
      (name) => ({ ...user, ...tool(name) }),
      /^name: Assistant "Support" refers to the mid call tool "get_weather" by this name in tools; pass the resource/,
    ],
  ])("is an error in preview: %s", async (_, program, says) => {
    const here = await applied(tool("get_weather"));
    expect(await here.engine.up(program("get_weather"))).toMatchObject(succeeded);
    expect(await here.engine.preview(program("get_weather"))).toMatchObject(succeeded);
    const { errors } = await here.engine.preview(program("get_rain"));
    expect(errors).toEqual([expect.stringMatching(says)]);
  });

  test("is accepted as a resource or an id", async () => {
    const here = await applied(tool("get_weather"));
    const id = here.engine.state.get("tool")!.id;
    const program = (name: string): Program => ({ ...tool(name), ...support({ tools: [id] }) });
    expect(await here.engine.up(program("get_weather"))).toMatchObject(succeeded);
    expect(await here.engine.preview(program("get_rain"))).toMatchObject(succeeded);
    expect(await here.engine.up(program("get_rain"))).toMatchObject(succeeded);
  });
});

test("an assistant that the program renames, and that a campaign names, is an error in preview", async () => {
  const program = (name: string): Program => ({
    ...support({ callsDirection: "make", name }),
    offers: { kind: "Campaign", props: { name: "Offers", assistant: "Support" } },
  });
  const here = await applied(support({ callsDirection: "make", name: "Support" }), { form: "2026" });
  expect(await here.engine.up(program("Support"))).toMatchObject(succeeded);
  expect((await here.engine.preview(program("Help"))).errors).toEqual([
    'assistant: this program renames the assistant "Support" to "Help"; pass the resource instead of the name',
  ]);
});
