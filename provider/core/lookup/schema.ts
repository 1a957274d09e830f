import { z } from "zod";
import { wireFlag, wireId } from "../../base/spellings.js";
import type { ApiForm } from "../fields/fields.js";
import { tolerant } from "../records/unreadable.js";

/** The keys of each record, beside its id. */
export const shapes = {
  phoneNumber: {
    phone_number: z.string(),
    country_code: z.string().nullish(),
    type_label: z.string().nullish(),
    is_available: wireFlag.nullish(),
  },
  voice: {
    name: z.string(),
    mode: z.string().nullish(),
    language_id: wireId.nullish(),
    gender: z.string().nullish(),
    accent: z.string().nullish(),
    age: z.string().nullish(),
    preview_url: z.string().nullish(),
    synthesizer_provider_id: wireId.nullish(),
  },
  /** Language models have no `code`. */
  model: { name: z.string(), code: z.string().nullish() },
  /** A synthesizer, transcriber, folder or label. */
  listed: { name: z.string() },
  language: { name: z.string(), iso_2: z.string().nullish() },
};

/** The keys that only one form of the API has. */
export const onlyIn: Readonly<Record<string, ApiForm>> = {
  mode: "2025",
  ...Object.fromEntries(
    ["language_id", "gender", "accent", "age", "preview_url", "synthesizer_provider_id", "code"].map(
      (key) => [key, "2026" as const],
    ),
  ),
};

export const phoneNumber = tolerant(shapes.phoneNumber);
export const voice = tolerant(shapes.voice);
export const model = tolerant(shapes.model);
export const listed = tolerant(shapes.listed);
export const language = tolerant(shapes.language);

export type PhoneNumber = z.infer<typeof phoneNumber>;
export type Voice = z.infer<typeof voice>;
export type Model = z.infer<typeof model>;
export type Listed = z.infer<typeof listed>;
export type Language = z.infer<typeof language>;
