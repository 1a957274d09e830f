/**
 * The results of lookups in programs, with the SDK's names. A value that the service does not return is null,
 * because outputs must not be undefined. Enumerations have the type string, because the service may add values.
 */

/** A voice (specification, section 2.4). */
export interface Voice {
  /** Id; `voice` of an assistant takes it as a number. */
  readonly id: number;
  /** Name; `voice` of an assistant takes it as text. */
  readonly name: string;
  /** The engine mode of the voice. In the 2026 form of the service, the mode that the lookup requested. */
  readonly mode: string | null;
  /** Id of its language. Null in the 2025 form, like all properties below. */
  readonly languageId: number | null;
  /** Gender of the voice. */
  readonly gender: string | null;
  /** Accent of the voice. */
  readonly accent: string | null;
  /** Age group of the voice. */
  readonly age: string | null;
  /** The URL of a sample. */
  readonly previewUrl: string | null;
  /** Id of the synthesizer. */
  readonly synthesizerProviderId: number | null;
}

/** A language model (specification, section 2.4). */
export interface Model {
  /** Id, as in the output `llmModelId` of an assistant. */
  readonly id: number;
  /** Name: the value for `llmModel` of an assistant. */
  readonly name: string;
  /** Code of a multimodal or dualplex model in the 2026 form of the service; otherwise null. */
  readonly code: string | null;
}

/** A language (specification, section 2.4). */
export interface Language {
  /** Id, as in the output `languageId` of an assistant. */
  readonly id: number;
  /** Name: the value for `language` of an assistant. */
  readonly name: string;
  /** Two-letter code, such as "en"; `language` of an assistant takes it too. */
  readonly iso2: string | null;
}

/** A phone number of the account (specification, section 2.4). */
export interface PhoneNumber {
  /** Id; `phoneNumber` of an assistant takes it as a number. */
  readonly id: number;
  /** E.164; `phoneNumber` of an assistant takes it as text. */
  readonly phoneNumber: string;
  /** Two-letter country code. */
  readonly countryCode: string | null;
  /** "Normal", "SIP" or "Caller ID"; a Caller ID number cannot receive calls. */
  readonly typeLabel: string | null;
  /** Whether it can be assigned to a new inbound assistant. */
  readonly isAvailable: boolean | null;
}

/** An assistant in the service (specification, section 2.3), under this package's names. */
export interface AssistantRecord {
  /** Id, as a number. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** The assistant's UUID. */
  readonly uuid: string | null;
  /** "active" or "inactive". */
  readonly status: string | null;
  /** "receive" or "make". */
  readonly callsDirection: string | null;
  /** "pipeline", "multimodal" or "dualplex". */
  readonly engineType: string | null;
  /** Time zone identifier, such as "Europe/Berlin". */
  readonly timezone: string | null;
  /** Id of the voice. */
  readonly voiceId: number | null;
  /** Id of the language. */
  readonly languageId: number | null;
  /** Id of the language model. */
  readonly llmModelId: number | null;
  /** Id of the phone number. Null also if none is assigned. */
  readonly phoneNumberId: number | null;
  /** The first spoken message. */
  readonly initialMessage: string | null;
  /** The prompt that defines the assistant's behavior. */
  readonly systemPrompt: string | null;
  /** The URL that receives post-call notifications. Null if there is none, or if the service does not show it. */
  readonly webhookUrl: string | null;
  /** When the service created it, ISO 8601. */
  readonly createdAt: string | null;
  /** When it was last changed, ISO 8601. */
  readonly updatedAt: string | null;
}

/** A mid call tool in the service (specification, section 2.1), without its headers, which are secret. */
export interface MidCallToolRecord {
  /** Id, as a number; `tools` of an assistant takes it. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** When and how the AI should use the tool. */
  readonly description: string | null;
  /** The URL of the API that is called during a call. */
  readonly endpoint: string | null;
  /** HTTP method of the request to the endpoint. */
  readonly method: string | null;
  /** Time limit for the endpoint, in seconds. */
  readonly timeout: number | null;
  /** When the service created it, ISO 8601. */
  readonly createdAt: string | null;
  /** When it was last changed, ISO 8601. */
  readonly updatedAt: string | null;
}

/** "dualplex" exists in the 2026 form only. */
export type VoiceMode = "pipeline" | "multimodal" | "dualplex";
/** The 2025 form has one listing of models, and ignores the type. */
export type ModelType = "llm" | "multimodal" | "dualplex";
export type NumberType = "inbound" | "outbound";

/** The lookups for programs (specification, sections 2.4 and 4.2). */
export interface Lookups {
  /** True without an access token, which every lookup needs. */
  readonly offline: boolean;
  voices(mode?: VoiceMode): Promise<readonly Voice[]>;
  models(type?: ModelType): Promise<readonly Model[]>;
  languages(): Promise<readonly Language[]>;
  phoneNumbers(type?: NumberType): Promise<readonly PhoneNumber[]>;
  assistant(name: string): Promise<AssistantRecord>;
  midCallTool(name: string): Promise<MidCallToolRecord>;
}
