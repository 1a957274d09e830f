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
