/** Every rule that the specification states, just inside and just outside, by check alone: no token, no request. */
import { describe, expect, test } from "vitest";
import { EnginePart } from "../support/engine-part.js";
import { assistant, campaignState, lead, tool, world } from "../support/world.js";

const bases: Record<string, Record<string, unknown>> = {
  MidCallTool: tool,
  Assistant: assistant,
  Lead: lead,
  CampaignState: campaignState,
};

interface Rule {
  kind: string;
  property: string;
  good: unknown[];
  /** Values that are refused, and where, if that is not the property itself. */
  bad: unknown[];
  says: RegExp;
  path?: string;
  beside?: Record<string, unknown>;
}

const rule = (
  kind: string,
  property: string,
  good: unknown[],
  bad: unknown[],
  says: RegExp,
  more: Partial<Rule> = {},
): Rule => ({
  kind,
  property,
  good,
  bad,
  says,
  ...more,
});

const words = (count: number): string => "é".repeat(count);
const emoji = (count: number): string => "📞".repeat(count);
const range = (property: string, min: number, max: number, step: number, says: RegExp): Rule =>
  rule(
    "Assistant",
    property,
    [min, max, min + step],
    [min - step, max + step, String(min), true, Number.NaN, Number.POSITIVE_INFINITY],
    says,
  );
const whole = (property: string, min: number, max: number): Rule =>
  rule(
    "Assistant",
    property,
    [min, max],
    [min - 1, max + 1, min + 0.5, String(min)],
    new RegExp(`whole number, ${min}-${max}`),
  );
const flag = (property: string): Rule =>
  rule("Assistant", property, [true, false], ["true", 1, 0], /true or false/);
const item = (more: Record<string, unknown>) => [
  { name: "town", type: "string", description: "Which town.", ...more },
];

const rules: Rule[] = [
  rule(
    "MidCallTool",
    "name",
    ["a", "get_weather", "a__"],
    ["Get", "get-weather", "_get", "get2", "gét", "get weather"],
    /only lowercase letters and underscores and start with a letter/,
  ),
  rule("MidCallTool", "name", ["a"], ["", "  "], /must not be blank|only lowercase/),
  rule(
    "MidCallTool",
    "description",
    ["x", words(255), emoji(255)],
    [words(256), emoji(256)],
    /1-255 characters, has 256/,
  ),
  rule("MidCallTool", "description", ["x"], ["", " \n"], /must not be blank/),
  rule(
    "MidCallTool",
    "endpoint",
    ["https://a.example.com/b?c=d#e", "http://127.0.0.1:8080"],
    ["", "nonsense", "ftp://a.example.com", "https://", "javascript:alert(1)", "https://a b.example.com"],
    /valid http/,
  ),
  rule(
    "MidCallTool",
    "method",
    ["GET", "POST", "PUT", "PATCH", "DELETE"],
    ["get", "HEAD", ""],
    /"GET" or "POST" or "PUT" or "PATCH" or "DELETE"/,
  ),
  rule("MidCallTool", "timeout", [1, 30], [0, 31, 1.5, "10"], /whole number, 1-30 seconds/),
  rule("MidCallTool", "headers", [[], [{ name: "A", value: "b" }]], [[{ value: "b" }]], /text/, {
    path: "headers[0].name",
  }),
  rule("MidCallTool", "headers", [], [[{ name: "A" }]], /text/, { path: "headers[0].value" }),
  rule("MidCallTool", "headers", [], [[{ name: "A", value: "b", extra: 1 }]], /\(extra\)/, {
    path: "headers[0]",
  }),
  rule("MidCallTool", "headers", [], [{ name: "A", value: "b" }, "A: b"], /array/),
  rule(
    "MidCallTool",
    "schema",
    [item({ name: "ab" }), item({ name: words(32) })],
    [item({ name: "a" }), item({ name: words(33) })],
    /2-32 characters/,
    { path: "schema[0].name" },
  ),
  rule(
    "MidCallTool",
    "schema",
    [item({ description: "abc" }), item({ description: words(255) })],
    [item({ description: "ab" }), item({ description: words(256) })],
    /3-255 characters/,
    { path: "schema[0].description" },
  ),
  rule(
    "MidCallTool",
    "schema",
    ["string", "number", "boolean"].map((type) => item({ type })),
    [item({ type: "bool" }), item({ type: "integer" })],
    /"string" or "number" or "boolean"/,
    { path: "schema[0].type" },
  ),
  rule("Assistant", "name", ["x", words(255)], [words(256)], /1-255 characters, has 256/),
  rule("Assistant", "voice", ["Sarah", 3], [0, -1, 1.5], /id|text/),
  rule("Assistant", "language", [words(100)], [words(101)], /1-100 characters, has 101/),
  rule("Assistant", "llmModel", [words(100)], [words(101)], /1-100 characters, has 101/),
  rule(
    "Assistant",
    "callsDirection",
    ["receive", "make"],
    ["inbound", "outbound", ""],
    /"receive" or "make"/,
  ),
  rule(
    "Assistant",
    "engineType",
    ["pipeline", "multimodal"],
    ["Pipeline", "both"],
    /"pipeline" or "multimodal"/,
  ),
  rule(
    "Assistant",
    "timezone",
    ["UTC", "Europe/Berlin", "America/New_York"],
    ["Berlin", "Europe/Nowhere", "", 1],
    /time zone/,
  ),
  rule("Assistant", "initialMessage", ["x"], ["", "  ", 5], /must not be blank|must be text/),
  rule("Assistant", "systemPrompt", ["x", words(30_000)], ["", 5], /must not be blank|must be text/),
  rule(
    "Assistant",
    "phoneNumber",
    ["+12025550101", 1, null],
    ["12025550101", "+1202", "+1 202 555 0101", "+0123456789", "2025550101", "+123456789012345678", 0],
    /E\.164|possible phone number|an id/,
  ),
  rule("Assistant", "tools", [[], ["a", "b", 3]], [["a", "a"]], /twice/, { path: "tools[1]" }),
  rule("Assistant", "tools", [], ["get_hours", { 0: "a" }], /array/),
  rule("Assistant", "endpointType", ["vad", "ai"], ["VAD", "none"], /"vad" or "ai"/),
  range("endpointSensitivity", 0, 5, 0.01, /a number, 0-5/),
  range("interruptSensitivity", 0, 5, 0.01, /a number, 0-5/),
  range("ambientSoundVolume", 0, 1, 0.01, /a number, 0-1/),
  range("llmTemperature", 0, 1, 0.01, /a number, 0-1/),
  range("voiceStability", 0, 1, 0.01, /a number, 0-1/),
  range("voiceSimilarity", 0, 1, 0.01, /a number, 0-1/),
  range("speechSpeed", 0.7, 1.2, 0.01, /a number, 0\.7-1\.2/),
  whole("minInterruptWords", 0, 10),
  whole("reEngagementInterval", 7, 600),
  whole("maxCallDuration", 20, 1200),
  whole("maxSilenceDuration", 1, 120),
  ...[
    "postCallEvaluation",
    "sendWebhookOnlyOnCompleted",
    "includeRecordingInWebhook",
    "useMinInterruptWords",
    "allowInterruptions",
    "fillerAudios",
    "endCallOnVoicemail",
    "noiseCancellation",
    "recordCall",
  ].map(flag),
  rule(
    "Assistant",
    "webhookUrl",
    ["https://hooks.example.com", null],
    ["hooks.example.com", "", "mailto:a@example.com"],
    /valid http/,
  ),
  rule("Assistant", "isWebhookActive", [false], [true], /required when isWebhookActive is true/, {
    path: "webhookUrl",
  }),
  rule("Assistant", "isWebhookActive", [], [true], /required when isWebhookActive is true/, {
    path: "webhookUrl",
    beside: { webhookUrl: null },
  }),
  rule("Assistant", "isWebhookActive", [true], [], /./, {
    beside: { webhookUrl: "https://hooks.example.com" },
  }),
  rule("Assistant", "isWebhookActive", [], ["true", 1], /true or false/, {
    beside: { webhookUrl: "https://hooks.example.com" },
  }),
  rule("Assistant", "variables", [{}, { a: { b: [1, null, "c", false] } }], [[], "a", 5], /object/),
  rule(
    "Assistant",
    "postCallSchema",
    [item({ name: "a_B9" })],
    [item({ name: "a-b" }), item({ name: "a b" }), item({ name: "é" })],
    /alphanumeric characters and underscores/,
    { path: "postCallSchema[0].name" },
  ),
  rule(
    "Assistant",
    "postCallSchema",
    ["string", "number", "bool"].map((type) => item({ type })),
    [item({ type: "boolean" })],
    /"string" or "number" or "bool"/,
    { path: "postCallSchema[0].type" },
  ),
  rule("Assistant", "postCallSchema", [], [item({ description: "" })], /blank/, {
    path: "postCallSchema[0].description",
  }),
  rule(
    "Assistant",
    "endCallTool",
    [{ description: words(500) }],
    [{ description: words(501) }],
    /at most 500 characters, has 501/,
    { path: "endCallTool.description" },
  ),
  rule("Assistant", "endCallTool", [], [{}], /text/, { path: "endCallTool.description" }),
  rule(
    "Assistant",
    "whoSpeaksFirst",
    ["AI assistant", "Customer"],
    ["ai assistant", "customer"],
    /"AI assistant" or "Customer"/,
  ),
  rule(
    "Assistant",
    "extraFields",
    [{ new_setting: 1 }],
    [{ max_call_duration: 60 }],
    /a property of its own/,
    { path: "extraFields.max_call_duration" },
  ),
  rule("Assistant", "adoptId", [7], [0, "7"], /an id/),
  rule(
    "Assistant",
    "onExisting",
    ["fail", "adopt", "create"],
    ["overwrite"],
    /"fail" or "adopt" or "create"/,
  ),
  rule(
    "Lead",
    "phoneNumber",
    ["+447700900123"],
    ["07700900123", "+44", "+44770090012345678", ""],
    /E\.164|possible phone number/,
  ),
  rule("Lead", "campaign", ["Spring renewals", 3], ["", 0, 1.5], /blank|id/),
  rule("Lead", "variables", [{ customer_name: "Ada" }], [["Ada"], "Ada"], /object/),
  rule(
    "Lead",
    "status",
    ["created", "completed", "reached-max-retries"],
    ["scheduled", "done"],
    /"created" or "completed" or "reached-max-retries"/,
  ),
  rule(
    "Lead",
    "secondaryContacts",
    [[{ phoneNumber: "+12025550144" }]],
    [[{ phoneNumber: "12025550144" }]],
    /E\.164/,
    { path: "secondaryContacts[0].phoneNumber" },
  ),
  rule("Lead", "secondaryContacts", [], [[{ variables: {} }]], /E\.164/, {
    path: "secondaryContacts[0].phoneNumber",
  }),
  rule("Lead", "allowDuplicate", [true, false], ["yes"], /true or false/),
  rule("CampaignState", "campaign", ["Spring renewals", 3], ["", 0], /blank|an id/),
  rule("CampaignState", "state", ["started", "stopped"], ["start", "in-progress"], /"started" or "stopped"/),
];

const offline = (): EnginePart => new EnginePart({ env: { VOICECALL_BASE_URL: "http://127.0.0.1:9" } });

for (const { kind, property, good, bad, says, path = property, beside } of rules) {
  describe(`${kind}.${property} ${beside ? `beside ${JSON.stringify(beside)}` : ""}`, () => {
    const program = (value: unknown) => ({
      it: { kind, props: { ...bases[kind], ...beside, [property]: value } },
    });
    for (const value of good) {
      test(`takes ${brief(value)}`, async () => {
        expect((await offline().preview(program(value))).errors).toEqual([]);
      });
    }
    for (const value of bad) {
      test(`refuses ${brief(value)}`, async () => {
        const { errors } = await offline().preview(program(value));
        expect(errors).toHaveLength(1);
        const line = errors[0]!.split("\n").find((text) => text.startsWith(`${path}: `));
        expect(line, errors[0]).toMatch(says);
      });
    }
  });
}

function brief(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}

test.each(Object.keys(bases))("%s: every required field is asked for", async (kind) => {
  const { errors } = await offline().preview({ it: { kind, props: {} } });
  const asked = errors[0]!.split("\n").map((line) => line.replace(/: is required$/, ""));
  const { onExisting: _ignored, ...required } = bases[kind]!;
  expect(asked.sort()).toEqual(Object.keys(required).sort());
});

test("a property that does not exist is named, with what was probably meant", async () => {
  const { errors } = await offline().preview({
    it: { kind: "Assistant", props: { ...assistant, maxCallDurations: 60, uuid: "x" } },
  });
  expect(errors[0]).toContain(
    'maxCallDurations: is not a property of Assistant. Did you mean "maxCallDuration"?',
  );
  expect(errors[0]).toContain("uuid: is assigned by the service");
});

test("all mistakes are told at once, and nothing was sent", async () => {
  const { engine, requests } = await world();
  const props = { ...assistant, name: "", speechSpeed: 2, callsDirection: "in" };
  const { errors } = await engine.preview({ it: { kind: "Assistant", props } });
  expect(errors[0]!.split("\n").map((line) => line.split(":")[0])).toEqual([
    "name",
    "callsDirection",
    "speechSpeed",
  ]);
  expect(requests()).toEqual([]);
});

test("what check returns is the same with a token and without, sorted, and spelled as in the program", async () => {
  const { engine } = await world();
  const props = {
    ...tool,
    headers: [
      { name: "b", value: "2" },
      { name: "a", value: "1" },
    ],
  };
  const online = await engine.up({ it: { kind: "MidCallTool", props } });
  expect(online.errors).toEqual([]);
  expect(engine.state.get("it")!.inputs["headers"]).toEqual([
    { name: "a", value: "1" },
    { name: "b", value: "2" },
  ]);
  const away = new EnginePart({ env: {} });
  away.state.set("it", structuredClone(engine.state.get("it")!));
  const preview = await away.preview({ it: { kind: "MidCallTool", props } });
  expect(preview).toMatchObject({ errors: [], steps: [{ op: "same" }] });
});
