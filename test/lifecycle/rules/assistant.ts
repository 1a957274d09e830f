import { item, rule, words, type Rule } from "./rule.js";

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
/** Spec 4.2 and 8. */
export const assistantRules: Rule[] = [
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
];
