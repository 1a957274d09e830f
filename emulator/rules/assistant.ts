/** The rules of spec 4.2 and 8 for individual fields of an assistant, in form 2025. */
import { z } from "zod";
import { decimal, flag, id, looseText, pairs, pattern, text, url, whole } from "./field.js";

export const timezone = text().refine(isTimezone, { error: "must be a valid timezone" });

/** The optional fields with the same name and limits in both API forms. */
export const sharedOptionalFields = {
  phone_number_id: id,
  tool_ids: z.array(id),
  endpoint_type: z.enum(["vad", "ai"]),
  endpoint_sensitivity: decimal(0, 5),
  interrupt_sensitivity: decimal(0, 5),
  ambient_sound_volume: decimal(0, 1),
  post_call_evaluation: flag,
  send_webhook_only_on_completed: flag,
  include_recording_in_webhook: flag,
  is_webhook_active: flag,
  webhook_url: url,
  min_interrupt_words: whole(0, 10),
  variables: pairs,
  llm_temperature: decimal(0, 1),
  voice_stability: decimal(0, 1),
  voice_similarity: decimal(0, 1),
  speech_speed: decimal(0.7, 1.2),
  allow_interruptions: flag,
  end_call_on_voicemail: flag,
};

const optionalFields = z
  .object({
    ...sharedOptionalFields,
    use_min_interrupt_words: flag,
    post_call_schema: z.array(
      z.object({
        name: pattern(/^[A-Za-z0-9_]+$/, "must only contain letters, numbers and underscores"),
        type: z.enum(["string", "number", "bool"]),
        description: text(),
      }),
    ),
    end_call_tool: z.object({ description: looseText(500).optional() }),
    filler_audios: flag,
    re_engagement_interval: whole(7, 600),
    max_call_duration: whole(20, 1200),
    max_silence_duration: whole(1, 120),
    noise_cancellation: flag,
    record_call: flag,
    who_speaks_first: z.enum(["AI assistant", "Customer"]),
  })
  .partial();

export const assistantCreate = z.object({
  assistant_name: text(255),
  voice_id: id,
  language: text(100),
  llm_model: text(100),
  calls_direction: z.enum(["receive", "make"]),
  engine_type: z.enum(["pipeline", "multimodal"]),
  timezone,
  initial_message: text(),
  system_prompt: text(),
  ...optionalFields.shape,
});

export const assistantUpdate = assistantCreate.partial().extend({
  phone_number_id: id.nullable().optional(),
  webhook_url: url.nullable().optional(),
});

export type AssistantBody = z.output<typeof assistantUpdate>;

// Cached, because creating a DateTimeFormat is slow.
const timezones = new Set<string>();

function isTimezone(value: string): boolean {
  // Newer versions of Node accept an offset as a time zone. The service requires an identifier.
  if (!/^[A-Za-z]/.test(value)) return false;
  if (timezones.has(value)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    timezones.add(value);
    return true;
  } catch {
    return false;
  }
}
