/**
 * Checks of an assistant's texts against its variables and tools, with each value of voicecall:promptChecks.
 */
import { describe, expect } from "vitest";
import { type Seed, defaultSeed } from "../../emulator/index.js";
import { EnginePart, type Program, type Props, UNKNOWN } from "../support/engine-part.js";
import {
  assistant,
  tool,
  type World,
  succeeded,
  unchanged,
  test,
  silent,
  world as worldOf,
} from "../support/world.js";

const seed: Seed = {
  ...defaultSeed(),
  tools: [
    { id: 101, name: "get_price" },
    { id: 102, name: "get_hours" },
    { id: 103, name: "weather" },
  ],
};

/** A world whose resources pass their identity, as the SDK's classes do. An import passes none. */
async function world(...args: Parameters<typeof worldOf>): Promise<World> {
  const here = await worldOf(...args);
  return here;
}

const it = (props: Props): Program => ({ it: { kind: "Assistant", props: { ...assistant, ...props } } });
const receiving = { callsDirection: "receive" };
const MISSPELLED =
  /systemPrompt uses \{\{company_name\}\}, which is not declared in variables\. Perhaps "companyName" is meant, which is declared there but not used/;

const warningsOf = async (props: Props, config: Props = {}, here?: World): Promise<string[]> => {
  const { engine } = here ?? (await world({ seed }, config as Record<string, string>));
  const { errors, lines } = await engine.preview(it(props));
  expect(errors).toEqual([]);
  return lines;
};

describe("variables", () => {
  test.each<[string, Props, RegExp[]]>([
    [
      "used and not declared, inbound",
      { ...receiving, systemPrompt: "You answer for {{ company }}.\n{{company}}" },
      [
        /^Assistant "Support": systemPrompt uses \{\{company\}\}, which is not declared in variables .*\(voicecall:promptChecks\)\.$/,
      ],
    ],
    [
      "in the first message too",
      { ...receiving, initialMessage: "This is {{company}}." },
      [/initialMessage uses \{\{company\}\}/],
    ],
    [
      "declared and not used",
      { variables: { company: "Acme", plan: "large" }, systemPrompt: "For {{company}}." },
      [/variables declares "plan", which no text of the assistant uses/],
    ],
    [
      "misspelled, also outbound: one line for both",
      { variables: { companyName: "Acme" }, systemPrompt: "For {{company_name}}." },
      [MISSPELLED],
    ],
    [
      "misspelled, although front matter lists it, as in an export",
      {
        ...receiving,
        variables: { companyName: "Acme" },
        systemPrompt: "For {{company_name}}.",
        __filledIn: ["company_name"],
      },
      [MISSPELLED],
    ],
    [
      "a key that no prompt can contain is not quoted",
      { variables: { "a private sentence": 1 } },
      [/variables declares 1 name that cannot be used in a prompt, which no text/],
    ],
    [
      "several are counted",
      { variables: { "a private sentence": 1, "another one": 2 } },
      [/variables declares 2 names that cannot be used in a prompt, which no text/],
    ],
    [
      "besides quoted names",
      { variables: { plan: 1, "a private sentence": 2, size: 3 } },
      [
        /variables declares "plan" and "size" \(and 1 more whose name cannot be used in a prompt\), which no text/,
      ],
    ],
    [
      "the first ten of many are quoted",
      { variables: Object.fromEntries([..."abcdefghijkl"].map((key) => [`${key}${key}${key}`, 1])) },
      [/variables declares "aaa", (?:"\w+", ){8}"jjj" and 2 more, which no text/],
    ],
  ])("%s", async (_, props, expected) => {
    const lines = await warningsOf(props);
    expect(lines).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(lines[index]).toMatch(pattern));
  });

  test.each<[string, Props]>([
    ["outbound: a lead or a call may set any variable", { systemPrompt: "For {{company}}." }],
    [
      "variables of every call",
      { ...receiving, systemPrompt: "{{customer_name}} {{email}} {{customer_phone}}" },
    ],
    ["listed in front matter", { ...receiving, systemPrompt: "{{weekday}}", __filledIn: ["weekday"] }],
    [
      "used as a whole or by one key",
      { variables: { a: 1, b: { c: 2 } }, initialMessage: "{{a}}", systemPrompt: "{{b.c}}" },
    ],
    [
      "used in another text field",
      { variables: { a: 1 }, endCallTool: { description: "When {{a}} is said." } },
    ],
    ["declared for a webhook's receiver", { variables: { a: 1 }, webhookUrl: "https://hooks.example.com/a" }],
    ["declared for an unknown text", { variables: { a: 1 }, systemPrompt: UNKNOWN }],
    ["unknown variables", { ...receiving, variables: UNKNOWN, systemPrompt: "{{a}}" }],
    [
      "undeclared variables of an adopted assistant",
      { ...receiving, systemPrompt: "{{a}}", onExisting: "adopt" },
    ],
    ["too long for a name", { ...receiving, systemPrompt: `{{${"private".repeat(6)}}}` }],
    ["not a name", { ...receiving, systemPrompt: "{{a private sentence}} {{}} {" }],
  ])("no finding: %s", async (_, props) => {
    expect(await warningsOf(props)).toEqual([]);
  });

  test("fields that are no longer declared are not checked", async () => {
    const here = await world({ seed }, { "voicecall:promptChecks": "error" });
    const props = { ...receiving, systemPrompt: "{{a}}", variables: { a: 1 } };
    expect(await here.engine.up(it(props))).toMatchObject(silent);
    const { variables: _, ...left } = props;
    expect(await here.engine.preview(it(left))).toMatchObject(succeeded);
  });

  test("the SDK's hint is not in state", async () => {
    const here = await world({ seed });
    await here.engine.up(it({ __filledIn: ["weekday"] }));
    expect(JSON.stringify([...here.engine.state])).not.toContain("__filledIn");
    expect(await here.engine.up(it({ __filledIn: ["another"] }))).toMatchObject(unchanged);
  });

  test("variables are checked without a token", async () => {
    const engine = new EnginePart({ env: {} });
    const { lines } = await engine.preview(it({ ...receiving, systemPrompt: "{{a}} get_price" }));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/uses \{\{a\}\}/);
  });
});

describe("tools", () => {
  test.each<[string, Props]>([
    ["none attached", { systemPrompt: "Call get_price first." }],
    [
      "others attached, by id and by name",
      { tools: ["102", "weather"], systemPrompt: "Call **get_price**; then _get_hours_." },
    ],
  ])("mentioned but not attached: %s", async (_, props) => {
    const lines = await warningsOf(props);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^Assistant "Support": systemPrompt mentions the tool get_price, which the assistant does not have; add it to tools \(voicecall:promptChecks\)\.$/,
    );
  });

  test.each<[string, Props]>([
    ["attached by name", { tools: ["get_price"], systemPrompt: "get_price" }],
    ["attached by id", { tools: [101], systemPrompt: "get_price" }],
    ["attached by digits", { tools: ["101"], systemPrompt: "get_price" }],
    ["a common word", { systemPrompt: "Talk of the weather." }],
    ["a part of a word", { systemPrompt: "forget_price get_prices get_price2" }],
    ["no tool in the account", { systemPrompt: "order_id" }],
    ["a variable of that name", { systemPrompt: "{{get_price}}", variables: { get_price: 1 } }],
    ["in an address", { systemPrompt: "https://example.com/get_price" }],
    [
      "a post-call field of that name",
      {
        systemPrompt: "Note get_price.",
        postCallSchema: [{ name: "get_price", type: "string", description: "d" }],
      },
    ],
    ["unknown tools", { tools: [UNKNOWN], systemPrompt: "get_price" }],
    ["undeclared tools of an adopted assistant", { systemPrompt: "get_price", onExisting: "adopt" }],
  ])("no finding: %s", async (_, props) => {
    expect(await warningsOf(props)).toEqual([]);
  });

  test("no finding: a tool that no listing shows yet", async () => {
    const here = await world({ seed, listLag: 60_000 });
    const { errors } = await here.engine.up({ other: { kind: "MidCallTool", props: tool } });
    expect(errors).toEqual([expect.stringContaining("the listing does not show it yet")]);
    const { id } = here.engine.state.get("other")!;
    here.engine.state.clear();
    expect(await warningsOf({ tools: [id], systemPrompt: "get_price" }, {}, here)).toEqual([]);
  });

  test("a tool of the program is known from the first preview, attached or not", async ({ here }) => {
    const program = (tools: (id: unknown) => unknown[]): Program => ({
      weather: { kind: "MidCallTool", props: tool },
      it: {
        kind: "Assistant",
        props: (of) => ({
          ...assistant,
          systemPrompt: "Use get_weather.",
          tools: tools(of("weather")["id"]),
        }),
      },
    });
    const lacking = await here.engine.preview(program(() => []));
    expect(lacking.lines).toEqual([expect.stringContaining("mentions the tool get_weather")]);
    const attached = program((id) => [id]);
    expect(await here.engine.preview(attached)).toMatchObject(silent);
    expect(await here.engine.up(attached)).toMatchObject(silent);
    expect(await here.engine.preview(attached)).toMatchObject(silent);
  });

  describe("a tool that the program renames", () => {
    const program = (name: string, systemPrompt: string, attached = true, more: Program = {}): Program => ({
      weather: { kind: "MidCallTool", props: { ...tool, name } },
      ...more,
      it: {
        kind: "Assistant",
        props: (of) => ({ ...assistant, systemPrompt, tools: attached ? [of("weather")["id"]] : [] }),
      },
    });
    const applied = async (prompt: string, attached = true, config = {}): Promise<World> => {
      const here = await world({}, config);
      await here.engine.up(program("get_weather", prompt, attached));
      return here;
    };

    test("a prompt that still has the old name is reported in preview and at apply", async () => {
      const here = await applied("Use get_weather.");
      for (const run of [here.engine.preview, here.engine.up])
        expect((await run(program("get_forecast", "Use get_weather."))).lines).toEqual([
          'Assistant "Support": systemPrompt mentions the tool get_weather, which this program renames to get_forecast; write the new name (voicecall:promptChecks).',
        ]);
    });

    test("the old name is an error with the setting error", async () => {
      const here = await applied("Use get_weather.", true, { "voicecall:promptChecks": "error" });
      const { errors } = await here.engine.preview(program("get_forecast", "Use get_weather."));
      expect(errors).toEqual([expect.stringMatching(/^systemPrompt: mentions the tool get_weather, which/)]);
    });

    test("no finding for the new name, or for an old name that another tool gets", async () => {
      const here = await applied("Use get_weather.");
      expect(await here.engine.preview(program("get_forecast", "Use get_forecast."))).toMatchObject(silent);
      const second: Program = { second: { kind: "MidCallTool", props: tool } };
      const { lines } = await here.engine.preview(program("get_forecast", "Use get_weather.", true, second));
      expect(lines.join("\n")).not.toContain("renames");
    });

    test("the new name in the prompt of an assistant without the tool is reported", async () => {
      const here = await applied("You help.", false);
      const { lines } = await here.engine.preview(program("get_forecast", "Use get_forecast.", false));
      expect(lines).toEqual([
        expect.stringContaining("mentions the tool get_forecast, which the assistant does not have"),
      ]);
    });
  });

  test("are listed once for all assistants, and only if a prompt has a word that may name a tool", async () => {
    const here = await world({ seed });
    const many = (systemPrompt: string): Program =>
      Object.fromEntries(
        [1, 2, 3].map((n) => [
          `it${n}`,
          { kind: "Assistant", props: { ...assistant, name: `A${n}`, systemPrompt } },
        ]),
      );
    await here.engine.preview(many("You help."));
    expect(here.requests()).not.toContain("GET /user/tools");
    const { lines } = await here.engine.preview(many("get_price"));
    expect(lines).toHaveLength(3);
    expect(here.requests().filter((request) => request === "GET /user/tools")).toHaveLength(1);
  });

  test("a failed listing is reported, and does not fail the preview", async () => {
    const here = await world({ seed }, { "voicecall:promptChecks": "error" });
    here.emulator.faults.add({ path: "/user/tools", fault: { status: 500 } });
    const { errors, lines } = await here.engine.preview(it({ systemPrompt: "get_price" }));
    expect(errors).toEqual([]);
    expect(lines).toEqual([expect.stringContaining("Prompts were not checked for mentions of tools")]);
  });
});

describe("voicecall:promptChecks", () => {
  const withMistakes = { ...receiving, systemPrompt: "{{a}} private-text get_price", variables: { plan: 1 } };

  test("error: every finding fails the preview, with its path and nothing of the prompt", async () => {
    const here = await world({ seed }, { "voicecall:promptChecks": "error" });
    const { errors, lines } = await here.engine.up(it(withMistakes));
    expect(lines).toEqual([]);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "systemPrompt:",
      "variables:",
      "systemPrompt:",
    ]);
    expect(errors[0]).not.toContain("private-text");
    expect(here.writes()).toEqual([]);
  });

  test("warn, the default: reported and applied", async () => {
    const here = await world({ seed });
    const { errors, lines } = await here.engine.up(it(withMistakes));
    expect(errors).toEqual([]);
    expect(lines).toHaveLength(3);
    expect(lines.join("\n")).not.toContain("private-text");
    expect(here.emulator.state.assistants).toHaveLength(1);
  });

  test("off: no report and no request", async () => {
    const here = await world({ seed }, { "voicecall:promptChecks": "off" });
    expect(await here.engine.preview(it(withMistakes))).toMatchObject(silent);
    expect(here.requests()).not.toContain("GET /user/tools");
  });
});
