/** The shape of an assistant's record (spec 2.3), for tests of creates and updates. */
import { expect } from "vitest";
import { anAssistant } from "../kinds/index.js";
import type { Row } from "../kinds/fixture.js";

const { samples } = anAssistant;

export const createdAt = "2026-01-02T03:04:05.123000Z";

/** The record of an assistant with only the required fields: every key of spec 2.3, in its format. */
export const plainRecord = {
  id: 201,
  user_id: 1,
  instance_id: expect.any(Number),
  phone_number_id: null,
  engine_id: null,
  synthesizer_id: null,
  transcriber_id: null,
  flows_platform_id: null,
  voice_id: 1,
  language_id: 1,
  transcriber_provider_id: null,
  synthesizer_provider_id: null,
  llm_model_id: 1,
  multimodal_model_id: null,
  knowledgebase_id: null,
  name: "Receptionist",
  initial_message: "Hello!",
  system_prompt: "You answer the phone.",
  timezone: "Europe/Berlin",
  uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  ambient_sound: expect.any(String),
  knowledgebase_mode: expect.any(String),
  language: "English",
  webhook_url: null,
  inbound_webhook_url: null,
  deleted_at: null,
  variables: {},
  post_call_evaluation: true,
  is_webhook_active: false,
  record: false,
  allow_interruptions: true,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  fillers: 0,
  end_call_on_voicemail: 1,
  post_call_schema: [],
  tools: [],
  type: "outbound",
  status: "active",
  mode: "pipeline",
  endpoint_type: "vad",
  max_duration: 600,
  max_silence_duration: 40,
  reengagement_interval: 30,
  min_interrupt_words: 0,
  llm_temperature: "0.10",
  voice_stability: "0.70",
  voice_similarity: "0.50",
  speech_speed: "1.00",
  ambient_sound_volume: "0.50",
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  filler_config: {
    neutral: expect.any(Array),
    negative: expect.any(Array),
    positive: expect.any(Array),
    question: expect.any(Array),
  },
  widget_settings: { theme: expect.any(String), color: expect.any(String), position: expect.any(String) },
  created_at: createdAt,
  updated_at: createdAt,
};

/**
 * The stored values as they are in the record: with the language's name, decimals as strings, and two flags
 * as 0 or 1.
 */
const inRecord = (stored: Row): Row =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([key, value]) => {
      if (key === "language_id")
        return [
          [key, value],
          ["language", "German"],
        ];
      if (typeof value === "number" && typeof plainRecord[key as "speech_speed"] === "string")
        return [[key, value.toFixed(2)]];
      return [[key, key === "fillers" || key === "end_call_on_voicemail" ? Number(value) : value]];
    }),
  );

/**
 * Per property, except `extraFields`, `tools` and those with their own routes: what is sent, and the keys and values
 * that the record then has.
 */
export const translations: [property: string, body: object, record: object][] = Object.entries(samples)
  .filter(([property, { route }]) => property !== "extraFields" && property !== "tools" && !route)
  .map(([property, { body, stored, notReadable, beside }]) => [
    property,
    body,
    {
      ...(notReadable ? {} : inRecord(stored)),
      ...(beside && { webhook_url: "https://hooks.example.com/a" }),
    },
  ]);
