/** One test for each bug found by the random tests. */
import { afterAll, beforeAll, describe, expect } from "vitest";
import { assistant, lead, tool, succeeded, unchanged, test, oneStep } from "../../support/world.js";
import { type Place, places, program, withKey } from "./fields.js";
import { Ground } from "./play.js";
import { nested } from "./values.js";

let ground: Ground;
beforeAll(async () => void (ground = await Ground.open()));
afterAll(() => ground.close());

function place(kind: string, text: string): Place {
  const found = places.find((one) => one.kind === kind && one.text === text);
  if (!found) throw new Error(`there is no ${kind}.${text}`);
  return found;
}

const refusal = async (kind: string, text: string, value: unknown): Promise<string> => {
  const found = place(kind, text);
  expect(await ground.play(found, value)).toEqual([]);
  const { errors } = await ground.engine(false).preview(program(found.kind, found.props(value)));
  return errors.join("\n");
};

const JSON_PROTO = JSON.parse('{"a": [{"__proto__": {"polluted": true}}]}') as unknown;

describe("rejected in preview, also without a token", () => {
  test.each<[string, string, string, unknown, RegExp]>([
    ["a key __proto__", "Lead", "variables", JSON_PROTO, /^variables: must not contain a key "__proto__"/],
    ["a key __proto__", "Assistant", "extraFields", JSON_PROTO, /^extraFields: must not contain a key/],
    ["half a character", "Assistant", "systemPrompt", "x\uD800y", /^systemPrompt: .*half a character/],
    ["half a character in a key", "Assistant", "variables", { "\uDC00": 1 }, /a key with half a character/],
    ["half a character in a header", "MidCallTool", "headers[0].value", "\uD83D", /^headers: .*half/],
    ["depth", "Lead", "variables", nested(300, (inner) => ({ a: inner })), /^variables: .*100 levels/],
    [
      "a misspelled time zone",
      "Assistant",
      "timezone",
      "Europe/Londn",
      /timezone: "Europe\/Londn" is not a time zone identifier .*\. Did you mean "Europe\/London" or /,
    ],
    [
      "a misspelled word",
      "Assistant",
      "engineType",
      "pipelin",
      /engineType: must be "pipeline" or "multimodal", not "pipelin"; .*\. Did you mean "pipeline"\?/,
    ],
    [
      "a flag as text",
      "Assistant",
      "useMinInterruptWords",
      "true",
      /must be true or false, but is text: write it without quotes, or read it from configuration with config\.requireBoolean/,
    ],
    [
      "a phone number without +",
      "Assistant",
      "phoneNumber",
      "12025550101",
      /phoneNumber: must be .*; the value has no "\+": if it comes from Pulumi\.<stack>\.yaml, put it in quotes there/,
    ],
    [
      "a phone number without + of a lead",
      "Lead",
      "phoneNumber",
      "12025550101",
      /phoneNumber: must be .*; the value has no "\+": if it comes from Pulumi\.<stack>\.yaml, put it in quotes there/,
    ],
    ["an offset as a time zone", "Assistant", "timezone", "+01:00", /is not a time zone identifier/],
    ["a control character in a URL", "MidCallTool", "endpoint", "https://a.example.com/\u0000", /URL/],
    ["the id zero as text", "Assistant", "tools[0]", "0", /^tools\[0\]: must be a tool resource, name or id/],
    ["an id with a leading zero", "Assistant", "tools[0]", "0101", /^tools\[0\]: /],
    ["an id that is too large for a number", "Assistant", "tools[0]", "9".repeat(25), /^tools\[0\]: /],
    [
      "a name in records that has its own property",
      "Assistant",
      "extraFields",
      { mode: "x" },
      /^extraFields.mode: has its own property/,
    ],
    ["the id as extra field", "Assistant", "extraFields", { id: 5 }, /^extraFields.id: has its own property/],
  ])("%s: %s.%s", async (_, kind, text, value, says) => {
    expect(await refusal(kind, text, value)).toMatch(says);
  });

  test("hidden and unknown properties are rejected", async () => {
    for (const key of ["__mine", "__v", "__proto__", "a\nb", "\u202Eb"]) {
      const props = withKey(tool, key, 1);
      const { errors } = await ground.engine(false).preview(program("MidCallTool", props));
      expect(errors.join(), key).toMatch(/^(\w+|"[\x20-\x7e]+"): is not a property of MidCallTool\.$/);
    }
  });

  test("a thousand mistakes are reported as a few lines and a count", async () => {
    const headers = Array.from({ length: 1000 }, () => ({ name: "X-A" }));
    expect((await refusal("MidCallTool", "headers", headers)).split("\n").slice(4)).toEqual([
      "headers[4].value: is required",
      "headers: there are 995 more mistakes",
    ]);
    const tools = Array.from({ length: 1000 }, (_, index) => `nobody_${"x".repeat(index)}`);
    const { errors } = await ground.engine().preview(program("Assistant", { ...assistant, tools }));
    expect(errors.join().split("\n")).toHaveLength(6);
    expect(errors.join()).toMatch(/\ntools: the other items were not looked up$/);
  });

  test("a repeated item is found in a list of 100,000", async () => {
    const tools = Array.from({ length: 100_000 }, (_, index) => index + 1);
    const { errors } = await ground
      .engine(false)
      .preview(program("Assistant", { ...assistant, tools: [...tools, 7] }));
    expect(errors).toEqual(["tools[100000]: is in the list twice"]);
  });
});

describe("stored exactly", () => {
  test.each<[string, string, string, unknown]>([
    ["negative zero", "Assistant", "llmTemperature", -0],
    ["a very small number", "Assistant", "llmTemperature", 1e-7],
    ["a key constructor with a prototype", "Lead", "variables", { constructor: { prototype: { a: 1 } } }],
    ["keys of Object", "Assistant", "variables", { toString: null, valueOf: 0, hasOwnProperty: "x", "": [] }],
    ["keys of Object", "Assistant", "extraFields", { toString: null, constructor: { a: 1 } }],
    ["control characters", "Lead", "variables", { "\u0000": "\u0000\u001B[2J", "\u202E": "a\r\nb" }],
    ["credentials in a URL", "MidCallTool", "endpoint", "https://user:secret@tools.example.com/"],
  ])("%s: %s.%s", async (_, kind, text, value) => {
    for (const how of ["create", "update"] as const)
      expect(await ground.play(place(kind, text), value, how)).toEqual([]);
  });
});

test("an extra field that the record does not show is sent when the program changes it", async ({
  here: { engine, writes },
}) => {
  const declared = (value: number) =>
    program("Assistant", { ...assistant, extraFields: { hidden_setting: value, other: 1 } });
  expect(await engine.up(declared(1))).toMatchObject(succeeded);
  writes();
  expect(await engine.up(declared(2))).toMatchObject(oneStep("update"));
  expect(writes()).toMatchObject([{ method: "PUT", body: { hidden_setting: 2 } }]);
  expect(await engine.up(declared(2))).toMatchObject(unchanged);
  expect(writes()).toEqual([]);
});

test("adoption sends an extra field that the record does not show", async ({ here: { engine, writes } }) => {
  await engine.up(program("Assistant", assistant));
  const [made] = engine.state.values();
  engine.state.clear();
  writes();
  const props = { ...assistant, adoptId: Number(made!.id), extraFields: { hidden_setting: 1 } };
  expect(await engine.up(program("Assistant", props))).toMatchObject(succeeded);
  expect(writes()).toMatchObject([{ method: "PUT", body: { hidden_setting: 1 } }]);
});

test("a name is shown on one line and shortened", async ({ here: { engine } }) => {
  const campaign = `${"x".repeat(5000)}\u202E\u0085`;
  const { errors } = await engine.preview(program("Lead", { ...lead, campaign }));
  expect(errors.join()).toMatch(/^campaign: the account has no campaign "x{100}…"/);
  const voice = "\u202E\u0085\u2028x";
  const preview = await engine.preview(program("Assistant", { ...assistant, voice }));
  expect(preview.errors.join()).toContain('the account has no voice "\\u202e\\u0085\\u2028x"');
});
