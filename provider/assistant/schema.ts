import { z } from "zod";
import { decimalText, renamed, yesNo } from "../core/codecs.js";
import type { ComputedTable, Field, FieldTable } from "../core/fields.js";
import { creationOptions } from "../core/options.js";
import {
  byName,
  customVariables,
  decimal,
  flag,
  id,
  listOf,
  nameOrId,
  oneOf,
  phone,
  references,
  text,
  timeZone,
  webAddress,
  wholeNumber,
} from "../core/types.js";
import { attachedTools, modelId } from "./codecs.js";

/** A field with a number, a flag or a word as its value. Messages may show it. */
const setting = (type: z.ZodType, request: string, doc: string, more: Partial<Field> = {}): Field => ({
  ...content(type, request, doc, more),
  shown: true,
});

/** A number that records contain as padded text. */
const dial = (min: number, max: number, request: string, doc: string, assumedDefault: number): Field =>
  setting(decimal(min, max), request, doc, { codec: decimalText, assumedDefault });

/** A field with a value that may be private. */
const content = (type: z.ZodType, request: string, doc: string, more: Partial<Field> = {}): Field => ({
  type,
  doc,
  spec: "4.2",
  request,
  record: request,
  ...more,
});

/** Assistant, spec 2.3 and 4.2. */
export const fields = {
  name: setting(
    text({ min: 1, max: 255 }),
    "assistant_name",
    "The assistant's name (the service's assistant_name).",
    { record: "name", required: true },
  ),
  voice: setting(nameOrId("voice"), "voice_id", "The voice: its name, or its id as a number.", {
    refers: { to: "voice", idAs: "voiceId", sends: "id" },
    required: true,
  }),
  language: setting(
    text({ min: 1, max: 100 }),
    "language",
    "The language: its name in the service's listing, or its two-letter code.",
    { record: "language_id", refers: { to: "language", idAs: "languageId", sends: "name" }, required: true },
  ),
  llmModel: setting(
    text({ min: 1, max: 100 }),
    "llm_model",
    "The name of the language model in the service's listing. The service may not show it for a multimodal assistant; then it is not compared.",
    {
      record: "llm_model_id",
      codec: modelId,
      refers: { to: "model", idAs: "llmModelId", sends: "name" },
      required: true,
    },
  ),
  callsDirection: setting(
    oneOf(["receive", "make"]),
    "calls_direction",
    "Whether the assistant receives calls (inbound) or makes them (outbound).",
    { record: "type", codec: renamed({ receive: "inbound", make: "outbound" }), required: true },
  ),
  engineType: setting(oneOf(["pipeline", "multimodal"]), "engine_type", "The engine mode.", {
    record: "mode",
    required: true,
  }),
  timezone: setting(
    timeZone(),
    "timezone",
    "The time zone in which the assistant speaks of dates and times.",
    { required: true },
  ),
  initialMessage: content(text({ min: 1 }), "initial_message", "The first spoken message.", {
    required: true,
  }),
  systemPrompt: content(
    text({ min: 1 }),
    "system_prompt",
    "The prompt that defines the assistant's behaviour; `prompt()` reads it from a Markdown file.",
    { required: true },
  ),
  phoneNumber: content(
    z
      .union([phone(), id()], "must be a phone number in E.164 format or the id of one")
      .nullable()
      .meta({ rule: 'E.164, e.g. "+12025550101", or its id as a number, or null' }),
    "phone_number_id",
    "The account's phone number that the assistant uses: in E.164 format, or its id as a number. Set it to null, or remove it from the program, to unassign it. A number is never taken away from another assistant.",
    {
      refers: { to: "phoneNumber", idAs: "phoneNumberId", sends: "id" },
      nullable: true,
      emptied: { value: null },
    },
  ),
  tools: setting(
    references("tool").meta({ rule: "an array of tool resources, names or ids" }),
    "tool_ids",
    "The mid call tools that the assistant may call: MidCallTool resources, names of tools in the account, or ids. Replaces all assignments; the order does not matter.",
    {
      record: "tools",
      codec: attachedTools,
      refers: { to: "tool", idAs: "toolIds", sends: "id", many: true },
      emptied: { value: [] },
      unordered: (item) => String(item),
    },
  ),
  endpointType: setting(
    oneOf(["vad", "ai"]),
    "endpoint_type",
    "How the end of the caller's turn is recognised.",
    { assumedDefault: "vad" },
  ),
  endpointSensitivity: dial(
    0,
    5,
    "endpoint_sensitivity",
    "How readily a pause counts as the end of the caller's turn.",
    0.5,
  ),
  interruptSensitivity: dial(
    0,
    5,
    "interrupt_sensitivity",
    "How readily the caller interrupts the assistant.",
    0.5,
  ),
  ambientSoundVolume: dial(0, 1, "ambient_sound_volume", "Volume of the ambient sound.", 0.5),
  postCallEvaluation: setting(
    flag(),
    "post_call_evaluation",
    "Whether the service extracts the data of `postCallSchema` after a call.",
    { assumedDefault: true },
  ),
  sendWebhookOnlyOnCompleted: setting(
    flag(),
    "send_webhook_only_on_completed",
    "Whether notifications are sent for completed calls only.",
    { spec: "6", assumedDefault: true },
  ),
  includeRecordingInWebhook: setting(
    flag(),
    "include_recording_in_webhook",
    "Whether a notification contains the URL of the recording.",
    { spec: "6", assumedDefault: true },
  ),
  isWebhookActive: setting(
    flag(),
    "is_webhook_active",
    "Whether post-call notifications are sent. true needs `webhookUrl`.",
    { spec: "6", together: ["webhookUrl"], assumedDefault: false },
  ),
  webhookUrl: content(
    webAddress().nullable().meta({ rule: "an http:// or https:// URL, or null" }),
    "webhook_url",
    "The URL that receives post-call notifications. Set it to null, or remove it from the program, to remove it.",
    { spec: "6", together: ["isWebhookActive"], nullable: true, emptied: { value: null } },
  ),
  useMinInterruptWords: {
    type: flag(),
    doc: "Whether `minInterruptWords` is used. The service never returns it, so it cannot be compared.",
    spec: "4.2",
    request: "use_min_interrupt_words",
    shown: true,
  },
  minInterruptWords: setting(
    wholeNumber(0, 10, "words"),
    "min_interrupt_words",
    "Number of words that the caller must say to interrupt.",
  ),
  variables: content(
    customVariables(),
    "variables",
    "Custom variables, as `{{key}}` in the prompts. Replaced and compared as a whole.",
    { emptied: { value: {} }, freeForm: true },
  ),
  postCallSchema: content(
    listOf(
      {
        name: text({ min: 1 }).regex(/^\w+$/, "must be alphanumeric characters and underscores"),
        type: oneOf(["string", "number", "bool"]),
        description: text({ min: 1 }),
      },
      "name: letters, digits and underscores, type: `string`, `number` or `bool`, description",
    ),
    "post_call_schema",
    "The data to extract after a call. The order does not matter.",
    { emptied: { value: [] }, unordered: byName },
  ),
  endCallTool: {
    type: z
      .strictObject({ description: text({ max: 500 }) }, "must be {description}")
      .meta({ rule: "{description: at most 500 characters}" }),
    doc: "When the assistant should end the call by itself. The service never returns it, so it cannot be compared.",
    spec: "4.2",
    request: "end_call_tool",
  },
  llmTemperature: dial(0, 1, "llm_temperature", "Temperature of the language model.", 0.1),
  voiceStability: dial(0, 1, "voice_stability", "The stability of the voice.", 0.7),
  voiceSimilarity: dial(0, 1, "voice_similarity", "The similarity of the voice to its original.", 0.5),
  speechSpeed: dial(0.7, 1.2, "speech_speed", "Speed of speech; 1 is normal.", 1),
  allowInterruptions: setting(flag(), "allow_interruptions", "Whether the caller may interrupt.", {
    assumedDefault: true,
  }),
  fillerAudios: setting(
    flag(),
    "filler_audios",
    "Whether filler sounds are played while the assistant thinks.",
    { record: "fillers", codec: yesNo, assumedDefault: false },
  ),
  reEngagementInterval: setting(
    wholeNumber(7, 600, "seconds"),
    "re_engagement_interval",
    "Seconds of silence after which the assistant speaks again.",
    { record: "reengagement_interval", assumedDefault: 30 },
  ),
  maxCallDuration: setting(
    wholeNumber(20, 1200, "seconds"),
    "max_call_duration",
    "Maximum duration of a call, in seconds.",
    { record: "max_duration", assumedDefault: 600 },
  ),
  maxSilenceDuration: setting(
    wholeNumber(1, 120, "seconds"),
    "max_silence_duration",
    "Seconds of silence after which the call ends.",
    { assumedDefault: 40 },
  ),
  endCallOnVoicemail: setting(
    flag(),
    "end_call_on_voicemail",
    "Whether the call ends when voicemail answers.",
    { codec: yesNo, assumedDefault: true },
  ),
  noiseCancellation: setting(
    flag(),
    "noise_cancellation",
    "Whether background noise of the caller is removed.",
    { record: "enable_noise_cancellation", assumedDefault: true },
  ),
  recordCall: setting(flag(), "record_call", "Whether calls are recorded.", {
    record: "record",
    assumedDefault: false,
  }),
  whoSpeaksFirst: setting(oneOf(["AI assistant", "Customer"]), "who_speaks_first", "Who speaks first.", {
    record: "wait_for_customer",
    codec: renamed({ "AI assistant": false, Customer: true }),
    assumedDefault: "AI assistant",
  }),
  ...creationOptions("name"),
  extraFields: {
    type: customVariables().meta({ rule: "an object of JSON values", typeText: "{ [field: string]: any }" }),
    doc: "Request fields that this version does not know yet, with the names of the service. Sent unchanged, and compared if the record has the same key.",
    spec: "4.2",
    request: "*",
    record: "*",
  },
} as const satisfies FieldTable;

export const computed = {
  uuid: { type: z.string(), doc: "The assistant's UUID.", record: "uuid" },
  status: { type: z.string(), doc: '"active" or "inactive". The API cannot set it.', record: "status" },
  voiceId: { type: z.number(), doc: "Id of the voice.", record: "voice_id" },
  languageId: { type: z.number(), doc: "Id of the language.", record: "language_id" },
  llmModelId: {
    type: z.number().nullable(),
    doc: "Id of the language model. null if the service does not return it.",
  },
  phoneNumberId: {
    type: z.number().nullable(),
    doc: "Id of the phone number. null if none is assigned.",
    record: "phone_number_id",
  },
  toolIds: { type: z.array(z.number()), doc: "Ids of the attached tools that the program declares." },
  inboundWebhookUrl: {
    type: z.string().nullable(),
    doc: "The URL that receives notifications of inbound calls. The API cannot set it.",
    record: "inbound_webhook_url",
  },
  createdAt: {
    type: z.string(),
    doc: "When the service created the assistant, ISO 8601.",
    record: "created_at",
  },
  updatedAt: {
    type: z.string(),
    doc: "When the assistant was last changed, ISO 8601.",
    record: "updated_at",
  },
} as const satisfies ComputedTable;
