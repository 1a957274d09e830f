/**
 * The state of the service. Seeds, data files and manual changes use the same schemas. All data is in arrays
 * of plain objects, so that tests can read and change it directly.
 */
import { z } from "zod";

export const idSchema = z.int().positive();
/** Unlike `z.record`, keeps a key `__proto__`. */
export const freeForm = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  { error: "must be an array" },
);
export const isoTime = z.string().default("2026-01-01T00:00:00.000000Z");
const plainTime = z.string().default("2026-01-01 00:00:00");
const owner = idSchema.default(1);

export const userSchema = z.strictObject({
  id: idSchema,
  token: z.string().min(1),
  name: z.string(),
  email: z.string().optional(),
  /** The maximum number of mid call tools in the account's plan (spec 8). */
  toolLimit: z.int().min(0).default(50),
  /** The maximum number of campaigns in the account's plan. */
  campaignLimit: z.int().min(0).default(50),
  /** In dollars. Campaigns, and in form 2026 also calls, start only if the balance is positive. */
  balance: z.number().default(100),
});

export const voiceSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  mode: z.enum(["pipeline", "multimodal"]),
  /** A voice without an owner is public (spec 4.2). */
  owner: idSchema.optional(),
  language_id: idSchema.nullable().default(null),
  gender: z.string().nullable().default(null),
  preview_url: z.string().nullable().default(null),
  accent: z.string().nullable().default(null),
  age: z.string().nullable().default(null),
  synthesizer_provider_id: idSchema.nullable().default(null),
});

/** Form 2025 shows only the models of type "llm". */
export const modelSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  type: z.enum(["llm", "multimodal", "dualplex"]).default("llm"),
  /** Absent for models of type "llm". */
  code: z.string().optional(),
});

/** A synthesizer or a transcriber. */
export const providerSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  /** Default: all languages. */
  language_ids: z.array(idSchema).optional(),
});

const named = { id: idSchema, name: z.string(), owner, created_at: isoTime, updated_at: isoTime };

export const knowledgebaseSchema = z.strictObject({
  ...named,
  description: z.string().nullable().default(null),
  status: z.enum(["empty", "processing", "active", "failed"]).default("empty"),
  documents_count: z.int().min(0).default(0),
});

export const folderSchema = z.strictObject(named);

export const labelSchema = z.strictObject({ ...named, color: z.string().default("blue") });

export const languageSchema = z.strictObject({ id: idSchema, name: z.string(), iso_2: z.string().length(2) });

export const phoneNumberSchema = z.strictObject({
  id: idSchema,
  phone_number: z.string(),
  country_code: z.string().length(2),
  type_label: z.enum(["Normal", "SIP", "Caller ID"]),
  nickname: z.string().nullable().default(null),
  owner,
});

export const campaignSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** Any text. The specification does not list the values (spec 3). */
  status: z.string().default("draft"),
  owner,
  channel: z.enum(["call", "whatsapp", "sms"]).default("call"),
  /** Null for a campaign that was created in the service's dashboard. */
  assistant_id: idSchema.nullable().default(null),
  timezone: z.string().default("UTC"),
  max_calls_in_parallel: z.int().default(3),
  /** "HH:MM". */
  allowed_hours_start_time: z.string().default("00:00"),
  allowed_hours_end_time: z.string().default("23:59"),
  allowed_days: z
    .array(z.string())
    .default(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]),
  max_retries: z.int().default(3),
  /** Minutes. */
  retry_interval: z.int().default(60),
  retry_on_voicemail: z.boolean().default(false),
  retry_on_goal_incomplete: z.boolean().default(false),
  goal_completion_variable: z.string().nullable().default(null),
  mark_complete_when_no_leads: z.boolean().default(true),
  phone_number_ids: z.array(idSchema).default([]),
  created_at: isoTime,
  updated_at: isoTime,
});

/** In the order of the record of form 2026. Form 2025 has no `type`, `body_format` and `static_fields`. */
export const toolSchema = z.strictObject({
  id: idSchema,
  owner,
  /** An "automation" is created in the service's dashboard. */
  type: z.enum(["http", "automation"]).default("http"),
  name: z.string(),
  description: z.string().default(""),
  endpoint: z.string().default("https://tools.example.com/"),
  method: z.string().default("GET"),
  body_format: z.enum(["json", "form"]).default("json"),
  timeout: z.number().default(10),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  static_fields: z.array(z.strictObject({ key: z.string(), value: z.string() })).default([]),
  schema: z
    .array(
      z.strictObject({
        name: z.string(),
        type: z.string(),
        description: z.string(),
        required: z.boolean().default(true),
      }),
    )
    .default([]),
  created_at: isoTime,
  updated_at: isoTime,
});

/** A tool built into the service. The record of every assistant lists it, next to the attached tools. */
export const builtInToolSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  description: z.string().default(""),
});

const secondaryContactSchema = z.strictObject({
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
  /** Form 2026 only. */
  fallback_sent_at: z.string().nullable().default(null),
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
  /** What the AI has extracted. Null before the end. */
  evaluation: freeForm.nullable().default(null),
});

export const notificationSchema = z.strictObject({
  call_id: idSchema,
  kind: z.enum(["post-call", "inbound"]),
  url: z.string(),
  payload: freeForm,
  /** The receiver's HTTP status. Null without a response. */
  status: z.int().nullable(),
  error: z.string().nullable(),
});

/** A row of the script for the model that replies in conversations. */
export const replySchema = z.strictObject({
  /** A regular expression that ignores case. The first row that matches a message is used. */
  pattern: z.string().refine(isExpression, { error: "must be a regular expression" }),
  /** The id of the only assistant that uses this row. Default: all assistants. */
  assistant_id: idSchema.optional(),
  /** `{{name}}` becomes the value of that variable. */
  reply: z.string(),
  /** Calls of the assistant's tools. Tools that the assistant does not have are left out. */
  function_calls: z
    .array(
      z.strictObject({
        name: z.string(),
        arguments: freeForm.default({}),
        result: z.unknown().default(null),
      }),
    )
    .default([]),
});

const messageSchema = z.strictObject({
  role: z.enum(["assistant", "user"]),
  content: z.string(),
  function_calls: replySchema.shape.function_calls.optional(),
});

export const conversationSchema = z.strictObject({
  id: z.string(),
  owner: idSchema,
  assistant_id: idSchema,
  type: z.enum(["test", "widget", "api"]),
  customer_identifier: z.string().nullable(),
  variables: freeForm,
  history: z.array(messageSchema),
  total_cost: z.number(),
  created_at: z.string(),
});

export type StoredReply = z.output<typeof replySchema>;
export type StoredConversation = z.output<typeof conversationSchema>;
export type StoredUser = z.output<typeof userSchema>;
export type StoredVoice = z.output<typeof voiceSchema>;
export type StoredModel = z.output<typeof modelSchema>;
export type StoredProvider = z.output<typeof providerSchema>;
export type StoredKnowledgebase = z.output<typeof knowledgebaseSchema>;
export type StoredFolder = z.output<typeof folderSchema>;
export type StoredLabel = z.output<typeof labelSchema>;
export type StoredPhoneNumber = z.output<typeof phoneNumberSchema>;
export type StoredCampaign = z.output<typeof campaignSchema>;
export type StoredTool = z.output<typeof toolSchema>;
export type StoredLead = z.output<typeof leadSchema>;
export type StoredCall = z.output<typeof callSchema>;
export type StoredNotification = z.output<typeof notificationSchema>;

function isExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
