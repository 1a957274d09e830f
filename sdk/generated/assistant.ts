/* oxlint-disable typescript/no-explicit-any -- a user's own values */
// Made by `npm run generate` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "../declared.js";
import type { MidCallTool } from "../mid-call-tool.js";
import type { BuiltInTool } from "../built-in-tools.js";

/** The arguments of {@link Assistant}. */
export interface AssistantArgs {
  /**
   * The assistant's name.
   *
   * Allowed: 1-255 characters.
   */
  name: pulumi.Input<string>;

  /**
   * The voice: its name, or its id as a number.
   *
   * Allowed: a voice's name, or its id as a number.
   */
  voice: pulumi.Input<number | string>;

  /**
   * The language: its name in the service's listing, or its two-letter code.
   *
   * Allowed: 1-100 characters.
   */
  language: pulumi.Input<string>;

  /**
   * The language model: its name in the service's listing. In the 2026 form, each engine mode has its
   * own listing. If the service does not return the model of a multimodal assistant, the model is not
   * compared.
   *
   * Allowed: 1-100 characters.
   */
  llmModel: pulumi.Input<string>;

  /**
   * Whether the assistant receives calls (inbound) or makes them (outbound).
   *
   * Allowed: "receive" or "make".
   */
  callsDirection: pulumi.Input<"receive" | "make">;

  /**
   * The engine mode.
   *
   * Allowed: "pipeline" or "multimodal"; in the 2026 form "pipeline" or "multimodal" or "dualplex".
   */
  engineType: pulumi.Input<"pipeline" | "multimodal" | "dualplex">;

  /**
   * The time zone in which the assistant speaks of dates and times.
   *
   * Allowed: a time zone identifier, e.g. "Europe/Berlin".
   */
  timezone: pulumi.Input<string>;

  /**
   * The first spoken message.
   *
   * Allowed: at least 1 character; in the 2026 form 1-200 characters.
   */
  initialMessage: pulumi.Input<string>;

  /**
   * The prompt that defines the assistant's behavior; `prompt()` reads it from a Markdown file.
   *
   * Allowed: at least 1 character.
   */
  systemPrompt: pulumi.Input<string>;

  /**
   * The account's phone number that the assistant uses: in E.164 format, or its id as a number. To
   * unassign the number, set this property to null or remove it from the program. The provider never
   * takes a number away from another assistant.
   *
   * Allowed: a phone number in E.164 format, e.g. "+12025550101", or its id as a number, or null.
   */
  phoneNumber?: pulumi.Input<string | number | null | undefined>;

  /**
   * The mid call tools that the assistant may call: MidCallTool resources, names of tools in the
   * account, or ids. An update replaces all assignments; the order does not matter. Not compared if the
   * service does not show which tools are attached.
   *
   * Allowed: an array of tool resources, names or ids.
   */
  tools?: pulumi.Input<readonly pulumi.Input<MidCallTool | number | string>[] | undefined>;

  /**
   * How the end of the caller's turn is recognized.
   *
   * Allowed: "vad" or "ai". Default: the service is assumed to use `"vad"`.
   */
  endpointType?: pulumi.Input<"vad" | "ai" | undefined>;

  /**
   * How readily a pause counts as the end of the caller's turn.
   *
   * Allowed: a number, 0-5. Default: the service is assumed to use `0.5`.
   */
  endpointSensitivity?: pulumi.Input<number | undefined>;

  /**
   * How readily the caller interrupts the assistant.
   *
   * Allowed: a number, 0-5. Default: the service is assumed to use `0.5`.
   */
  interruptSensitivity?: pulumi.Input<number | undefined>;

  /**
   * Volume of the ambient sound.
   *
   * Allowed: a number, 0-1. Default: the service is assumed to use `0.5`.
   */
  ambientSoundVolume?: pulumi.Input<number | undefined>;

  /**
   * Whether the service extracts the data of `postCallSchema` after a call.
   *
   * Default: the service is assumed to use `true`.
   */
  postCallEvaluation?: pulumi.Input<boolean | undefined>;

  /**
   * Whether notifications are sent for completed calls only.
   *
   * Default: the service is assumed to use `true`.
   */
  sendWebhookOnlyOnCompleted?: pulumi.Input<boolean | undefined>;

  /**
   * Whether a notification contains the URL of the recording.
   *
   * Default: the service is assumed to use `true`.
   */
  includeRecordingInWebhook?: pulumi.Input<boolean | undefined>;

  /**
   * Whether post-call notifications are sent. If it is true, `webhookUrl` is required.
   *
   * Default: the service is assumed to use `false`.
   */
  isWebhookActive?: pulumi.Input<boolean | undefined>;

  /**
   * The URL that receives post-call notifications. To remove the URL, set this property to null or leave
   * it out of the program.
   *
   * Allowed: an http:// or https:// URL, or null.
   */
  webhookUrl?: pulumi.Input<string | null | undefined>;

  /**
   * The URL that receives a notification of each incoming call, before the assistant answers. Its
   * response can contain variables for the call. To remove the URL, set this property to null or leave
   * it out of the program.
   *
   * Allowed: an http:// or https:// URL, or null.
   */
  inboundWebhookUrl?: pulumi.Input<string | null | undefined>;

  /**
   * The data to extract after a call. The order does not matter. Items `status` and `summary` that the
   * service adds by itself are left alone unless they are declared.
   *
   * Allowed: an array of {name: letters, digits and underscores; type: `string`, `number` or `bool`;
   * description}; in the 2026 form an array of {name: 3-16 lowercase letters, digits and underscores;
   * type: `string`, `number` or `bool`; description: 3-255 characters}.
   */
  postCallSchema?: pulumi.Input<
    | readonly pulumi.Input<{
        /** Name of the value in the notification. 3-16 characters. */
        name: pulumi.Input<string>;
        /** Type of the value. "string" or "number" or "bool". */
        type: pulumi.Input<"string" | "number" | "bool">;
        /** Tells the AI what to extract from the call. 3-255 characters. */
        description: pulumi.Input<string>;
      }>[]
    | undefined
  >;

  /**
   * Whether `minInterruptWords` is used. The service never returns this setting, so it cannot be
   * compared.
   *
   * Only in the 2025 form; in the 2026 form, declare only minInterruptWords, which takes effect by
   * itself.
   */
  useMinInterruptWords?: pulumi.Input<boolean | undefined>;

  /**
   * Number of words that the caller must say to interrupt.
   *
   * Allowed: a whole number, 0-10 words. Default: the service is assumed to use `0`.
   */
  minInterruptWords?: pulumi.Input<number | undefined>;

  /**
   * Custom variables, which prompts use as `{{key}}`. Replaced and compared as a whole.
   *
   * Allowed: an object of JSON values.
   */
  variables?: pulumi.Input<{ [key: string]: any } | undefined>;

  /**
   * When the assistant should end the call by itself. The service never returns this setting, so it
   * cannot be compared.
   *
   * Allowed: {description: at most 500 characters}. Only in the 2025 form; in the 2026 form, declare
   * builtInTools: [endCall({ description })].
   */
  endCallTool?: pulumi.Input<
    | {
        /** Tells the AI when to end the call. At most 500 characters. */
        description: pulumi.Input<string>;
      }
    | undefined
  >;

  /**
   * Temperature of the language model.
   *
   * Allowed: a number, 0-1. Default: the service is assumed to use `0.1`.
   */
  llmTemperature?: pulumi.Input<number | undefined>;

  /**
   * The stability of the voice.
   *
   * Allowed: a number, 0-1. Default: the service is assumed to use `0.7`.
   */
  voiceStability?: pulumi.Input<number | undefined>;

  /**
   * The similarity of the voice to its original.
   *
   * Allowed: a number, 0-1. Default: the service is assumed to use `0.5`.
   */
  voiceSimilarity?: pulumi.Input<number | undefined>;

  /**
   * Speed of speech; 1 is normal.
   *
   * Allowed: a number, 0.7-1.2. Default: the service is assumed to use `1`.
   */
  speechSpeed?: pulumi.Input<number | undefined>;

  /**
   * Whether the caller may interrupt.
   *
   * Default: the service is assumed to use `true`.
   */
  allowInterruptions?: pulumi.Input<boolean | undefined>;

  /**
   * Whether filler sounds are played while the assistant thinks.
   *
   * Default: the service is assumed to use `false`. In the 2026 form only with `engineType` `pipeline`.
   */
  fillerAudios?: pulumi.Input<boolean | undefined>;

  /**
   * Seconds of silence after which the assistant speaks again.
   *
   * Allowed: a whole number, 7-600 seconds. Default: the service is assumed to use `30`.
   */
  reEngagementInterval?: pulumi.Input<number | undefined>;

  /**
   * Maximum duration of a call, in seconds.
   *
   * Allowed: a whole number, 20-1200 seconds. Default: the service is assumed to use `600`.
   */
  maxCallDuration?: pulumi.Input<number | undefined>;

  /**
   * Seconds of silence after which the call ends.
   *
   * Allowed: a whole number, 1-120 seconds; in the 2026 form a whole number, 1-360 seconds. Default: the
   * service is assumed to use `40`.
   */
  maxSilenceDuration?: pulumi.Input<number | undefined>;

  /**
   * Whether the call ends when voicemail answers.
   *
   * Default: the service is assumed to use `true`.
   */
  endCallOnVoicemail?: pulumi.Input<boolean | undefined>;

  /**
   * Whether the caller's background noise is removed.
   *
   * Default: the service is assumed to use `true`.
   */
  noiseCancellation?: pulumi.Input<boolean | undefined>;

  /**
   * Whether calls are recorded.
   *
   * Default: the service is assumed to use `false`.
   */
  recordCall?: pulumi.Input<boolean | undefined>;

  /**
   * Who speaks first.
   *
   * Allowed: "AI assistant" or "Customer". Default: the service is assumed to use `"AI assistant"`.
   */
  whoSpeaksFirst?: pulumi.Input<"AI assistant" | "Customer" | undefined>;

  /**
   * Additional languages that the assistant speaks. An update replaces the whole list; the order does
   * not matter.
   *
   * Allowed: an array of languages: names, two-letter codes, or ids as numbers. Only in the 2026 form.
   */
  secondaryLanguages?: pulumi.Input<readonly pulumi.Input<number | string>[] | undefined>;

  /**
   * The name of the language model that calls tools in the modes multimodal and dualplex.
   *
   * Allowed: 1-100 characters. Only in the 2026 form, with `engineType` `multimodal` and `dualplex`.
   */
  fallbackModel?: pulumi.Input<string | undefined>;

  /**
   * How sure the service must be that the caller's turn has ended, in the modes multimodal and dualplex.
   * If it is not set, the service decides.
   *
   * Allowed: a number, 0-1. Only in the 2026 form, with `engineType` `multimodal` and `dualplex`.
   */
  turnDetectionThreshold?: pulumi.Input<number | undefined>;

  /**
   * The provider of the voice: its name, or its id as a number. If it is not set, the service uses the
   * default of the language.
   *
   * Allowed: a synthesizer's name, or its id as a number. Only in the 2026 form, with `engineType`
   * `pipeline` and `dualplex`.
   */
  synthesizer?: pulumi.Input<number | string | undefined>;

  /**
   * The provider of speech recognition: its name, or its id as a number. If it is not set, the service
   * uses the default of the language.
   *
   * Allowed: a transcriber's name, or its id as a number. Only in the 2026 form, with `engineType`
   * `pipeline`.
   */
  transcriber?: pulumi.Input<number | string | undefined>;

  /**
   * Whether the voice expresses emotions.
   *
   * Default: the service is assumed to use `true`. Only in the 2026 form.
   */
  ttsEmotion?: pulumi.Input<boolean | undefined>;

  /**
   * The sound in the background of calls.
   *
   * Allowed: "off" or "office" or "city" or "forest" or "crowded_room" or "cafe" or "nature". Default:
   * the service is assumed to use `"off"`. Only in the 2026 form.
   */
  ambientSound?: pulumi.Input<
    "off" | "office" | "city" | "forest" | "crowded_room" | "cafe" | "nature" | undefined
  >;

  /**
   * The id of the knowledge base that the assistant uses.
   *
   * Allowed: an id. Only in the 2026 form.
   */
  knowledgebase?: pulumi.Input<number | undefined>;

  /**
   * How the knowledge base is used. "function_call" searches it on demand. "prompt" makes it part of the
   * prompt, and needs the pipeline mode.
   *
   * Allowed: "function_call" or "prompt". Only in the 2026 form.
   */
  knowledgebaseMode?: pulumi.Input<"function_call" | "prompt" | undefined>;

  /**
   * The message to leave when voicemail answers. If it is not set, no message is left.
   *
   * Allowed: 1-1000 characters. Only in the 2026 form.
   */
  voicemailMessage?: pulumi.Input<string | undefined>;

  /**
   * Tells the assistant what to say after a long silence. If it is not set, the service uses its own
   * text.
   *
   * Allowed: 1-1000 characters. Only in the 2026 form.
   */
  reEngagementPrompt?: pulumi.Input<string | undefined>;

  /**
   * Seconds that a call rings before it counts as not answered.
   *
   * Allowed: a whole number, 1-60 seconds. Default: the service is assumed to use `30`. Only in the 2026
   * form.
   */
  ringingTime?: pulumi.Input<number | undefined>;

  /**
   * Seconds of initial silence after which the call ends. If it is not set, there is no limit.
   *
   * Allowed: a whole number, 1-120 seconds. Only in the 2026 form.
   */
  maxInitialSilenceDuration?: pulumi.Input<number | undefined>;

  /**
   * What the assistant says while it thinks. Replaced and compared as a whole.
   *
   * Allowed: {positive, negative, question, neutral}, each an array of strings. Only in the 2026 form.
   */
  fillerPhrases?: pulumi.Input<
    | {
        /** Phrases to say after a remark that the service understands as positive. */
        positive: pulumi.Input<readonly pulumi.Input<string>[]>;
        /** Phrases to say after a remark that the service understands as negative. */
        negative: pulumi.Input<readonly pulumi.Input<string>[]>;
        /** Phrases to say after a remark that the service understands as a question. */
        question: pulumi.Input<readonly pulumi.Input<string>[]>;
        /** Phrases to say after a remark that the service understands as neutral. */
        neutral: pulumi.Input<readonly pulumi.Input<string>[]>;
      }
    | undefined
  >;

  /**
   * Minutes without a message after which a text conversation ends. If the field is removed from the
   * program, text conversations no longer end by themselves.
   *
   * Allowed: a whole number, 1-1440 minutes. Default: the service is assumed to use `30`. Only in the
   * 2026 form.
   */
  conversationInactivityTimeout?: pulumi.Input<number | undefined>;

  /**
   * Whether the end of a text conversation is reported again if the conversation continues and ends once
   * more.
   *
   * Default: the service is assumed to use `false`. Only in the 2026 form.
   */
  conversationEndedRetrigger?: pulumi.Input<boolean | undefined>;

  /**
   * The URL that receives a notification when a text conversation ends.
   *
   * Allowed: an http:// or https:// URL. Only in the 2026 form.
   */
  conversationEndedWebhookUrl?: pulumi.Input<string | undefined>;

  /**
   * The folder of the assistant in the service: its name, or its id as a number.
   *
   * Allowed: a folder's name, or its id as a number. Only in the 2026 form.
   */
  folder?: pulumi.Input<number | string | undefined>;

  /**
   * The labels of the assistant in the service. An update replaces the whole list; the order does not
   * matter.
   *
   * Allowed: an array of labels: names, or ids as numbers. Only in the 2026 form.
   */
  labels?: pulumi.Input<readonly pulumi.Input<number | string>[] | undefined>;

  /**
   * The tools built into the service that the assistant may use. An update replaces the whole list,
   * except for tools of types that this version of the provider does not know; the order does not
   * matter. Encrypted in state, since the API key of a calendar is secret.
   *
   * Allowed: an array of `endCall()`, `dtmfInput()`, `callTransfer()` and so on. Only in the 2026 form.
   */
  builtInTools?: pulumi.Input<readonly pulumi.Input<BuiltInTool>[] | undefined>;

  /**
   * What to do if the account already has an object with the same name. "fail" stops with an error that
   * names the object and shows how to adopt it. "adopt" adopts it and writes only the fields that
   * differ. "create" creates another object. Default: the value of the setting voicecall:onExisting,
   * which is "fail" if it is not set. Used at creation, and when an update would give this object the
   * name of another object. Such an update fails unless the value is "create".
   *
   * Allowed: "fail" or "adopt" or "create".
   */
  onExisting?: "fail" | "adopt" | "create" | undefined;

  /**
   * Adopts the existing object with this id instead of creating one, and writes only the fields that
   * differ. Used at creation only. Later it must be the id in state, or be left out.
   *
   * Allowed: an id.
   */
  adoptId?: number | undefined;

  /**
   * Request fields that this version of the provider does not know yet, under their names in the
   * service. Sent unchanged, and compared if the record has the same key.
   *
   * Allowed: an object of JSON values.
   */
  extraFields?: pulumi.Input<{ [field: string]: any } | undefined>;
}

/** The outputs of {@link Assistant}: what the program declared, and what the service assigned. */
export interface AssistantOutputs extends Declared<AssistantArgs> {
  /** The assistant's UUID. */
  readonly uuid: pulumi.Output<string>;

  /** "active" or "inactive". The API cannot set it. */
  readonly status: pulumi.Output<string>;

  /** Id of the voice. */
  readonly voiceId: pulumi.Output<number>;

  /** Id of the language. */
  readonly languageId: pulumi.Output<number>;

  /** Id of the language model. null if the service does not return it. */
  readonly llmModelId: pulumi.Output<number | null>;

  /** Id of the phone number. null if none is assigned. */
  readonly phoneNumberId: pulumi.Output<number | null>;

  /** Ids of the attached tools that the program declares. */
  readonly toolIds: pulumi.Output<number[]>;

  /**
   * When the service's check of prompts paused the assistant. null if it did not, or if the service does
   * not say.
   */
  readonly complianceBlockedAt: pulumi.Output<string | null>;

  /** When the service created the assistant, ISO 8601. */
  readonly createdAt: pulumi.Output<string>;

  /** When the assistant was last changed, ISO 8601. */
  readonly updatedAt: pulumi.Output<string>;
}

export const definition = {
  kind: "Assistant",
  inputs: [
    "name",
    "voice",
    "language",
    "llmModel",
    "callsDirection",
    "engineType",
    "timezone",
    "initialMessage",
    "systemPrompt",
    "phoneNumber",
    "tools",
    "endpointType",
    "endpointSensitivity",
    "interruptSensitivity",
    "ambientSoundVolume",
    "postCallEvaluation",
    "sendWebhookOnlyOnCompleted",
    "includeRecordingInWebhook",
    "isWebhookActive",
    "webhookUrl",
    "inboundWebhookUrl",
    "postCallSchema",
    "useMinInterruptWords",
    "minInterruptWords",
    "variables",
    "endCallTool",
    "llmTemperature",
    "voiceStability",
    "voiceSimilarity",
    "speechSpeed",
    "allowInterruptions",
    "fillerAudios",
    "reEngagementInterval",
    "maxCallDuration",
    "maxSilenceDuration",
    "endCallOnVoicemail",
    "noiseCancellation",
    "recordCall",
    "whoSpeaksFirst",
    "secondaryLanguages",
    "fallbackModel",
    "turnDetectionThreshold",
    "synthesizer",
    "transcriber",
    "ttsEmotion",
    "ambientSound",
    "knowledgebase",
    "knowledgebaseMode",
    "voicemailMessage",
    "reEngagementPrompt",
    "ringingTime",
    "maxInitialSilenceDuration",
    "fillerPhrases",
    "conversationInactivityTimeout",
    "conversationEndedRetrigger",
    "conversationEndedWebhookUrl",
    "folder",
    "labels",
    "builtInTools",
    "onExisting",
    "adoptId",
    "extraFields",
  ],
  computed: [
    "uuid",
    "status",
    "voiceId",
    "languageId",
    "llmModelId",
    "phoneNumberId",
    "toolIds",
    "complianceBlockedAt",
    "createdAt",
    "updatedAt",
  ],
  secrets: ["builtInTools"],
  texts: [
    "initialMessage",
    "systemPrompt",
    "voicemailMessage",
    "reEngagementPrompt",
    "conversationEndedWebhookUrl",
  ],
  references: { tools: { kind: "MidCallTool", id: "text" } },
} as const;
