/** Fields that only the 2026 form has. They are not in the specification (docs/api-forms.md). */
import { z } from "zod";
import { renamed } from "../core/fields/codecs.js";
import type { EngineMode, Field, FieldTable, In2026, Reference } from "../core/fields/fields.js";
import {
  decimal,
  flag,
  id,
  nameOrId,
  namesOrIds,
  oneOf,
  text,
  webAddress,
  wholeNumber,
} from "../core/fields/types.js";
import { fillerKeys } from "./codecs.js";
import { content, setting } from "./schema-rows.js";

type ByMode = NonNullable<Extract<In2026, { byMode?: unknown }>["byMode"]>;

const voices = (to: Reference): { refers: NonNullable<Field["refers"]> } => ({
  refers: { to, idAs: "voiceId", sends: "id" },
});

/** Each engine mode has its own voices. */
export const voicesByMode: ByMode = {
  unknown: voices("voice"),
  pipeline: voices("pipelineVoice"),
  multimodal: voices("multimodalVoice"),
  dualplex: voices("dualplexVoice"),
};

const models = (to: Reference, key: string): ByMode[EngineMode] => ({
  request: key,
  record: key,
  codec: undefined,
  refers: { to, idAs: "llmModelId", sends: "id", onlyListed: true },
});

/** Each engine mode has its own models. */
export const modelsByMode: ByMode = {
  // A name cannot be looked up until the engine mode is known.
  unknown: { request: undefined, refers: undefined },
  pipeline: models("model", "llm_model_id"),
  multimodal: models("multimodalModel", "multimodal_model_id"),
  dualplex: models("dualplexModel", "multimodal_model_id"),
};

const none = { value: null };
/** For a field that the service sets to its default when a request contains null. Records may show that default. */
const reset = { value: null, resets: true } as const;

type Row = [...Parameters<typeof setting>];

const later = ([type, request, doc, more = {}]: Row): Field =>
  setting(type, request, doc, { spec: "2026 form", only: "2026", ...more });

const laterContent = ([type, request, doc, more = {}]: Row): Field =>
  content(type, request, doc, { spec: "2026 form", only: "2026", ...more });

/** For a field that no documented record contains. */
const notInRecords = { record: undefined } as unknown as Partial<Field>;

const phrases = (what: string) =>
  z
    .array(text({ min: 1 }), "must be an array")
    .meta({ doc: `Phrases to say after a remark that the service understands as ${what}.` });

export const laterFields: FieldTable = {
  secondaryLanguages: later([
    namesOrIds("language").meta({
      rule: "an array of languages: names, two-letter codes, or ids as numbers",
    }),
    "secondary_language_ids",
    "Additional languages that the assistant speaks. An update replaces the whole list; the order does not matter.",
    {
      ...notInRecords,
      refers: { to: "language", idAs: "__secondaryLanguageIds", sends: "id", many: true },
      emptied: { value: [] },
      unordered: (item) => String(item),
    },
  ]),
  fallbackModel: later([
    text({ min: 1, max: 100 }),
    "chat_llm_fallback_id",
    "The name of the language model that calls tools in the modes multimodal and dualplex.",
    {
      ...notInRecords,
      refers: { to: "model", idAs: "__fallbackModelId", sends: "id" },
      emptied: none,
      in2026: { modes: ["multimodal", "dualplex"] },
    },
  ]),
  turnDetectionThreshold: later([
    decimal(0, 1),
    "turn_detection_threshold",
    "How sure the service must be that the caller's turn has ended, in the modes multimodal and dualplex. If it is not set, the service decides.",
    { ...notInRecords, emptied: none, in2026: { modes: ["multimodal", "dualplex"] } },
  ]),
  synthesizer: later([
    nameOrId("synthesizer"),
    "synthesizer_provider_id",
    "The provider of the voice: its name, or its id as a number. If it is not set, the service uses the default of the language.",
    {
      refers: { to: "synthesizer", idAs: "__synthesizerId", sends: "id" },
      emptied: reset,
      in2026: { modes: ["pipeline", "dualplex"] },
    },
  ]),
  transcriber: later([
    nameOrId("transcriber"),
    "transcriber_provider_id",
    "The provider of speech recognition: its name, or its id as a number. If it is not set, the service uses the default of the language.",
    {
      refers: { to: "transcriber", idAs: "__transcriberId", sends: "id" },
      emptied: reset,
      in2026: { modes: ["pipeline"] },
    },
  ]),
  ttsEmotion: later([
    flag(),
    "tts_emotion_enabled",
    "Whether the voice expresses emotions.",
    { ...notInRecords, assumedDefault: true },
  ]),
  ambientSound: later([
    oneOf(["off", "office", "city", "forest", "crowded_room", "cafe", "nature"]),
    "ambient_sound",
    "The sound in the background of calls.",
    // Records may have "none" for "off", as in the service's own interface.
    { codec: renamed({ off: "none" }), assumedDefault: "off" },
  ]),
  knowledgebase: later([
    id(),
    "knowledgebase_id",
    "The id of the knowledge base that the assistant uses.",
    { emptied: none },
  ]),
  knowledgebaseMode: later([
    oneOf(["function_call", "prompt"]),
    "knowledgebase_mode",
    'How the knowledge base is used. "function_call" searches it on demand. "prompt" makes it part of the prompt, and needs the pipeline mode.',
    { needs: "knowledgebase" },
  ]),
  voicemailMessage: laterContent([
    text({ min: 1, max: 1000, example: "This is Acme. We will call again." }),
    "voice_mail_message",
    "The message to leave when voicemail answers. If it is not set, no message is left.",
    { ...notInRecords, emptied: none },
  ]),
  reEngagementPrompt: laterContent([
    text({ min: 1, max: 1000, example: "Ask whether the caller is still there." }),
    "reengagement_prompt",
    "Tells the assistant what to say after a long silence. If it is not set, the service uses its own text.",
    { ...notInRecords, emptied: none },
  ]),
  ringingTime: later([
    wholeNumber(1, 60, "seconds"),
    "ringing_time",
    "Seconds that a call rings before it counts as not answered.",
    { assumedDefault: 30 },
  ]),
  maxInitialSilenceDuration: later([
    wholeNumber(1, 120, "seconds"),
    "max_initial_silence_duration",
    "Seconds of initial silence after which the call ends. If it is not set, there is no limit.",
    { emptied: reset },
  ]),
  fillerPhrases: laterContent([
    z
      .strictObject(
        {
          positive: phrases("positive"),
          negative: phrases("negative"),
          question: phrases("a question"),
          neutral: phrases("neutral"),
        },
        "must be {positive, negative, question, neutral}",
      )
      .meta({ rule: "{positive, negative, question, neutral}, each an array of strings" }),
    "filler_config",
    "What the assistant says while it thinks. Replaced and compared as a whole.",
    {
      example: { positive: ["Great!"], negative: [], question: ["Let me see."], neutral: [] },
      tidy: fillerKeys,
      needs: "fillerAudios",
    },
  ]),
  conversationInactivityTimeout: later([
    wholeNumber(1, 1440, "minutes"),
    "conversation_inactivity_timeout",
    "Minutes without a message after which a text conversation ends. If the field is removed from the program, text conversations no longer end by themselves.",
    { ...notInRecords, emptied: none, assumedDefault: 30 },
  ]),
  conversationEndedRetrigger: later([
    flag(),
    "conversation_ended_retrigger",
    "Whether the end of a text conversation is reported again if the conversation continues and ends once more.",
    { ...notInRecords, assumedDefault: false },
  ]),
  conversationEndedWebhookUrl: laterContent([
    webAddress(),
    "conversation_ended_webhook_url",
    "The URL that receives a notification when a text conversation ends.",
    { ...notInRecords, emptied: none },
  ]),
  folder: later([
    nameOrId("folder"),
    "folder_id",
    "The folder of the assistant in the service: its name, or its id as a number.",
    { ...notInRecords, refers: { to: "folder", idAs: "__folderId", sends: "id" }, emptied: none },
  ]),
  labels: later([
    namesOrIds("label").meta({ rule: "an array of labels: names, or ids as numbers" }),
    "label_ids",
    "The labels of the assistant in the service. An update replaces the whole list; the order does not matter.",
    {
      ...notInRecords,
      refers: { to: "label", idAs: "__labelIds", sends: "id", many: true },
      emptied: { value: [] },
      unordered: (item) => String(item),
    },
  ]),
};
