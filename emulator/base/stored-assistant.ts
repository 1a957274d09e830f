/** A stored assistant: the fields of its record, and fields that the record does not show. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Form } from "./forms.js";
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

/** The fields that the record shows in both forms (spec 2.3). */
const shown = {
  id: idSchema,
  instance_id: idSchema.default(1),
  phone_number_id: reference,
  engine_id: reference,
  synthesizer_id: reference,
  transcriber_id: reference,
  flows_platform_id: reference,
  voice_id: idSchema.default(1),
  language_id: idSchema.default(1),
  transcriber_provider_id: reference,
  synthesizer_provider_id: reference,
  llm_model_id: idSchema.nullable().default(1),
  multimodal_model_id: reference,
  knowledgebase_id: reference,
  name: z.string(),
  initial_message: text,
  system_prompt: text,
  timezone: z.string().default("UTC"),
  uuid: z.string().default(() => randomUUID()),
  ambient_sound: z.string().default("none"),
  knowledgebase_mode: z.string().default("prompt"),
  webhook_url: textOrNull,
  inbound_webhook_url: textOrNull,
  deleted_at: textOrNull,
  variables: freeForm.default({}),
  post_call_evaluation: yes,
  is_webhook_active: no,
  record: no,
  allow_interruptions: yes,
  enable_noise_cancellation: yes,
  wait_for_customer: no,
  send_webhook_only_on_completed: yes,
  include_recording_in_webhook: yes,
  fillers: no,
  end_call_on_voicemail: yes,
  post_call_schema: z
    .array(z.strictObject({ name: z.string(), type: z.string(), description: z.string() }))
    .default([]),
  /** Form 2026 stores its built-in tools here. The record shows all tools. */
  tools: z.array(builtInTool).default([]),
  type: z.enum(["inbound", "outbound"]).default("outbound"),
  status: z.string().default("active"),
  mode: z.enum(["pipeline", "multimodal", "dualplex"]).default("pipeline"),
  endpoint_type: z.string().default("vad"),
  /** Seconds. */
  max_duration: z.number().default(600),
  /** Seconds. */
  max_silence_duration: z.number().default(40),
  /** Seconds. */
  reengagement_interval: z.number().default(30),
  min_interrupt_words: z.number().default(0),
  llm_temperature: z.number().default(0.1),
  voice_stability: z.number().default(0.7),
  voice_similarity: z.number().default(0.5),
  speech_speed: z.number().default(1),
  ambient_sound_volume: z.number().default(0.5),
  endpoint_sensitivity: z.number().default(0.5),
  interrupt_sensitivity: z.number().default(0.5),
  filler_config: fillerConfig,
  widget_settings: z
    .record(z.string(), z.unknown())
    .default({ theme: "light", color: "#2f6fed", position: "bottom-right" }),
  created_at: isoTime,
  updated_at: isoTime,
};

/** The fields that only the record of form 2026 shows. */
const shown2026 = {
  /** Seconds. Null means off. */
  max_initial_silence_duration: z.number().nullable().default(null),
  /** Seconds. */
  ringing_time: z.number().default(30),
};

/** Form 2026 has these fields too, but its documents do not show them in the record. */
const undocumented2026 = {
  chat_llm_fallback_id: reference,
  turn_detection_threshold: z.number().nullable().default(null),
  secondary_language_ids: z.array(idSchema).default([]),
  folder_id: reference,
  label_ids: z.array(idSchema).default([]),
  tts_emotion_enabled: yes,
  reengagement_prompt: textOrNull,
  voice_mail_message: textOrNull,
  /** Minutes. Null means off. */
  conversation_inactivity_timeout: z.number().nullable().default(30),
  conversation_ended_retrigger: no,
  conversation_ended_webhook_url: textOrNull,
};

/**
 * Allows other fields too, because the service may store and return fields that the specification does not list.
 * The default values are assumed (docs/assumptions.md: assistant defaults).
 */
export const assistantSchema = z.looseObject({
  ...shown,
  ...shown2026,
  ...undocumented2026,
  owner: idSchema.default(1),
  tool_ids: z.array(idSchema).default([]),
  compliance_blocked_at: textOrNull,
  use_min_interrupt_words: no,
  end_call_tool: z.strictObject({ description: textOrNull }).default({ description: null }),
});

export type StoredAssistant = z.output<typeof assistantSchema>;

const knownKeys = new Set(Object.keys(assistantSchema.shape));

export function extraKeys(assistant: StoredAssistant): string[] {
  return Object.keys(assistant).filter((key) => !knownKeys.has(key));
}

/** The fields of the assistant that its record shows as they are stored, unless it shows another value. */
export function shownFields(
  assistant: StoredAssistant,
  { form, allRecordKeys, extraFields }: { form: Form; allRecordKeys: boolean; extraFields: string[] },
): object {
  const keys = new Set([
    ...Object.keys(shown),
    ...(form === "2026" ? Object.keys(shown2026) : []),
    ...(form === "2026" && allRecordKeys ? Object.keys(undocumented2026) : []),
    ...extraFields,
    ...extraKeys(assistant),
  ]);
  return Object.fromEntries(Object.entries(assistant).filter(([key]) => keys.has(key)));
}
