/**
 * The notification that the service sends to an assistant's `webhookUrl` after a call. The entry
 * `pulumi-voicecall/notifications` loads neither Pulumi nor the provider, so a receiver can use it. docs/notifications.md
 */
import { z } from "zod";

/** What was said, in order. */
export interface TranscriptItem {
  text: string;
  /** Who said it, such as "bot" or "human". */
  sender?: string | undefined;
  type?: string | undefined;
  timestamp?: string | undefined;
}

/** The lead that a campaign has called. */
export interface NotifiedLead {
  id: number;
  phone_number: string;
  status?: string | undefined;
  variables: Record<string, unknown>;
  /** How often the lead was called. 2026 form. */
  call_tries?: number | undefined;
}

/** A transfer of the call to a person. 2026 form. */
export interface CallTransfer {
  id: number;
  status?: string | undefined;
  transfer_to?: string | undefined;
  /** Seconds. */
  duration?: number | null | undefined;
}

/** The body of the notification after a call, in both forms of the API. Other keys of the service are kept. */
export interface PostCallNotification {
  id: number;
  customer_phone: string;
  /** null for a call without a number of the account, such as one in the browser. */
  assistant_phone: string | null;
  /** Seconds. null if the call was not answered. */
  duration: number | null;
  /** Such as "completed", "no-answer", "busy" or "failed". */
  status: string;
  /** What the AI has extracted: a key for each item of `postCallSchema`, and `status` and `summary`. */
  extracted_variables: Record<string, unknown>;
  /** The assistant's variables, and those of the call or the lead. */
  input_variables: Record<string, unknown>;
  transcript: TranscriptItem[];
  formatted_transcript?: string | undefined;
  /** Only if the assistant has `includeRecordingInWebhook`. */
  recording_url?: string | null | undefined;
  created_at: string;
  finished_at: string | null;
  /** Only for a call of a campaign. */
  lead?: NotifiedLead | undefined;
  transfers?: CallTransfer[] | undefined;
}

/** A checker for unknown input. */
export interface Checker<T> {
  /** @throws Error that names each wrong key */
  parse(value: unknown): T;
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { message: string } };
}

/** Numbers may come as text, and an empty object as `[]`, as PHP writes them. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);
const variables = z.preprocess(
  (value) => (value === null || (Array.isArray(value) && value.length === 0) ? {} : value),
  z.record(z.string(), z.unknown()).default({}),
);
const optional = <T>(type: z.ZodType<T>) => type.nullish().transform((value) => value ?? undefined);
const nullable = <T>(type: z.ZodType<T>) => type.nullish().transform((value) => value ?? null);
const text = optional(z.string());

const item = z.looseObject({ text: z.string(), sender: text, type: text, timestamp: text });

const schema = z.looseObject({
  id: number,
  customer_phone: z.string(),
  assistant_phone: nullable(z.string()),
  duration: nullable(number),
  status: z.string(),
  extracted_variables: variables,
  input_variables: variables,
  // One document calls it text.
  transcript: z
    .union([z.array(item), z.string().transform((said) => (said === "" ? [] : [{ text: said }]))])
    .nullish()
    .transform((all) => all ?? []),
  formatted_transcript: text,
  recording_url: z.string().nullish(),
  created_at: z.string(),
  finished_at: nullable(z.string()),
  lead: optional(
    z.looseObject({
      id: number,
      phone_number: z.string(),
      status: text,
      variables,
      call_tries: optional(number),
    }),
  ),
  transfers: optional(
    z.array(z.looseObject({ id: number, status: text, transfer_to: text, duration: number.nullish() })),
  ),
});

/**
 * A zod schema that checks and reads the notification, in the spellings that the service has.
 * @example
 * ```ts
 * const { status, extracted_variables } = postCallNotification.parse(await request.json());
 * ```
 */
export const postCallNotification: Checker<PostCallNotification> = schema;
