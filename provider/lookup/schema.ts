import { z } from "zod";

/** Look-up records, spec 2.4. Unknown keys are ignored. */
export const phoneNumber = z.object({
  id: z.int(),
  phone_number: z.string(),
  country_code: z.string().nullish(),
  type_label: z.string().nullish(),
  is_available: z.boolean().nullish(),
});

export const voice = z.object({ id: z.int(), name: z.string(), mode: z.string().nullish() });

export const model = z.object({ id: z.int(), name: z.string() });

export const language = z.object({ id: z.int(), name: z.string(), iso_2: z.string().nullish() });

/** Id and name of a tool or an assistant. Resources read whole records. */
export const named = z.looseObject({ id: z.int(), name: z.string() });

/** Campaign records are not shown beyond id and name (spec 2.2); `status` is assumed (api-gaps: list campaigns). */
export const campaign = z.object({ id: z.int(), name: z.string(), status: z.string().nullish() });

export type PhoneNumber = z.infer<typeof phoneNumber>;
export type Voice = z.infer<typeof voice>;
export type Model = z.infer<typeof model>;
export type Language = z.infer<typeof language>;
export type Campaign = z.infer<typeof campaign>;
