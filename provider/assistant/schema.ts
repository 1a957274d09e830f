import { z } from "zod";
import { keyed, renamed, translated, yesNo } from "../core/fields/codecs.js";
import { type ComputedTable, type FieldTable, engineModes } from "../core/fields/fields.js";
import { creationOptions } from "../core/fields/options.js";
import {
  customVariables,
  flag,
  id,
  nameOrId,
  oneOf,
  phone,
  references,
  text,
  timeZone,
  wholeNumber,
} from "../core/fields/types.js";
import { namedZone } from "../core/fields/time-zones.js";
import { asName } from "../core/fields/values.js";
import { afterCallFields } from "./schema-after-call.js";
import { attachedTools, attachedToolsIn2026, modelId } from "./codecs.js";
import { builtInTools } from "./schema-built-in-tools.js";
import { laterFields, modelsByMode, voicesByMode } from "./schema-2026.js";
import { content, dial, setting } from "./schema-rows.js";

/**
 * The program's values, and the values that records use for them. Requests of the 2026 form use the record's values
 * too.
 */
const directions = { receive: "inbound", make: "outbound" };
const firstSpeakers = { "AI assistant": false, Customer: true };

/** Assistant, spec 2.3 and 4.2. */
export const fields = {
  name: setting(text({ min: 1, max: 255 }), "assistant_name", "The assistant's name.", {
    record: "name",
    required: true,
    meaning: asName,
    example: "Support",
    in2026: { request: "name" },
  }),
  voice: setting(nameOrId("voice"), "voice_id", "The voice: its name, or its id as a number.", {
    refers: { to: "voice", idAs: "voiceId", sends: "id" },
    required: true,
    in2026: { byMode: voicesByMode },
  }),
  language: setting(
    text({ min: 1, max: 100 }),
    "language",
    "The language: its name in the service's listing, or its two-letter code.",
    {
      record: "language_id",
      refers: { to: "language", idAs: "languageId", sends: "name" },
      required: true,
      in2026: { request: "language_id", refers: { to: "language", idAs: "languageId", sends: "id" } },
    },
  ),
  llmModel: setting(
    text({ min: 1, max: 100 }),
    "llm_model",
    "The language model: its name in the service's listing. In the 2026 form, each engine mode has its own listing. If the service does not return the model of a multimodal assistant, the model is not compared.",
    {
      record: "llm_model_id",
      codec: modelId,
      refers: { to: "model", idAs: "llmModelId", sends: "name", onlyListed: true },
      required: true,
      in2026: { byMode: modelsByMode },
    },
  ),
  callsDirection: setting(
    oneOf(["receive", "make"]),
    "calls_direction",
    "Whether the assistant receives calls (inbound) or makes them (outbound).",
    {
      record: "type",
      codec: renamed(directions),
      required: true,
      in2026: { request: "type", codec: translated(directions) },
    },
  ),
  engineType: setting(oneOf(["pipeline", "multimodal"]), "engine_type", "The engine mode.", {
    record: "mode",
    required: true,
    in2026: {
      type: oneOf(engineModes),
      request: "mode",
      // Changing the mode resets these fields to the defaults of the new mode, so they are sent together with it.
      together: ["voice", "llmModel", "fallbackModel", "synthesizer", "transcriber"],
    },
  }),
  timezone: setting(
    timeZone(),
    "timezone",
    "The time zone in which the assistant speaks of dates and times.",
    { required: true, meaning: namedZone },
  ),
  initialMessage: content(text({ min: 1 }), "initial_message", "The first spoken message.", {
    required: true,
    in2026: { type: text({ min: 1, max: 200 }) },
    example: "Hello, how can I help?",
  }),
  systemPrompt: content(
    text({ min: 1 }),
    "system_prompt",
    "The prompt that defines the assistant's behavior; `prompt()` reads it from a Markdown file.",
    { required: true, example: "You answer the phone for Acme. Be brief." },
  ),
  phoneNumber: content(
    z
      .union([phone(), id()], "must be a phone number in E.164 format, or its id as a number")
      .nullable()
      .meta({ rule: 'a phone number in E.164 format, e.g. "+12025550101", or its id as a number, or null' }),
    "phone_number_id",
    "The account's phone number that the assistant uses: in E.164 format, or its id as a number. To unassign the number, set this property to null or remove it from the program. The provider never takes a number away from another assistant.",
    {
      refers: { to: "phoneNumber", idAs: "phoneNumberId", sends: "id" },
      nullable: true,
      emptied: { value: null },
    },
  ),
  tools: setting(
    references("tool").meta({ rule: "an array of tool resources, names or ids" }),
    "tool_ids",
    "The mid call tools that the assistant may call: MidCallTool resources, names of tools in the account, or ids. An update replaces all assignments; the order does not matter. Not compared if the service does not show which tools are attached.",
    {
      record: "tools",
      codec: attachedTools,
      refers: { to: "tool", idAs: "toolIds", sends: "id", many: true, onlyListed: true },
      emptied: { value: [] },
      unordered: (item) => String(item),
      in2026: { codec: attachedToolsIn2026 },
    },
  ),
  endpointType: setting(
    oneOf(["vad", "ai"]),
    "endpoint_type",
    "How the end of the caller's turn is recognized.",
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
  ...afterCallFields,
  useMinInterruptWords: {
    type: flag(),
    doc: "Whether `minInterruptWords` is used. The service never returns this setting, so it cannot be compared.",
    spec: "4.2",
    request: "use_min_interrupt_words",
    shown: true,
    in2026: { absent: "declare only minInterruptWords, which takes effect by itself" },
  },
  minInterruptWords: setting(
    wholeNumber(0, 10, "words"),
    "min_interrupt_words",
    "Number of words that the caller must say to interrupt.",
    { assumedDefault: 0, in2026: { emptied: { value: null, resets: true } } },
  ),
  variables: content(
    customVariables(),
    "variables",
    "Custom variables, which prompts use as `{{key}}`. Replaced and compared as a whole.",
    { codec: keyed, emptied: { value: {} }, freeForm: true },
  ),
  endCallTool: {
    type: z
      .strictObject(
        { description: text({ max: 500 }).meta({ doc: "Tells the AI when to end the call." }) },
        "must be {description}",
      )
      .meta({ rule: "{description: at most 500 characters}" }),
    doc: "When the assistant should end the call by itself. The service never returns this setting, so it cannot be compared.",
    spec: "4.2",
    example: { description: "When the caller says goodbye." },
    request: "end_call_tool",
    in2026: { absent: "declare builtInTools: [endCall({ description })]" },
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
    {
      record: "fillers",
      codec: yesNo,
      assumedDefault: false,
      in2026: { request: "fillers", modes: ["pipeline"] },
    },
  ),
  reEngagementInterval: setting(
    wholeNumber(7, 600, "seconds"),
    "re_engagement_interval",
    "Seconds of silence after which the assistant speaks again.",
    { record: "reengagement_interval", assumedDefault: 30, in2026: { request: "reengagement_interval" } },
  ),
  maxCallDuration: setting(
    wholeNumber(20, 1200, "seconds"),
    "max_call_duration",
    "Maximum duration of a call, in seconds.",
    { record: "max_duration", assumedDefault: 600, in2026: { request: "max_duration" } },
  ),
  maxSilenceDuration: setting(
    wholeNumber(1, 120, "seconds"),
    "max_silence_duration",
    "Seconds of silence after which the call ends.",
    { assumedDefault: 40, in2026: { type: wholeNumber(1, 360, "seconds") } },
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
    "Whether the caller's background noise is removed.",
    {
      record: "enable_noise_cancellation",
      assumedDefault: true,
      in2026: { request: "enable_noise_cancellation" },
    },
  ),
  recordCall: setting(flag(), "record_call", "Whether calls are recorded.", {
    record: "record",
    assumedDefault: false,
    in2026: { request: "record" },
  }),
  whoSpeaksFirst: setting(oneOf(["AI assistant", "Customer"]), "who_speaks_first", "Who speaks first.", {
    record: "wait_for_customer",
    codec: renamed(firstSpeakers),
    assumedDefault: "AI assistant",
    in2026: { request: "wait_for_customer", codec: translated(firstSpeakers) },
  }),
  ...laterFields,
  builtInTools,
  ...creationOptions("name"),
  extraFields: {
    type: customVariables().meta({ rule: "an object of JSON values", typeText: "{ [field: string]: any }" }),
    doc: "Request fields that this version of the provider does not know yet, under their names in the service. Sent unchanged, and compared if the record has the same key.",
    spec: "4.2",
    example: { new_setting: "value" },
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
  complianceBlockedAt: {
    type: z.string().nullable(),
    doc: "When the service's check of prompts paused the assistant. null if it did not, or if the service does not say.",
    record: "compliance_blocked_at",
    mayLack: true,
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
