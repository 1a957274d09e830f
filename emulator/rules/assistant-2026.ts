/**
 * The rules for individual fields of an assistant in form 2026. Requests and records use the same names,
 * except for `tools` and `tool_ids`.
 */
import { z } from "zod";
import { sharedOptionalFields, timezone } from "./assistant.js";
import { builtInTool } from "./built-in-tool.js";
import { decimal, flag, id, pattern, text, url, whole } from "./field.js";

const optionalFields = {
  ...sharedOptionalFields,
  chat_llm_fallback_id: id,
  turn_detection_threshold: decimal(0, 1),
  secondary_language_ids: z.array(id),
  knowledgebase_id: id,
  knowledgebase_mode: z.enum(["function_call", "prompt"]),
  label_ids: z.array(id),
  tools: z.array(builtInTool),
  ambient_sound: z.enum(["off", "office", "city", "forest", "crowded_room", "cafe", "nature"]),
  post_call_schema: z.array(
    z.object({
      name: pattern(/^[a-z0-9_]*$/, "must only contain lowercase letters, numbers and underscores", 16, 3),
      type: z.enum(["string", "number", "bool"]),
      description: text(255, 3),
    }),
  ),
  tts_emotion_enabled: flag,
  synthesizer_provider_id: id,
  transcriber_provider_id: id,
  fillers: flag,
  filler_config: z.object({
    positive: z.array(z.string()),
    negative: z.array(z.string()),
    question: z.array(z.string()),
    neutral: z.array(z.string()),
  }),
  reengagement_interval: whole(7, 600),
  reengagement_prompt: text(1000),
  max_duration: whole(20, 1200),
  max_silence_duration: whole(1, 360),
  max_initial_silence_duration: whole(1, 120),
  ringing_time: whole(1, 60),
  voice_mail_message: text(1000),
  enable_noise_cancellation: flag,
  record: flag,
  wait_for_customer: flag,
  conversation_inactivity_timeout: whole(1, 1440),
  conversation_ended_retrigger: flag,
  conversation_ended_webhook_url: url,
};

const requiredFields = {
  name: text(255),
  voice_id: id,
  language_id: id,
  type: z.enum(["inbound", "outbound"]),
  mode: z.enum(["pipeline", "multimodal", "dualplex"]),
  timezone,
  initial_message: text(200),
  system_prompt: text(),
};

/** A create requires one of these, depending on the mode. */
const modelFields = { llm_model_id: id, multimodal_model_id: id };

/** Null in an update removes the value or sets the default. */
const nullable = [
  "phone_number_id",
  "chat_llm_fallback_id",
  "turn_detection_threshold",
  "knowledgebase_id",
  "min_interrupt_words",
  "synthesizer_provider_id",
  "transcriber_provider_id",
  "reengagement_prompt",
  "max_initial_silence_duration",
  "voice_mail_message",
  "webhook_url",
  "conversation_inactivity_timeout",
  "conversation_ended_webhook_url",
] as const satisfies (keyof typeof optionalFields)[];

const folder = { folder_id: id.nullable().optional() };

export const assistantCreate2026 = z.object({
  ...requiredFields,
  ...z.object({ ...optionalFields, ...modelFields }).partial().shape,
  ...folder,
});

type Nullable = {
  [K in (typeof nullable)[number]]: z.ZodOptional<z.ZodNullable<(typeof optionalFields)[K]>>;
};

export const assistantUpdate2026 = assistantCreate2026
  .partial()
  .extend(
    Object.fromEntries(
      nullable.map((field) => [field, optionalFields[field].nullable().optional()]),
    ) as Nullable,
  );

export type AssistantBody2026 = z.output<typeof assistantUpdate2026>;
