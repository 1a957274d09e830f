/**
 * The state of the service. The seed, the data file and manual changes share these schemas. Everything is an array of
 * plain objects, so a test can read and change it directly.
 */
import { z } from "zod";

export const idSchema = z.int().positive();
const freeForm = z.record(z.string(), z.unknown());
const isoTime = z.string().default("2026-01-01T00:00:00.000000Z");
const plainTime = z.string().default("2026-01-01 00:00:00");
const owner = idSchema.default(1);

export const userSchema = z.strictObject({
  id: idSchema,
  token: z.string().min(1),
  name: z.string(),
  /** The number of mid call tools in the account's plan (spec 8). */
  toolLimit: z.int().min(0).default(50),
});

export const voiceSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  mode: z.enum(["pipeline", "multimodal"]),
  /** A voice without an owner is public (spec 4.2). */
  owner: idSchema.optional(),
});

export const modelSchema = z.strictObject({ id: idSchema, name: z.string() });

export const languageSchema = z.strictObject({ id: idSchema, name: z.string(), iso_2: z.string().length(2) });

export const phoneNumberSchema = z.strictObject({
  id: idSchema,
  phone_number: z.string(),
  country_code: z.string().length(2),
  type_label: z.enum(["Normal", "SIP", "Caller ID"]),
  owner,
});

export const campaignSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** Any text. The specification does not list the values (spec 3). */
  status: z.string().default("draft"),
  owner,
});

export const toolSchema = z.strictObject({
  id: idSchema,
  owner,
  name: z.string(),
  description: z.string().default(""),
  endpoint: z.string().default("https://tools.example.com/"),
  method: z.string().default("GET"),
  timeout: z.number().default(10),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  schema: z
    .array(z.strictObject({ name: z.string(), type: z.string(), description: z.string() }))
    .default([]),
  created_at: isoTime,
  updated_at: isoTime,
});

/** A tool of the service itself. Every assistant's record lists it next to the attached tools. */
export const builtInToolSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  description: z.string().default(""),
});

export const secondaryContactSchema = z.strictObject({
  id: idSchema,
  phone_number: z.string(),
  variables: freeForm.default({}),
  status: z.string().default("created"),
  created_at: plainTime,
  updated_at: plainTime,
});

export const leadSchema = z.strictObject({
  id: idSchema,
  owner,
  campaign_id: idSchema,
  phone_number: z.string(),
  variables: freeForm.default({}),
  /** Any text. The service assigns more values than the three in spec 3. */
  status: z.string().default("created"),
  secondary_contacts: z.array(secondaryContactSchema).default([]),
  created_at: plainTime,
  updated_at: plainTime,
});

export const callSchema = z.strictObject({
  id: idSchema,
  owner: idSchema,
  assistant_id: idSchema,
  direction: z.enum(["outbound", "inbound"]),
  phone_number: z.string(),
  variables: freeForm,
  status: z.string(),
  duration: z.number().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});

export const notificationSchema = z.strictObject({
  call_id: idSchema,
  kind: z.enum(["post-call", "inbound"]),
  url: z.string(),
  payload: freeForm,
  /** The receiver's HTTP status. Null if the receiver could not be reached. */
  status: z.int().nullable(),
  error: z.string().nullable(),
});

export type StoredUser = z.output<typeof userSchema>;
export type StoredVoice = z.output<typeof voiceSchema>;
export type StoredModel = z.output<typeof modelSchema>;
export type StoredLanguage = z.output<typeof languageSchema>;
export type StoredPhoneNumber = z.output<typeof phoneNumberSchema>;
export type StoredCampaign = z.output<typeof campaignSchema>;
export type StoredTool = z.output<typeof toolSchema>;
export type BuiltInTool = z.output<typeof builtInToolSchema>;
export type StoredSecondaryContact = z.output<typeof secondaryContactSchema>;
export type StoredLead = z.output<typeof leadSchema>;
export type StoredCall = z.output<typeof callSchema>;
export type StoredNotification = z.output<typeof notificationSchema>;
