import { z } from "zod";
import { wireFlag, wireId } from "../../base/spellings.js";
import { tolerant } from "../records/unreadable.js";

export const phoneNumber = tolerant({
  phone_number: z.string(),
  country_code: z.string().nullish(),
  type_label: z.string().nullish(),
  is_available: wireFlag.nullish(),
});

/** Only the 2025 form has `mode`, and only the 2026 form has the keys after `mode`. */
export const voice = tolerant({
  name: z.string(),
  mode: z.string().nullish(),
  language_id: wireId.nullish(),
  gender: z.string().nullish(),
  accent: z.string().nullish(),
  age: z.string().nullish(),
  preview_url: z.string().nullish(),
  synthesizer_provider_id: wireId.nullish(),
});

/** Only the 2026 form has `code`. */
export const model = tolerant({ name: z.string(), code: z.string().nullish() });

/** A synthesizer, transcriber, folder or label. */
export const listed = tolerant({ name: z.string() });

export const language = tolerant({ name: z.string(), iso_2: z.string().nullish() });

export type PhoneNumber = z.infer<typeof phoneNumber>;
export type Voice = z.infer<typeof voice>;
export type Model = z.infer<typeof model>;
export type Listed = z.infer<typeof listed>;
export type Language = z.infer<typeof language>;
