import type { RecordList, Seed } from "./lists.js";

type Filled = Exclude<keyof Seed, RecordList> | "campaigns";

/** A seed that always has the lists of `Filled`, so that tests can spread and change them. */
export type DefaultSeed = Seed & { [List in Filled]-?: NonNullable<Seed[List]> };

/**
 * A new copy of the initial state: user 1 with token `local-token`, and the objects of docs/local-service.md,
 * with phone numbers from ranges reserved for fiction. User 2 with token `other-token` lets tests check that
 * users cannot see each other's records.
 */
export function defaultSeed(): DefaultSeed {
  return {
    users: [
      { id: 1, token: "local-token", name: "Local user", toolLimit: 50 },
      { id: 2, token: "other-token", name: "Other user", toolLimit: 50 },
    ],
    languages: [
      { id: 1, name: "English", iso_2: "en" },
      { id: 2, name: "Romanian", iso_2: "ro" },
      { id: 3, name: "French", iso_2: "fr" },
      { id: 4, name: "Spanish", iso_2: "es" },
      { id: 5, name: "German", iso_2: "de" },
    ],
    models: [
      { id: 1, name: "GPT-4o-mini" },
      { id: 2, name: "GPT-4.1-mini" },
      { id: 3, name: "GPT-4.1-nano" },
      { id: 4, name: "Llama 3.3 70B" },
      // Models 1001 to 1004 have the names of models 1 to 4, so that a multimodal assistant keeps its model
      // when the service changes from form 2025 to 2026.
      { id: 1001, name: "GPT-4o-mini", type: "multimodal", code: "gpt-4o-mini-realtime" },
      { id: 1002, name: "GPT-4.1-mini", type: "multimodal", code: "gpt-4.1-mini-realtime" },
      { id: 1003, name: "GPT-4.1-nano", type: "multimodal", code: "gpt-4.1-nano-realtime" },
      { id: 1004, name: "Llama 3.3 70B", type: "multimodal", code: "llama-3.3-70b-realtime" },
      { id: 1005, name: "GPT Realtime", type: "multimodal", code: "gpt-realtime" },
      { id: 2001, name: "GPT Realtime", type: "dualplex", code: "gpt-realtime-text" },
      { id: 2002, name: "Gemini Live", type: "dualplex", code: "gemini-live" },
    ],
    voices: [
      {
        id: 1,
        name: "Sarah",
        mode: "pipeline",
        language_id: 1,
        gender: "female",
        synthesizer_provider_id: 1,
      },
      {
        id: 2,
        name: "Michael",
        mode: "pipeline",
        language_id: 1,
        gender: "male",
        synthesizer_provider_id: 1,
      },
      {
        id: 3,
        name: "Sophia",
        mode: "pipeline",
        language_id: 5,
        gender: "female",
        synthesizer_provider_id: 2,
      },
      { id: 4, name: "Emma", mode: "multimodal", gender: "female" },
      { id: 5, name: "David", mode: "multimodal", gender: "male" },
      { id: 6, name: "Cloned voice", mode: "pipeline", owner: 2 },
    ],
    phoneNumbers: [
      { id: 1, phone_number: "+12025550101", country_code: "US", type_label: "Normal", owner: 1 },
      { id: 2, phone_number: "+12025550102", country_code: "US", type_label: "Normal", owner: 1 },
      { id: 3, phone_number: "+12025550103", country_code: "US", type_label: "SIP", owner: 1 },
      { id: 4, phone_number: "+12025550104", country_code: "US", type_label: "Caller ID", owner: 1 },
      { id: 5, phone_number: "+447700900123", country_code: "GB", type_label: "Normal", owner: 1 },
      { id: 6, phone_number: "+12025550106", country_code: "US", type_label: "Normal", owner: 2 },
    ],
    synthesizerProviders: [
      { id: 1, name: "ElevenLabs", code: "elevenlabs" },
      { id: 2, name: "Cartesia", code: "cartesia", language_ids: [1, 5] },
    ],
    transcriberProviders: [
      { id: 1, name: "Deepgram", code: "deepgram", language_ids: [1, 3, 4, 5] },
      { id: 2, name: "Azure", code: "azure" },
    ],
    knowledgebases: [
      {
        id: 1,
        name: "Handbook",
        description: "Opening hours and prices",
        status: "active",
        documents_count: 2,
      },
    ],
    folders: [
      { id: 1, name: "Support" },
      { id: 2, name: "Sales" },
    ],
    labels: [
      { id: 1, name: "German", color: "red" },
      { id: 2, name: "Tests", color: "green" },
    ],
    campaigns: [
      { id: 1, name: "Spring renewals", status: "stopped", owner: 1 },
      { id: 2, name: "Welcome calls", status: "draft", owner: 1 },
      { id: 3, name: "Appointment reminders", status: "in-progress", owner: 1 },
      { id: 4, name: "Other user's campaign", status: "stopped", owner: 2 },
    ],
    builtInTools: [],
    replies: [],
  };
}
