import { canaries } from "../support/canaries.js";
import {
  type Sample,
  type Subject,
  flag,
  lacking,
  letters,
  limit,
  numbersAndFlags,
  required,
  sample,
  unreadable,
  words,
} from "./fixture.js";

export const assistant = {
  name: "Support",
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "make",
  engineType: "pipeline",
  timezone: "Europe/Berlin",
  initialMessage: "Hello!",
  systemPrompt: canaries.prompt,
};

const hook = (of: string): string => `https://hooks.example.com/${of}`;
const webhook = { webhookUrl: hook("a") };
const outcome = (more: object = {}) => [
  { name: "outcome", type: "string", description: "How it went.", ...more },
];

const storedTool = {
  owner: 1,
  description: "A tool.",
  endpoint: "https://tools.example.com/",
  method: "GET",
  timeout: 10,
  headers: [],
  schema: [],
  type: "http" as const,
  body_format: "json" as const,
  static_fields: [],
  created_at: "2026-01-01T00:00:00.000000Z",
  updated_at: "2026-01-01T00:00:00.000000Z",
};

const samples: Record<string, Sample> = {
  name: required("assistant_name", "name", ["Support", "Sales", "By hand"]),
  voice: required("voice_id", "voice_id", ["Sarah", "Michael", 3], { sends: 2 }),
  language: required("language", "language_id", ["English", "de", 3], { sends: "German", stores: 5 }),
  llmModel: required("llm_model", "llm_model_id", ["GPT-4o-mini", "GPT-4.1-mini", 3], { stores: 2 }),
  callsDirection: required("calls_direction", "type", ["make", "receive", "inbound"], { stores: "inbound" }),
  engineType: required("engine_type", "mode", ["pipeline", "multimodal", "multimodal"]),
  timezone: required("timezone", "timezone", ["Europe/Berlin", "UTC", "Asia/Tokyo"]),
  initialMessage: required("initial_message", "initial_message", ["Hello!", " Hi. ", "By hand"]),
  systemPrompt: required("system_prompt", "system_prompt", [
    "You help.\r\nAlways.\n",
    "You sell.",
    "By hand",
  ]),
  phoneNumber: sample("phone_number_id", "phone_number_id", ["+12025550101", 2, 3], {
    emptied: { phone_number_id: null },
  }),
  tools: sample("tool_ids", "tool_ids", [["get_prices", "get_hours"], ["get_hours"], [102]], {
    sends: [100],
    emptied: { tool_ids: [] },
  }),
  endpointType: sample("endpoint_type", "endpoint_type", ["vad", "ai", "ai"]),
  endpointSensitivity: sample("endpoint_sensitivity", "endpoint_sensitivity", [0, 5, 2.5]),
  interruptSensitivity: sample("interrupt_sensitivity", "interrupt_sensitivity", [0, 5, 1.5]),
  ambientSoundVolume: sample("ambient_sound_volume", "ambient_sound_volume", [0, 1, 0.35]),
  postCallEvaluation: flag("post_call_evaluation"),
  sendWebhookOnlyOnCompleted: flag("send_webhook_only_on_completed"),
  includeRecordingInWebhook: flag("include_recording_in_webhook"),
  isWebhookActive: {
    ...flag("is_webhook_active"),
    beside: webhook,
    body: { is_webhook_active: false, webhook_url: hook("a") },
  },
  webhookUrl: sample("webhook_url", "webhook_url", [hook("a"), hook("b"), hook("by-hand")], {
    emptied: { webhook_url: null },
  }),
  inboundWebhookUrl: sample("webhook_url", "inbound_webhook_url", [hook("in"), hook("incoming"), hook("x")], {
    emptied: {},
    route: "/user/assistants/enable-inbound-webhook",
  }),
  useMinInterruptWords: unreadable("use_min_interrupt_words", true, false),
  minInterruptWords: sample("min_interrupt_words", "min_interrupt_words", [0, 10, 3]),
  variables: sample(
    "variables",
    "variables",
    [
      { company: "Acme", nested: { a: [1, true, null] } },
      { company: "Acme Ltd" },
      { company: "Acme", more: "by hand" },
    ],
    { emptied: { variables: {} } },
  ),
  postCallSchema: sample(
    "post_call_schema",
    "post_call_schema",
    [
      [...outcome(), { name: "Age_2", type: "number", description: "Age." }],
      outcome({ type: "bool", description: "Whether it went well." }),
      [{ name: "by_hand", type: "bool", description: "By hand." }],
    ],
    { emptied: { post_call_schema: [] } },
  ),
  endCallTool: unreadable(
    "end_call_tool",
    { description: "When they say goodbye." },
    { description: "When all is done." },
  ),
  llmTemperature: sample("llm_temperature", "llm_temperature", [0, 1, 0.55]),
  voiceStability: sample("voice_stability", "voice_stability", [0, 1, 0.55]),
  voiceSimilarity: sample("voice_similarity", "voice_similarity", [0, 1, 0.55]),
  speechSpeed: sample("speech_speed", "speech_speed", [0.7, 1.2, 1.1]),
  allowInterruptions: flag("allow_interruptions"),
  fillerAudios: flag("filler_audios", "fillers"),
  reEngagementInterval: sample("re_engagement_interval", "reengagement_interval", [7, 600, 31]),
  maxCallDuration: sample("max_call_duration", "max_duration", [20, 1200, 61]),
  maxSilenceDuration: sample("max_silence_duration", "max_silence_duration", [1, 120, 41]),
  endCallOnVoicemail: flag("end_call_on_voicemail"),
  noiseCancellation: flag("noise_cancellation", "enable_noise_cancellation"),
  recordCall: flag("record_call", "record"),
  whoSpeaksFirst: sample("who_speaks_first", "wait_for_customer", ["Customer", "AI assistant", false], {
    stores: false,
  }),
  extraFields: {
    request: "new_setting",
    first: { new_setting: "a", hidden_setting: 1 },
    second: { new_setting: "b", hidden_setting: 1 },
    body: { new_setting: "b", hidden_setting: 1 },
    stored: { new_setting: "b" },
    byHand: { new_setting: "by hand" },
  },
};

/** Spec 2.3, 4.2, 6 and 8. */
export const anAssistant: Subject = {
  kind: "Assistant",
  props: assistant,
  change: { maxCallDuration: 77 },
  create: "/user/assistant",
  list: "/user/assistants/get",
  item: "/user/assistant/{id}",
  body: {
    assistant_name: "Receptionist",
    voice_id: 1,
    language: "English",
    llm_model: "GPT-4o-mini",
    calls_direction: "make",
    engine_type: "pipeline",
    timezone: "Europe/Berlin",
    initial_message: "Hello!",
    system_prompt: "You answer the phone.",
  },
  rows: ({ state }) => state.assistants,
  listing: (records) => ({ current_page: 1, total: records.length, data: records }),
  prepare: ({ state }) => {
    for (const name of ["get_hours", "get_prices", "get_offers"])
      state.tools.push({ ...state.tools[0]!, ...storedTool, id: 100 + state.tools.length, name });
  },
  field: "maxCallDuration",
  first: 60,
  second: 90,
  sent: { max_call_duration: 90 },
  byHand: { max_duration: 75 },
  key: "name",
  keys: ["Ada", "Bob", "Cleo"],
  samples,
  options: { onExisting: "adopt", adoptId: 201 },
  computed: [
    "complianceBlockedAt",
    "createdAt",
    "languageId",
    "llmModelId",
    "phoneNumberId",
    "status",
    "toolIds",
    "updatedAt",
    "uuid",
    "voiceId",
  ],
  secrets: {
    props: {
      ...assistant,
      initialMessage: "A private message.",
      systemPrompt: "A private prompt,\nof two lines.",
      webhookUrl: "https://private.example.com/hook",
      inboundWebhookUrl: "https://private.example.com/in",
      variables: { company: "Private Ltd", name: "Private Person", deep: { list: ["private-deep"] } },
      postCallSchema: outcome({ description: "A private outcome." }),
      endCallTool: { description: "A private ending." },
      extraFields: { new_setting: "private-extra" },
    },
    change: {
      systemPrompt: "Another private prompt.",
      variables: { name: "Private Other" },
      webhookUrl: "https://private.example.com/2",
      inboundWebhookUrl: "https://private.example.com/incoming",
    },
  },
  limits: [
    limit("name", ["x", letters(255)], [letters(256)], /1-255 characters, has 256/),
    limit("name", [], [""], /must not be blank/),
    limit("voice", ["Sarah", 3], [0, -1, 1.5], /id|text/, { programOnly: true }),
    limit("language", [letters(100)], [letters(101)], /1-100 characters, has 101/, { programOnly: true }),
    limit("llmModel", [letters(100)], [letters(101)], /1-100 characters, has 101/, { programOnly: true }),
    words("callsDirection", ["receive", "make"], ["inbound", "outbound", ""]),
    words("engineType", ["pipeline", "multimodal"], ["Pipeline", "both"]),
    limit(
      "timezone",
      ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"],
      ["Berlin", "Europe/Nowhere", "+02:00", "", 1],
      /time zone/,
    ),
    limit("initialMessage", ["x"], ["", "  ", 5], /must not be blank|must be text/),
    limit("systemPrompt", ["x", letters(30_000)], ["", " ", 5], /must not be blank|must be text/),
    limit(
      "phoneNumber",
      ["+12025550101", 1, null],
      ["12025550101", "+1202", "+1 202 555 0101", "+0123456789", "2025550101", "+123456789012345678", 0],
      /E\.164|possible phone number|an id/,
      { programOnly: true },
    ),
    limit("tools", [[], ["a", "b", 3]], [["a", "a"]], /twice/, { path: "tools[1]", programOnly: true }),
    limit("tools", [], ["get_hours", { 0: "a" }], /array/),
    words("endpointType", ["vad", "ai"], ["VAD", "none"]),
    ...numbersAndFlags(samples),
    ...["webhookUrl", "inboundWebhookUrl"].map((property) =>
      limit(
        property,
        ["https://hooks.example.com", null],
        ["hooks.example.com", "", "mailto:a@example.com"],
        /valid http/,
      ),
    ),
    limit("isWebhookActive", [], [true], /required when isWebhookActive is true/, { path: "webhookUrl" }),
    limit("isWebhookActive", [], [true], /required when isWebhookActive is true/, {
      path: "webhookUrl",
      beside: { webhookUrl: null },
      programOnly: true,
    }),
    limit("variables", [{}, { a: { b: [1, null, "c", false] } }], [["a"], "a", 5], /object/),
    limit("variables", [], [[]], /object/, { programOnly: true }),
    limit(
      "postCallSchema",
      [[], outcome({ name: "a_B9" })],
      [outcome({ name: "a-b" }), outcome({ name: "a b" }), outcome({ name: "é" })],
      /must contain only letters, digits and underscores/,
      { path: "postCallSchema[0].name" },
    ),
    limit(
      "postCallSchema",
      ["string", "number", "bool"].map((type) => outcome({ type })),
      [outcome({ type: "boolean" })],
      /"string" or "number" or "bool"/,
      { path: "postCallSchema[0].type" },
    ),
    limit("postCallSchema", [], [outcome({ description: "" })], /blank/, {
      path: "postCallSchema[0].description",
    }),
    ...["name", "type", "description"].map((missing) =>
      limit("postCallSchema", [], [lacking(outcome(), missing)], /is required|"string"/, {
        path: `postCallSchema[0].${missing}`,
      }),
    ),
    limit(
      "endCallTool",
      [{ description: letters(500) }],
      [{ description: letters(501) }],
      /at most 500 characters, has 501/,
      { path: "endCallTool.description" },
    ),
    limit("endCallTool", [], [{}], /is required/, { path: "endCallTool.description", programOnly: true }),
    words("whoSpeaksFirst", ["AI assistant", "Customer"], ["ai assistant", "customer"]),
    limit("extraFields", [{ new_setting: 1 }], [{ max_call_duration: 60 }], /has its own property/, {
      path: "extraFields.max_call_duration",
      programOnly: true,
    }),
    limit("adoptId", [7], [0, "7"], /an id/, { programOnly: true }),
    { ...words("onExisting", ["fail", "adopt", "create"], ["overwrite"]), programOnly: true },
  ],
};

/** In the 2025 form, both engine modes have the same fields. */
export const aMultimodalAssistant: Subject = {
  ...anAssistant,
  props: { ...assistant, voice: "Emma", engineType: "multimodal" },
  samples: {
    ...samples,
    voice: required("voice_id", "voice_id", ["Emma", "David", 3], { sends: 5 }),
    engineType: required("engine_type", "mode", ["multimodal", "pipeline", "pipeline"]),
  },
};
