import type { Seed } from "./lists.js";

type Filled = "users" | "voices" | "models" | "languages" | "phoneNumbers" | "campaigns";

/** The default seed has all lists, so a test can spread and change them. */
export type DefaultSeed = Seed & { [K in Filled]-?: NonNullable<Seed[K]> };

/**
 * A new copy of the initial state: user 1 with token `local-token`, the look-ups of api-gaps, and phone numbers from
 * ranges reserved for fiction. User 2 with token `other-token` is for tests that users cannot see each other's records.
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
    ],
    voices: [
      { id: 1, name: "Sarah", mode: "pipeline" },
      { id: 2, name: "Michael", mode: "pipeline" },
      { id: 3, name: "Sophia", mode: "pipeline" },
      { id: 4, name: "Emma", mode: "multimodal" },
      { id: 5, name: "David", mode: "multimodal" },
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
    campaigns: [
      { id: 1, name: "Spring renewals", status: "stopped", owner: 1 },
      { id: 2, name: "Welcome calls", status: "draft", owner: 1 },
      { id: 3, name: "Appointment reminders", status: "in-progress", owner: 1 },
      { id: 4, name: "Other user's campaign", status: "stopped", owner: 2 },
    ],
  };
}
