/** Each rule of spec 4.2 and 8 just inside and just outside, on creation and on update alike. */
import { beforeEach, describe, expect, test } from "vitest";
import { testFieldRules } from "./field-rules.js";
import { anAssistant, aTool, keysOf, service, type Client, type Running } from "./harness.js";

/** Least and greatest value of each numeric field (spec 8), and whether it is a whole number. */
const ranges: [field: string, min: number, max: number, whole: boolean][] = [
  ["endpoint_sensitivity", 0, 5, false],
  ["interrupt_sensitivity", 0, 5, false],
  ["ambient_sound_volume", 0, 1, false],
  ["llm_temperature", 0, 1, false],
  ["voice_stability", 0, 1, false],
  ["voice_similarity", 0, 1, false],
  ["speech_speed", 0.7, 1.2, false],
  ["min_interrupt_words", 0, 10, true],
  ["re_engagement_interval", 7, 600, true],
  ["max_call_duration", 20, 1200, true],
  ["max_silence_duration", 1, 120, true],
];

const flags = [
  "post_call_evaluation", "send_webhook_only_on_completed", "include_recording_in_webhook", "is_webhook_active",
  "use_min_interrupt_words", "allow_interruptions", "filler_audios", "end_call_on_voicemail", "noise_cancellation",
  "record_call",
]; // prettier-ignore

const item = { name: "mood_1", type: "string", description: "How the caller felt" };
const hook = { webhook_url: "https://hooks.example.com/calls" };

const inside: [string, object][] = [
  ...ranges.flatMap(([field, min, max]): [string, object][] => [
    [`${field} ${min}`, { [field]: min }],
    [`${field} ${max}`, { [field]: max }],
  ]),
  ...flags.flatMap((field): [string, object][] => [
    [`${field} true`, { ...hook, [field]: true }],
    [`${field} false`, { [field]: false }],
  ]),
  ["a name of 255 characters", { assistant_name: "n".repeat(255) }],
  ["the direction receive", { calls_direction: "receive" }],
  ["the engine multimodal", { engine_type: "multimodal" }],
  ["another voice", { voice_id: 5 }],
  ["another language", { language: "German" }],
  ["another model", { llm_model: "Llama 3.3 70B" }],
  ["the timezone UTC", { timezone: "UTC" }],
  ["the timezone America/Argentina/Buenos_Aires", { timezone: "America/Argentina/Buenos_Aires" }],
  ["a free number", { phone_number_id: 1 }],
  ["a Caller ID number to call from", { phone_number_id: 4 }],
  ["a free number to be called at", { phone_number_id: 1, calls_direction: "receive" }],
  ["no tools", { tool_ids: [] }],
  ["a tool of the account", { tool_ids: [101] }],
  ["the endpoint type vad", { endpoint_type: "vad" }],
  ["the endpoint type ai", { endpoint_type: "ai" }],
  ["a webhook that is not active", hook],
  ["no variables", { variables: {} }],
  ["variables", { variables: { company: "ACME", nested: { a: [1] } } }],
  ["no post-call schema", { post_call_schema: [] }],
  ...["string", "number", "bool"].map((type): [string, object] => [
    `an item of type ${type}`,
    { post_call_schema: [{ ...item, type }] },
  ]),
  ["an upper-case item name", { post_call_schema: [{ ...item, name: "Mood" }] }],
  [
    "a description of how to end a call of 500 characters",
    { end_call_tool: { description: "d".repeat(500) } },
  ],
  ["the AI assistant speaking first", { who_speaks_first: "AI assistant" }],
  ["the customer speaking first", { who_speaks_first: "Customer" }],
  ["a field the service does not know", { colour: "blue" }],
];

const outside: [string, object, string][] = [
  ...ranges.flatMap(([field, min, max, whole]): [string, object, string][] => {
    const step = whole ? 1 : 0.01;
    return [
      [`${field} below ${min}`, { [field]: min - step }, field],
      [`${field} above ${max}`, { [field]: max + step }, field],
      [`${field} in text`, { [field]: String(max) }, field],
      [`${field} null`, { [field]: null }, field],
      ...(whole
        ? ([[`${field} with a fraction`, { [field]: min + 0.5 }, field]] as [string, object, string][])
        : []),
    ];
  }),
  ...flags.flatMap((field): [string, object, string][] => [
    [`${field} 1`, { ...hook, [field]: 1 }, field],
    [`${field} "true"`, { ...hook, [field]: "true" }, field],
    [`${field} null`, { ...hook, [field]: null }, field],
  ]),
  ["an empty name", { assistant_name: "" }, "assistant_name"],
  ["a name of 256 characters", { assistant_name: "n".repeat(256) }, "assistant_name"],
  ["a voice that does not exist", { voice_id: 99 }, "voice_id"],
  ["another user's voice", { voice_id: 6 }, "voice_id"],
  ["a voice by name", { voice_id: "Sarah" }, "voice_id"],
  ["a language that does not exist", { language: "Klingon" }, "language"],
  ["a language by its code", { language: "en" }, "language"],
  ["a language in another case", { language: "english" }, "language"],
  ["a language of 101 characters", { language: "l".repeat(101) }, "language"],
  ["a model that does not exist", { llm_model: "GPT-0" }, "llm_model"],
  ["a model of 101 characters", { llm_model: "m".repeat(101) }, "llm_model"],
  ["the record's word for a direction", { calls_direction: "inbound" }, "calls_direction"],
  ["another engine", { engine_type: "dialog" }, "engine_type"],
  ["a timezone that does not exist", { timezone: "Europe/Atlantis" }, "timezone"],
  ["an offset for a timezone", { timezone: "+02:00" }, "timezone"],
  ["an empty first message", { initial_message: "" }, "initial_message"],
  ["an empty prompt", { system_prompt: " " }, "system_prompt"],
  ["a number that does not exist", { phone_number_id: 99 }, "phone_number_id"],
  ["another user's number", { phone_number_id: 6 }, "phone_number_id"],
  ["a number by its digits", { phone_number_id: "+12025550101" }, "phone_number_id"],
  [
    "a Caller ID number to be called at",
    { phone_number_id: 4, calls_direction: "receive" },
    "phone_number_id",
  ],
  ["a tool that does not exist", { tool_ids: [101, 999] }, "tool_ids.1"],
  ["another user's tool", { tool_ids: [102] }, "tool_ids.0"],
  ["a tool by name", { tool_ids: ["check_order"] }, "tool_ids.0"],
  ["tools that are null", { tool_ids: null }, "tool_ids"],
  ["another endpoint type", { endpoint_type: "timer" }, "endpoint_type"],
  ["an active webhook without a URL", { is_webhook_active: true }, "webhook_url"],
  ["a webhook that is no URL", { webhook_url: "hooks" }, "webhook_url"],
  ["an empty webhook", { webhook_url: "" }, "webhook_url"],
  ["variables that are a list", { variables: ["a"] }, "variables"],
  ["variables that are text", { variables: "a" }, "variables"],
  [
    "an item without a name",
    { post_call_schema: [{ type: "string", description: "d" }] },
    "post_call_schema.0.name",
  ],
  [
    "an item without a type",
    { post_call_schema: [{ name: "a", description: "d" }] },
    "post_call_schema.0.type",
  ],
  [
    "an item without a description",
    { post_call_schema: [{ name: "a", type: "bool" }] },
    "post_call_schema.0.description",
  ],
  ["an item with a hyphen", { post_call_schema: [{ ...item, name: "a-b" }] }, "post_call_schema.0.name"],
  [
    "the type boolean, a tool's word",
    { post_call_schema: [{ ...item, type: "boolean" }] },
    "post_call_schema.0.type",
  ],
  [
    "a description of how to end a call of 501 characters",
    { end_call_tool: { description: "d".repeat(501) } },
    "end_call_tool.description",
  ],
  ["another first speaker", { who_speaks_first: "Nobody" }, "who_speaks_first"],
];

let call: Client;
let running: Running;
beforeEach(async () => {
  running = await service();
  call = running.call;
  await call("POST", "/user/tools", aTool);
  await running.other("POST", "/user/tools", aTool);
  await call("POST", "/user/assistant", anAssistant);
});

testFieldRules(
  { routes: ["POST /user/assistant", "PUT /user/assistant/201"], whole: anAssistant, inside, outside },
  (...request) => call(...request),
);

test.each(Object.keys(anAssistant))("creation needs %s", async (field) => {
  const { [field as keyof typeof anAssistant]: _, ...rest } = anAssistant;
  const { status, json } = await call("POST", "/user/assistant", rest);
  expect(status).toBe(422);
  expect(keysOf(json.errors)).toEqual([field]);
  expect(json.errors[field][0]).toMatch(/is required/);
});

test.each(["phone_number_id", "webhook_url"])("%s may be null on update, not on creation", async (field) => {
  expect((await call("PUT", "/user/assistant/201", { [field]: null })).status).toBe(200);
  const { status, json } = await call("POST", "/user/assistant", { ...anAssistant, [field]: null });
  expect(status).toBe(422);
  expect(keysOf(json.errors)).toEqual([field]);
});

test("a field that is wrong by itself does not hide one that is wrong by its reference", async () => {
  const { json } = await call("POST", "/user/assistant", { ...anAssistant, speech_speed: 9, voice_id: 99 });
  expect(keysOf(json.errors).sort()).toEqual(["speech_speed", "voice_id"]);
});

describe("is_webhook_active and webhook_url bind each other in what would come out of an update", () => {
  test("a stored URL lets the webhook be switched on", async () => {
    await call("PUT", "/user/assistant/201", hook);
    expect((await call("PUT", "/user/assistant/201", { is_webhook_active: true })).status).toBe(200);
  });

  test("the URL of an active webhook cannot be removed alone, and can be removed with it", async () => {
    await call("PUT", "/user/assistant/201", { ...hook, is_webhook_active: true });
    const { status, json } = await call("PUT", "/user/assistant/201", { webhook_url: null });
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual(["webhook_url"]);
    expect(
      (await call("PUT", "/user/assistant/201", { webhook_url: null, is_webhook_active: false })).status,
    ).toBe(200);
  });

  test("other fields of an assistant that breaks the rule can still be changed", async () => {
    await call("PATCH", "/_emulator/records/assistants/201", { is_webhook_active: true, webhook_url: null });
    expect((await call("PUT", "/user/assistant/201", { system_prompt: "New." })).status).toBe(200);
  });
});

describe("a number that another assistant holds", () => {
  beforeEach(async () => {
    await call("PUT", "/user/assistant/201", { phone_number_id: 1 });
  });

  test("is refused to an inbound assistant, and given to an outbound one", async () => {
    const inbound = { ...anAssistant, calls_direction: "receive", phone_number_id: 1 };
    const { status, json } = await call("POST", "/user/assistant", inbound);
    expect(status).toBe(422);
    expect(json.errors).toEqual({ phone_number_id: [expect.stringMatching(/already assigned/)] });
    expect((await call("POST", "/user/assistant", { ...anAssistant, phone_number_id: 1 })).status).toBe(201);
  });

  test("keeps an outbound assistant from becoming inbound", async () => {
    await call("POST", "/user/assistant", { ...anAssistant, phone_number_id: 1 });
    const { status, json } = await call("PUT", "/user/assistant/202", { calls_direction: "receive" });
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual(["phone_number_id"]);
  });

  test("its own number is no hindrance to the assistant that holds it", async () => {
    const update = { calls_direction: "receive", phone_number_id: 1 };
    expect((await call("PUT", "/user/assistant/201", update)).status).toBe(200);
    expect((await call("PUT", "/user/assistant/201", update)).status).toBe(200);
  });

  test.each([
    ["null unassigns it", (c: Client) => c("PUT", "/user/assistant/201", { phone_number_id: null })],
    ["the holder is deleted", (c: Client) => c("DELETE", "/user/assistant/201")],
    [
      "the holder is marked as deleted",
      (c: Client) =>
        c("PATCH", "/_emulator/records/assistants/201", { deleted_at: "2026-01-02T00:00:00.000000Z" }),
    ],
  ])("is free again after %s", async (_, release) => {
    expect((await release(call)).status).toBe(200);
    const inbound = { ...anAssistant, calls_direction: "receive", phone_number_id: 1 };
    expect((await call("POST", "/user/assistant", inbound)).status).toBe(201);
  });
});
