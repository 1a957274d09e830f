/** A stored assistant: the fields of its record in spec 2.3, and fields that the record does not show. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { freeForm, idSchema, isoTime } from "./state.js";

const reference = idSchema.nullable().default(null);
const text = z.string().default("");
const textOrNull = z.string().nullable().default(null);
const yes = z.boolean().default(true);
const no = z.boolean().default(false);

/** A built-in tool in the format of the record, where `data` has the other fields of the request. */
const builtInTool = z.strictObject({ type: z.string(), data: freeForm.default({}) });

export type AssistantTool = z.output<typeof builtInTool>;

const fillerConfig = z
  .strictObject({
    neutral: z.array(z.string()),
    negative: z.array(z.string()),
    positive: z.array(z.string()),
    question: z.array(z.string()),
  })
  .default({
    neutral: ["I see."],
    negative: ["I am sorry."],
    positive: ["Great!"],
    question: ["Let me think."],
  });

/**
 * Allows other fields too, because the service may store and return fields that the specification does not list.
 * The default values are assumed (docs/assumptions.md: assistant defaults).
 */
export const assistantSchema = z.looseObject({
  id: idSchema,
  owner: idSchema.default(1),
  instance_id: idSchema.default(1),
  uuid: z.string().default(() => randomUUID()),
  name: z.string(),
  type: z.enum(["inbound", "outbound"]).default("outbound"),
  mode: z.enum(["pipeline", "multimodal", "dualplex"]).default("pipeline"),
  status: z.string().default("active"),
  voice_id: idSchema.default(1),
  language_id: idSchema.default(1),
  llm_model_id: idSchema.nullable().default(1),
  multimodal_model_id: reference,
  phone_number_id: reference,
  engine_id: reference,
  synthesizer_id: reference,
  transcriber_id: reference,
  flows_platform_id: reference,
  transcriber_provider_id: reference,
  synthesizer_provider_id: reference,
  knowledgebase_id: reference,
  knowledgebase_mode: z.string().default("prompt"),
  tool_ids: z.array(idSchema).default([]),
  /** Form 2026 only, like all fields from here to `conversation_ended_webhook_url`. */
  tools: z.array(builtInTool).default([]),
  chat_llm_fallback_id: reference,
  turn_detection_threshold: z.number().nullable().default(null),
  secondary_language_ids: z.array(idSchema).default([]),
  folder_id: reference,
  label_ids: z.array(idSchema).default([]),
  tts_emotion_enabled: yes,
  reengagement_prompt: textOrNull,
  /** Seconds. Null means off. */
  max_initial_silence_duration: z.number().nullable().default(null),
  /** Seconds. */
  ringing_time: z.number().default(30),
  voice_mail_message: textOrNull,
  /** Minutes. Null means off. */
  conversation_inactivity_timeout: z.number().nullable().default(30),
  conversation_ended_retrigger: no,
  conversation_ended_webhook_url: textOrNull,
  timezone: z.string().default("UTC"),
  initial_message: text,
  system_prompt: text,
  variables: freeForm.default({}),
  webhook_url: textOrNull,
  inbound_webhook_url: textOrNull,
  compliance_blocked_at: textOrNull,
  is_webhook_active: no,
  send_webhook_only_on_completed: yes,
  include_recording_in_webhook: yes,
  post_call_evaluation: yes,
  post_call_schema: z
    .array(z.strictObject({ name: z.string(), type: z.string(), description: z.string() }))
    .default([]),
  endpoint_type: z.string().default("vad"),
  endpoint_sensitivity: z.number().default(0.5),
  interrupt_sensitivity: z.number().default(0.5),
  ambient_sound: z.string().default("none"),
  ambient_sound_volume: z.number().default(0.5),
  /** No document shows this field in the record. */
  use_min_interrupt_words: no,
  min_interrupt_words: z.number().default(0),
  /** No document shows this field in the record. */
  end_call_tool: z.strictObject({ description: textOrNull }).default({ description: null }),
  llm_temperature: z.number().default(0.1),
  voice_stability: z.number().default(0.7),
  voice_similarity: z.number().default(0.5),
  speech_speed: z.number().default(1),
  allow_interruptions: yes,
  fillers: no,
  filler_config: fillerConfig,
  /** Seconds. */
  reengagement_interval: z.number().default(30),
  /** Seconds. */
  max_duration: z.number().default(600),
  /** Seconds. */
  max_silence_duration: z.number().default(40),
  end_call_on_voicemail: yes,
  enable_noise_cancellation: yes,
  record: no,
  wait_for_customer: no,
  widget_settings: z
    .record(z.string(), z.unknown())
    .default({ theme: "light", color: "#2f6fed", position: "bottom-right" }),
  deleted_at: textOrNull,
  created_at: isoTime,
  updated_at: isoTime,
});

export type StoredAssistant = z.output<typeof assistantSchema>;

const knownKeys = new Set(Object.keys(assistantSchema.shape));

export function extraKeys(assistant: StoredAssistant): string[] {
  return Object.keys(assistant).filter((key) => !knownKeys.has(key));
}
