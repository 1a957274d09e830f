/** A voice (specification, section 2.4). */
export interface Voice {
  /** Id; `voice` of an assistant takes it as a number. */
  readonly id: number;
  /** Name; `voice` of an assistant takes it as text. */
  readonly name: string;
  /** The engine mode that the voice is for. */
  readonly mode: "pipeline" | "multimodal";
}

/** A language model (specification, section 2.4). */
export interface Model {
  /** Id, as in the output `llmModelId` of an assistant. */
  readonly id: number;
  /** Name: the value for `llmModel` of an assistant. */
  readonly name: string;
}

/** A language (specification, section 2.4). */
export interface Language {
  /** Id, as in the output `languageId` of an assistant. */
  readonly id: number;
  /** Name: the value for `language` of an assistant. */
  readonly name: string;
  /** Two-letter code, such as "en"; `language` of an assistant takes it too. */
  readonly iso2: string;
}

/** A phone number of the account (specification, section 2.4). */
export interface PhoneNumber {
  /** Id; `phoneNumber` of an assistant takes it as a number. */
  readonly id: number;
  /** E.164; `phoneNumber` of an assistant takes it as text. */
  readonly phoneNumber: string;
  /** Two-letter country code. */
  readonly countryCode: string;
  /** "Normal", "SIP" or "Caller ID"; a Caller ID number cannot receive calls. */
  readonly typeLabel: string;
  /** Whether it can be assigned to a new inbound assistant. */
  readonly isAvailable: boolean;
}

/** An assistant as the service holds it (specification, section 2.3), under this package's names. */
export interface AssistantRecord {
  /** Id, as a number. */
  readonly id: number;
  readonly name: string;
  readonly uuid: string;
  /** "active" or "inactive". */
  readonly status: string;
  /** Whether it receives calls or makes them. */
  readonly callsDirection: "receive" | "make";
  readonly engineType: "pipeline" | "multimodal";
  readonly timezone: string;
  readonly voiceId: number;
  readonly languageId: number;
  /** Null when the service does not show it. */
  readonly llmModelId: number | null;
  /** Null when none is assigned. */
  readonly phoneNumberId: number | null;
  readonly initialMessage: string;
  readonly systemPrompt: string;
  /** Null when there is none. */
  readonly webhookUrl: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** A mid call tool as the service holds it (specification, section 2.1), without its headers, which are secret. */
export interface MidCallToolRecord {
  /** Id, as a number; `tools` of an assistant takes it. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly method: string;
  /** Seconds. */
  readonly timeout: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** A record's keys by ours. What the record does not have becomes null, since no output may be undefined. */
type Keys<T> = { readonly [K in keyof T]: string };

const reader =
  <T>(keys: Keys<T>) =>
  (record: object): T => {
    const raw = record as Readonly<Record<string, unknown>>;
    const pairs = Object.entries<string>(keys).map(([ours, theirs]) => [ours, raw[theirs] ?? null]);
    return Object.fromEntries(pairs) as T;
  };

const named = { id: "id", name: "name" } as const;
const dated = { createdAt: "created_at", updatedAt: "updated_at" } as const;

export const voice = reader<Voice>({ ...named, mode: "mode" });

export const model = reader<Model>(named);

export const language = reader<Language>({ ...named, iso2: "iso_2" });

export const phoneNumber = reader<PhoneNumber>({
  id: "id",
  phoneNumber: "phone_number",
  countryCode: "country_code",
  typeLabel: "type_label",
  isAvailable: "is_available",
});

const assistantRecord = reader<AssistantRecord>({
  ...named,
  uuid: "uuid",
  status: "status",
  callsDirection: "type",
  engineType: "mode",
  timezone: "timezone",
  voiceId: "voice_id",
  languageId: "language_id",
  llmModelId: "llm_model_id",
  phoneNumberId: "phone_number_id",
  initialMessage: "initial_message",
  systemPrompt: "system_prompt",
  webhookUrl: "webhook_url",
  ...dated,
});

export function assistant(raw: object): AssistantRecord {
  const record = assistantRecord(raw);
  const inbound = (raw as { type?: unknown }).type === "inbound";
  return { ...record, callsDirection: inbound ? "receive" : "make" };
}

export const midCallTool = reader<MidCallToolRecord>({
  ...named,
  description: "description",
  endpoint: "endpoint",
  method: "method",
  timeout: "timeout",
  ...dated,
});
