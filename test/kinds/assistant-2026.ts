/** Assistants in the 2026 form, in each engine mode (docs/api-forms.md). */
import { assistantSchema } from "../../emulator/base/stored-assistant.js";
import { anAssistant, assistant } from "./assistant.js";
import {
  type Row,
  type Sample,
  type Subject,
  fixed,
  flag,
  limit,
  required,
  sample,
  unreadable,
} from "./fixture.js";

export const modes = ["pipeline", "multimodal", "dualplex"] as const;
export type Mode = (typeof modes)[number];

/** The 2026 names of request fields that differ from the 2025 form only in name. */
const newNames: Record<string, string> = {
  assistant_name: "name",
  filler_audios: "fillers",
  re_engagement_interval: "reengagement_interval",
  max_call_duration: "max_duration",
  noise_cancellation: "enable_noise_cancellation",
  record_call: "record",
};

const renamedKeys = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [newNames[key] ?? key, value]));

const renamed = (one: Sample): Sample => ({
  ...one,
  request: newNames[one.request] ?? one.request,
  body: renamedKeys(one.body),
});

const outcome = (name: string, type: string) => [{ name, type, description: "How it went." }];
const phrases = (word: string) => ({
  positive: [word],
  negative: [],
  question: [`${word}?`],
  neutral: ["Hm."],
});

/** A field that records never show. To empty the field, a request sends null, or an empty list for a list. */
const hidden = (request: string, first: unknown, second: unknown, sends: unknown = second): Sample => ({
  ...unreadable(request, first, second),
  body: { [request]: sends },
  stored: { [request]: sends },
  emptied: { [request]: Array.isArray(second) ? [] : null },
  notReadable: "docs/api-forms.md: not in the record",
});

const withoutEmptied = ({ emptied: _, ...one }: Sample): Sample => one;

const voices: Record<Mode, Sample> = {
  pipeline: required("voice_id", "voice_id", ["Sarah", "Michael", 3], { sends: 2 }),
  multimodal: required("voice_id", "voice_id", ["Emma", "David", 5], { sends: 5 }),
  dualplex: required("voice_id", "voice_id", ["Sarah", "Michael", 3], { sends: 2 }),
};

const models: Record<Mode, Sample> = {
  pipeline: required("llm_model_id", "llm_model_id", ["GPT-4o-mini", "GPT-4.1-mini", 3], { sends: 2 }),
  multimodal: required("multimodal_model_id", "multimodal_model_id", ["GPT-4o-mini", "GPT Realtime", 1002], {
    sends: 1005,
  }),
  dualplex: required("multimodal_model_id", "multimodal_model_id", ["GPT Realtime", "Gemini Live", 2002], {
    sends: 2002,
  }),
};

/** Names of a voice and a model that every mode has. */
const everywhere = { voice: "Everyone", llmModel: "Everywhere" };

const idsOf: Record<Mode, Row> = {
  pipeline: { voice_id: 900, llm_model_id: 900 },
  multimodal: { voice_id: 901, multimodal_model_id: 1900 },
  dualplex: { voice_id: 900, multimodal_model_id: 2900 },
};

/** The service resets the voice and the model if the mode changes, so the update sends both. */
function modeSample(first: Mode, second: Mode): Sample {
  const body = { mode: second, ...idsOf[second] };
  const stored: Row = { llm_model_id: null, multimodal_model_id: null, ...body };
  const { voice_id: _, ...byHand } = stored;
  const change = required("mode", "mode", [first, second, second]);
  return { ...change, beside: everywhere, body, stored, byHand };
}

const pipelineOnly = /unless engineType is "pipeline"/;
const withoutPipeline = {
  knowledgebaseMode: fixed("knowledgebase_mode", "function_call", "prompt", pipelineOnly),
};

/** Fields that only some modes have, or whose values depend on the mode. */
const byMode: Record<Mode, Record<string, Sample>> = {
  pipeline: {
    engineType: modeSample("pipeline", "multimodal"),
    fillerAudios: flag("fillers"),
    knowledgebaseMode: sample("knowledgebase_mode", "knowledgebase_mode", [
      "prompt",
      "function_call",
      "function_call",
    ]),
    synthesizer: sample("synthesizer_provider_id", "synthesizer_provider_id", ["ElevenLabs", 2, 2], {
      emptied: { synthesizer_provider_id: null },
    }),
    transcriber: sample("transcriber_provider_id", "transcriber_provider_id", ["Deepgram", "Azure", 2], {
      sends: 2,
      emptied: { transcriber_provider_id: null },
    }),
  },
  multimodal: {
    engineType: modeSample("multimodal", "dualplex"),
    ...withoutPipeline,
    fallbackModel: hidden("chat_llm_fallback_id", "GPT-4o-mini", "GPT-4.1-mini", 2),
    turnDetectionThreshold: hidden("turn_detection_threshold", 0, 1),
  },
  dualplex: {
    engineType: modeSample("dualplex", "pipeline"),
    ...withoutPipeline,
    fallbackModel: hidden("chat_llm_fallback_id", "GPT-4o-mini", "GPT-4.1-mini", 2),
    turnDetectionThreshold: hidden("turn_detection_threshold", 0, 1),
    synthesizer: sample("synthesizer_provider_id", "synthesizer_provider_id", ["ElevenLabs", "Cartesia", 2], {
      sends: 2,
      emptied: { synthesizer_provider_id: null },
    }),
  },
};

const {
  engineType: _engineType,
  useMinInterruptWords: _words,
  endCallTool: _endCall,
  fillerAudios: _fillers,
  ...unchanged
} = anAssistant.samples;

const shared: Record<string, Sample> = {
  ...Object.fromEntries(Object.entries(unchanged).map(([property, one]) => [property, renamed(one)])),
  language: required("language_id", "language_id", ["English", "de", 3], { sends: 5 }),
  callsDirection: required("type", "type", ["make", "receive", "inbound"], { sends: "inbound" }),
  minInterruptWords: sample("min_interrupt_words", "min_interrupt_words", [0, 10, 3], {
    emptied: { min_interrupt_words: null },
  }),
  postCallSchema: sample(
    "post_call_schema",
    "post_call_schema",
    [
      [...outcome("outcome", "string"), ...outcome("age_2", "number")],
      outcome("outcome", "bool"),
      outcome("by_hand", "bool"),
    ],
    { emptied: { post_call_schema: [] } },
  ),
  maxSilenceDuration: sample("max_silence_duration", "max_silence_duration", [1, 360, 41]),
  whoSpeaksFirst: sample("wait_for_customer", "wait_for_customer", ["Customer", "AI assistant", false], {
    sends: false,
  }),
  secondaryLanguages: hidden("secondary_language_ids", ["German", "fr"], ["de"], [5]),
  ttsEmotion: withoutEmptied(hidden("tts_emotion_enabled", true, false)),
  ambientSound: sample("ambient_sound", "ambient_sound", ["office", "nature", "cafe"]),
  knowledgebase: sample("knowledgebase_id", "knowledgebase_id", [1, 11, 12], {
    emptied: { knowledgebase_id: null },
  }),
  voicemailMessage: hidden("voice_mail_message", "Please call back.", "We call again."),
  reEngagementPrompt: hidden("reengagement_prompt", "Ask again.", "Ask whether anyone is there."),
  ringingTime: sample("ringing_time", "ringing_time", [1, 60, 31]),
  maxInitialSilenceDuration: sample(
    "max_initial_silence_duration",
    "max_initial_silence_duration",
    [1, 120, 41],
    { emptied: { max_initial_silence_duration: null } },
  ),
  fillerPhrases: sample("filler_config", "filler_config", [
    phrases("Yes"),
    phrases("Fine"),
    phrases("By hand"),
  ]),
  conversationInactivityTimeout: hidden("conversation_inactivity_timeout", 1, 1440),
  conversationEndedRetrigger: withoutEmptied(hidden("conversation_ended_retrigger", true, false)),
  conversationEndedWebhookUrl: hidden(
    "conversation_ended_webhook_url",
    "https://hooks.example.com/ended",
    "https://hooks.example.com/over",
  ),
  builtInTools: {
    request: "tools",
    first: [
      { type: "endCall", description: "When they say goodbye." },
      { type: "collectKeypad", timeout: 1 },
    ],
    second: [
      { type: "assistantTransfer", assistant: "250", messageBeforeTransfer: "One moment." },
      { type: "endCall", description: "When all is done." },
    ],
    body: {
      tools: [
        { type: "assistant_transfer", assistant_id: 250, message_before_transfer: "One moment." },
        { type: "end_call", description: "When all is done." },
      ],
    },
    stored: {
      tools: [
        {
          type: "assistant_transfer",
          data: { assistant_id: 250, message_before_transfer: "One moment.", speak_transfer_greeting: true },
        },
        { type: "end_call", data: { description: "When all is done." } },
      ],
    },
    byHand: { tools: [{ type: "end_call", data: { description: "By hand." } }] },
    emptied: { tools: [] },
  },
  folder: hidden("folder_id", "Support", "Sales", 2),
  labels: hidden("label_ids", ["German", "Tests"], ["Tests"], [2]),
};

/** An assistant that calls can be transferred to. */
const storedAssistant = (id: number) =>
  assistantSchema.parse({ id, name: "Billing", created_at: "2026-01-01T00:00:00.000000Z" });

const { name, timezone, initialMessage, systemPrompt, callsDirection, language } = assistant;

export function assistantIn2026(mode: Mode): Subject {
  return {
    ...anAssistant,
    props: {
      name,
      voice: voices[mode].first,
      language,
      llmModel: models[mode].first,
      callsDirection,
      engineType: mode,
      timezone,
      initialMessage,
      systemPrompt,
    },
    prepare: (emulator) => {
      anAssistant.prepare?.(emulator);
      const { knowledgebases, assistants, voices, models } = emulator.state;
      assistants.unshift(storedAssistant(250));
      const voice = { ...voices[0]!, name: everywhere.voice };
      voices.push({ ...voice, id: 900 }, { ...voice, id: 901, mode: "multimodal" });
      const model = { name: everywhere.llmModel, code: "everywhere" };
      models.push(
        { id: 900, name: model.name, type: "llm" },
        { ...model, id: 1900, type: "multimodal" },
        { ...model, id: 2900, type: "dualplex" },
      );
      for (const id of [11, 12]) knowledgebases.push({ ...knowledgebases[0]!, id, name: `Book ${id}` });
    },
    samples: { ...shared, voice: voices[mode], llmModel: models[mode], ...byMode[mode] },
    sent: { max_duration: 90 },
  };
}

const schema = (item: object) => [{ name: "outcome", type: "string", description: "How it went.", ...item }];

/** Limits that differ from the 2025 form, and limits of fields that only the 2026 form has. */
export const limits2026 = [
  limit("initialMessage", ["x".repeat(200)], ["x".repeat(201)], /1-200 characters, has 201/),
  limit("maxSilenceDuration", [121, 360], [0, 361], /whole number, 1-360/),
  limit("postCallSchema", [schema({ name: "abc" })], [schema({ name: "ab" })], /3-16 characters/, {
    path: "postCallSchema[0].name",
  }),
  limit("postCallSchema", [schema({ name: "a_9".padEnd(16, "b") })], [schema({ name: "Abc" })], /lowercase/, {
    path: "postCallSchema[0].name",
  }),
  limit("postCallSchema", [], [schema({ description: "ab" })], /3-255 characters/, {
    path: "postCallSchema[0].description",
  }),
  limit("engineType", ["pipeline"], ["both"], /"dualplex"/),
  limit("ambientSound", ["off", "nature"], ["none"], /"off"/),
  limit("knowledgebaseMode", ["function_call", "prompt"], ["hybrid"], /"function_call"/),
  limit("voicemailMessage", ["x".repeat(1000)], ["x".repeat(1001), ""], /1-1000 characters|blank/),
  limit("reEngagementPrompt", ["x".repeat(1000)], ["x".repeat(1001)], /1-1000 characters/),
  limit("ringingTime", [1, 60], [0, 61, 1.5], /whole number, 1-60/),
  limit("maxInitialSilenceDuration", [1, 120], [0, 121], /whole number, 1-120/),
  limit("conversationInactivityTimeout", [1, 1440], [0, 1441], /whole number, 1-1440/),
  limit("conversationEndedWebhookUrl", ["https://hooks.example.com"], ["example.com"], /valid http/),
  limit("fillerPhrases", [phrases("Yes")], [{ positive: [] }, { ...phrases("Yes"), other: [] }], /./, {
    path: "fillerPhrases",
  }),
];
