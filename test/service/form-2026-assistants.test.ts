/** Assistants in form 2026 (docs/api-forms.md). */
import { describe, expect, test } from "vitest";
import { createdAt, plainRecord } from "./assistant-shapes.js";
import { anAssistant, anAssistant2026, assistantRecord, aTool, keysOf, service } from "./harness.js";
import type { Running } from "./harness.js";
import { defaultSeed, type EmulatorOptions, type Seed } from "../../emulator/index.js";

/** The last row of each list below belongs to the other user. */
const seed: Seed = {
  ...defaultSeed(),
  knowledgebases: [
    { id: 1, name: "Handbook" },
    { id: 2, name: "Theirs", owner: 2 },
  ],
  folders: [
    { id: 1, name: "Support" },
    { id: 3, name: "Theirs", owner: 2 },
  ],
  labels: [
    { id: 1, name: "German" },
    { id: 2, name: "Tests" },
    { id: 3, name: "Theirs", owner: 2 },
  ],
};

const started = (options: EmulatorOptions = {}): Promise<Running> =>
  service({ form: "2026", seed, ...options });

const create = (running: Running, body: object = {}) =>
  running.call("POST", "/user/assistant", { ...anAssistant2026, ...body });

const multimodal = { mode: "multimodal", voice_id: 4, llm_model_id: undefined, multimodal_model_id: 1001 };
const dualplex = { mode: "dualplex", llm_model_id: undefined, multimodal_model_id: 2001 };

const record2026 = {
  ...plainRecord,
  language: null,
  status: "inactive",
  ambient_sound: "off",
  knowledgebase_mode: "function_call",
  max_initial_silence_duration: null,
  ringing_time: 30,
};

describe("POST /user/assistant", () => {
  test("responds 201 with the summary of an inactive assistant", async () => {
    const { status, json } = await create(await started());
    expect(status).toBe(201);
    expect(json).toEqual({
      message: "Assistant created successfully",
      data: { id: 201, name: "Receptionist", status: "inactive", type: "outbound", mode: "pipeline" },
    });
  });

  test("the record has the keys of form 2025 and two more, and the language only by its id", async () => {
    const running = await started();
    await create(running);
    expect(await assistantRecord(running.call, 201)).toEqual(record2026);
  });

  test.each([
    [
      "an empty body",
      {},
      ["initial_message", "language_id", "mode", "name", "system_prompt", "timezone", "type", "voice_id"],
    ],
    ["pipeline without a model", { ...anAssistant2026, llm_model_id: undefined }, ["llm_model_id"]],
    [
      "multimodal without a model",
      { ...anAssistant2026, ...multimodal, multimodal_model_id: undefined },
      ["multimodal_model_id"],
    ],
    ["dualplex with an LLM", { ...anAssistant2026, mode: "dualplex" }, ["multimodal_model_id"]],
    ["the body of form 2025", anAssistant, ["language_id", "mode", "name", "type"]],
  ])("%s is 422 and names every missing field", async (_, body, fields) => {
    const { call } = await started();
    const { status, json } = await call("POST", "/user/assistant", body);
    expect({ status, message: json.message }).toEqual({ status: 422, message: "Validation failed" });
    expect(keysOf(json.errors).sort()).toEqual(fields);
    expect((await call("GET", "/user/assistants/get")).json.total).toBe(0);
  });

  test("form 2025 rejects the body of form 2026, and names the fields of form 2025", async () => {
    const { call } = await service();
    const { status, json } = await call("POST", "/user/assistant", anAssistant2026);
    expect(status).toBe(422);
    expect(keysOf(json.errors).sort()).toEqual([
      "assistant_name",
      "calls_direction",
      "engine_type",
      "language",
      "llm_model",
    ]);
  });
});

const longest = "x".repeat(200);
const schema = (item: object) => ({
  post_call_schema: [{ name: "outcome", type: "string", description: "How it went.", ...item }],
});
const plain: [object, object?][] = [
  [{ name: "n".repeat(255) }],
  [{ initial_message: longest }],
  [{ max_duration: 1200 }],
  [{ max_silence_duration: 360 }],
  [{ max_initial_silence_duration: 120 }],
  [{ ringing_time: 60 }],
  [{ reengagement_interval: 600 }],
  [
    { ambient_sound: "cafe", ambient_sound_volume: 0.35 },
    { ambient_sound: "cafe", ambient_sound_volume: "0.35" },
  ],
  [schema({ name: "abc" })],
  [schema({ name: "a_9".padEnd(16, "b"), description: "d".repeat(255) })],
  [{ fillers: true }, { fillers: 1 }],
  [{ end_call_on_voicemail: false }, { end_call_on_voicemail: 0 }],
  [{ enable_noise_cancellation: false, record: true, wait_for_customer: true }],
  [{ type: "inbound", phone_number_id: 1 }],
  [{ knowledgebase_id: 1, knowledgebase_mode: "prompt" }],
  [{ synthesizer_provider_id: 2, transcriber_provider_id: 1 }],
  [{ language_id: 5 }],
  [{ filler_config: { positive: ["Yes."], negative: [], question: [], neutral: ["Hm."] } }],
];

const notInRecord: [object, object?][] = [
  [{ secondary_language_ids: [2, 5] }],
  [{ folder_id: 1, label_ids: [1, 2] }],
  [{ tts_emotion_enabled: false }],
  [{ reengagement_prompt: "p".repeat(1000), voice_mail_message: "m".repeat(1000) }],
  [{ conversation_inactivity_timeout: 1440, conversation_ended_retrigger: true }],
  [{ conversation_ended_webhook_url: "https://hooks.example.com/ended" }],
];

describe("fields of the record", () => {
  test.each(plain)("a create stores %j", async (body, record = body) => {
    const running = await started();
    expect(await create(running, body)).toMatchObject({ status: 201 });
    expect(await assistantRecord(running.call, 201)).toEqual({ ...record2026, ...record });
  });

  test.each(plain)("an update stores %j", async (body, record = body) => {
    const running = await started();
    await create(running);
    expect(await running.call("PUT", "/user/assistant/201", body)).toMatchObject({ status: 200 });
    expect(await assistantRecord(running.call, 201)).toEqual({
      ...record2026,
      ...record,
      updated_at: createdAt,
    });
  });

  test.each(notInRecord)("%j is stored, and is in the record only with allRecordKeys", async (body) => {
    const documented = await started();
    await create(documented, body);
    expect(keysOf(await assistantRecord(documented.call, 201))).not.toContain(keysOf(body)[0]);
    const all = await started({ allRecordKeys: true });
    await create(all, body);
    expect(await assistantRecord(all.call, 201)).toMatchObject(body);
  });

  test.each([
    ["multimodal", multimodal, { llm_model_id: null, multimodal_model_id: 1001 }],
    ["dualplex", dualplex, { llm_model_id: null, multimodal_model_id: 2001 }],
  ])("%s has its own model and fields", async (mode, body, models) => {
    const running = await started({ allRecordKeys: true });
    const modeFields = { turn_detection_threshold: 0.4, chat_llm_fallback_id: 2 };
    expect(await create(running, { ...body, ...modeFields, transcriber_provider_id: 1 })).toMatchObject({
      status: 201,
    });
    expect(await assistantRecord(running.call, 201)).toMatchObject({
      mode,
      ...models,
      turn_detection_threshold: "0.40",
      chat_llm_fallback_id: 2,
      transcriber_provider_id: null,
    });
  });
});

describe("values that are rejected on creation and on update", () => {
  test.each<[object, string]>([
    [{ name: "n".repeat(256) }, "name"],
    [{ initial_message: `${longest}x` }, "initial_message"],
    [{ max_silence_duration: 361 }, "max_silence_duration"],
    [{ max_initial_silence_duration: 121 }, "max_initial_silence_duration"],
    [{ ringing_time: 61 }, "ringing_time"],
    [{ ringing_time: null }, "ringing_time"],
    [{ ambient_sound: "none" }, "ambient_sound"],
    [{ reengagement_prompt: "p".repeat(1001) }, "reengagement_prompt"],
    [{ voice_mail_message: "p".repeat(1001) }, "voice_mail_message"],
    [{ conversation_inactivity_timeout: 1441 }, "conversation_inactivity_timeout"],
    [{ turn_detection_threshold: 1.1 }, "turn_detection_threshold"],
    [schema({ name: "ab" }), "post_call_schema.0.name"],
    [schema({ name: "a".repeat(17) }), "post_call_schema.0.name"],
    [schema({ name: "Outcome" }), "post_call_schema.0.name"],
    [schema({ description: "ab" }), "post_call_schema.0.description"],
    [schema({ description: "d".repeat(256) }), "post_call_schema.0.description"],
    [{ language_id: 99 }, "language_id"],
    [{ language_id: "English" }, "language_id"],
    [{ secondary_language_ids: [2, 99] }, "secondary_language_ids.1"],
    [{ llm_model_id: 1001 }, "llm_model_id"],
    [{ voice_id: 4 }, "voice_id"],
    [{ knowledgebase_id: 2 }, "knowledgebase_id"],
    [{ folder_id: 3 }, "folder_id"],
    [{ label_ids: [3] }, "label_ids.0"],
    [{ synthesizer_provider_id: 9 }, "synthesizer_provider_id"],
    [{ tool_ids: [999] }, "tool_ids.0"],
    [{ phone_number_id: 4, type: "inbound" }, "phone_number_id"],
    [{ is_webhook_active: true }, "webhook_url"],
    [{ speech_speed: 1.3 }, "speech_speed"],
    [{ type: "make" }, "type"],
    [{ ...multimodal, voice_id: 1 }, "voice_id"],
    [{ ...multimodal, multimodal_model_id: 2001 }, "multimodal_model_id"],
    [{ ...multimodal, knowledgebase_mode: "prompt" }, "knowledgebase_mode"],
  ])("%j", async (body, field) => {
    const running = await started();
    await create(running);
    const answers = [await create(running, body), await running.call("PUT", "/user/assistant/201", body)];
    for (const { status, json } of answers) {
      expect(status).toBe(422);
      expect(json).toEqual({ message: "Validation failed", errors: { [field]: [expect.any(String)] } });
    }
    expect(await assistantRecord(running.call, 201)).toEqual(record2026);
  });
});

describe("PUT /user/assistant/{id}", () => {
  test("silently ignores the field names of form 2025", async () => {
    const running = await started();
    await create(running);
    const old = { assistant_name: "New", calls_direction: "receive", max_call_duration: 61 };
    expect((await running.call("PUT", "/user/assistant/201", old)).status).toBe(200);
    expect(await assistantRecord(running.call, 201)).toEqual(record2026);
  });

  test.each([
    [{ phone_number_id: 1 }, { phone_number_id: null }],
    [{ webhook_url: "https://hooks.example.com/a" }, { webhook_url: null }],
    [{ knowledgebase_id: 1 }, { knowledgebase_id: null }],
    [{ max_initial_silence_duration: 9 }, { max_initial_silence_duration: null }],
    [{ synthesizer_provider_id: 1 }, { synthesizer_provider_id: null }],
    [{ voice_mail_message: "Hi." }, { voice_mail_message: null }],
    [{ folder_id: 1 }, { folder_id: null }],
    [{ conversation_inactivity_timeout: 5 }, { conversation_inactivity_timeout: null }],
  ])("null removes %j", async (body, none) => {
    const running = await started({ allRecordKeys: true });
    await create(running, body);
    expect(await assistantRecord(running.call, 201)).toMatchObject(body);
    expect((await running.call("PUT", "/user/assistant/201", none)).status).toBe(200);
    expect(await assistantRecord(running.call, 201)).toMatchObject(none);
  });

  test("another mode needs a voice of that mode, and resets the model and the providers", async () => {
    const running = await started();
    await create(running, { synthesizer_provider_id: 1, transcriber_provider_id: 1 });
    const refused = await running.call("PUT", "/user/assistant/201", { mode: "multimodal" });
    expect(keysOf(refused.json.errors)).toEqual(["voice_id"]);
    const change = { mode: "multimodal", voice_id: 4 };
    expect((await running.call("PUT", "/user/assistant/201", change)).status).toBe(200);
    expect(await assistantRecord(running.call, 201)).toMatchObject({
      mode: "multimodal",
      llm_model_id: null,
      multimodal_model_id: 1001,
      synthesizer_provider_id: null,
      transcriber_provider_id: null,
    });
  });
});

test("an inbound assistant cannot get the number of another inbound assistant", async () => {
  const running = await started();
  const inbound = { type: "inbound", phone_number_id: 1 };
  await create(running, { phone_number_id: 1 });
  expect((await create(running, inbound)).status).toBe(201);
  expect((await create(running, { phone_number_id: 1 })).status).toBe(201);
  const { status, json } = await create(running, inbound);
  expect({ status, fields: keysOf(json.errors) }).toEqual({ status: 422, fields: ["phone_number_id"] });
});

describe("tools in the record", () => {
  const endCall = { type: "end_call", description: "When they say goodbye." };
  const inRecord = { type: "end_call", data: { description: "When they say goodbye." } };

  test.each([
    [{}, [inRecord, { id: 101 }], undefined],
    [{ toolItems: "built-in" as const }, [inRecord], undefined],
    [{ toolItems: "ids" as const }, [inRecord, 101], undefined],
    [{ toolItems: "built-in" as const, toolIds: true }, [inRecord], [101]],
  ])("the record shows built-in and attached tools according to %j", async (options, tools, tool_ids) => {
    const running = await started(options);
    await running.call("POST", "/user/tools", aTool);
    await create(running, { tools: [endCall], tool_ids: [101, 101] });
    const record = await assistantRecord(running.call, 201);
    expect(record["tools"]).toMatchObject(tools);
    expect(record["tools"]).toHaveLength(tools.length);
    expect(record["tool_ids"]).toEqual(tool_ids);
  });
});
