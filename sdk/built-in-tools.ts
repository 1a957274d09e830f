import type * as pulumi from "@pulumi/pulumi";
import type { Assistant } from "./assistant.js";
import { noteId } from "./own-account.js";
import { idsIn } from "./references.js";

type Optional<T> = pulumi.Input<T | undefined>;

/** Arguments of {@link endCall}. */
export interface EndCallArgs {
  /** When the assistant should end the call. */
  description?: Optional<string>;
}

/** Arguments of {@link dtmfInput}. */
export interface DtmfInputArgs {
  /** When the assistant should send tones. */
  description?: Optional<string>;
}

/** Arguments of {@link callTransfer}. */
export interface CallTransferArgs {
  /** The number that calls are transferred to. */
  phoneNumber: pulumi.Input<string>;
  /** When the assistant should transfer the call. */
  description?: Optional<string>;
  /** Whether the assistant finds the number itself. */
  custom?: Optional<boolean>;
  /** A time zone identifier. The service does not document its effect. */
  timezone?: Optional<string>;
  /** Whether the other person is told about the call before the transfer. The service's default is false. */
  warmTransfer?: Optional<boolean>;
  /** What the other person is told. */
  warmTransferMessage?: Optional<string>;
}

/** Arguments of {@link warmCallTransfer}. */
export interface WarmCallTransferArgs {
  /** The number of the person who takes over the call. */
  supervisorPhone: pulumi.Input<string>;
  /** The id of the account's phone number from which the service calls the person who takes over. */
  outboundPhoneId: pulumi.Input<number>;
  /** When the assistant should transfer the call. */
  description: pulumi.Input<string>;
  /** The service's `custom_sip`, whose effect is not documented. The service's default is false. */
  customSip?: Optional<boolean>;
  /** The number that the person who takes over sees. The service's default is "outbound_number". */
  callerIdMode?: Optional<"outbound_number" | "customer_number" | "custom">;
  /** The number for `callerIdMode: "custom"`. */
  customCallerId?: Optional<string>;
  /** What the caller hears while waiting. The service's default is "hold_music". */
  holdMusic?: Optional<"hold_music" | "none">;
  /** Volume of the music, 0-100. The service's default is 80. */
  holdMusicVolume?: Optional<number>;
  /** What the caller hears first. */
  holdMessage?: Optional<string>;
  /** How the assistant should summarize the call. */
  summaryInstructions?: Optional<string>;
  /** The first message to the person who takes over the call. */
  briefingInitialMessage?: Optional<string>;
  /** What the caller and the person who takes over hear once they are connected. */
  connectedMessage?: Optional<string>;
}

/** Arguments of {@link collectKeypad}. */
export interface CollectKeypadArgs {
  /** How long the service waits for input, 1-30 seconds. The service's default is 5. */
  timeout?: Optional<number>;
  /** The key that ends the input. The service's default is "#". */
  stopKey?: Optional<"#" | "*">;
}

/** Arguments of {@link calendarIntegration}. */
export interface CalendarIntegrationArgs {
  /** The API key of Cal.com. Encrypted in state and never shown. */
  calcomApiKey: pulumi.Input<string>;
  /** The event type to book, as in its Cal.com URL. */
  calcomEventSlug: pulumi.Input<string>;
  /** The team that the event type belongs to, as in its Cal.com URL. */
  calcomTeamSlug?: Optional<string>;
  /** The Cal.com API to use. The service's default is "us". */
  calcomEndpoint?: Optional<"us" | "eu" | "custom">;
  /** The URL for `calcomEndpoint: "custom"`. */
  calcomCustomEndpoint?: Optional<string>;
  /** What the assistant asks for to book an appointment. */
  calcomBookingFields?: Optional<
    {
      /** The identifier of the field in Cal.com. */
      slug: pulumi.Input<string>;
      /** The field's type in Cal.com. */
      type: pulumi.Input<string>;
      /** The field's label in Cal.com. */
      label: pulumi.Input<string>;
      /** Whether a booking needs the field. The service's default is false. */
      required?: Optional<boolean>;
      /** The values of the field to choose from. */
      options?: Optional<string[]>;
    }[]
  >;
  /** When the assistant should use the calendar. */
  description?: Optional<string>;
}

/** Arguments of {@link assistantTransfer}. */
export interface AssistantTransferArgs {
  /** The assistant that takes over the call: a resource, or its id. It must be a different assistant. */
  assistant: Assistant | pulumi.Input<string | number>;
  /** When the assistant should transfer the call. At most 500 characters. */
  description?: Optional<string>;
  /** What the assistant says before the transfer. At most 500 characters. */
  messageBeforeTransfer?: Optional<string>;
  /** Whether the other assistant greets the caller. The service's default is true. */
  speakTransferGreeting?: Optional<boolean>;
}

/**
 * A tool that is built into the service, for `builtInTools` of an {@link Assistant}. Needs the 2026 form of the
 * service. Fields that the program leaves out keep their live value. If a transfer gets another number or assistant, it
 * counts as a new tool.
 */
export type BuiltInTool =
  | ({ type: "endCall" } & EndCallArgs)
  | ({ type: "dtmfInput" } & DtmfInputArgs)
  | ({ type: "callTransfer" } & CallTransferArgs)
  | ({ type: "warmCallTransfer" } & WarmCallTransferArgs)
  | ({ type: "collectKeypad" } & CollectKeypadArgs)
  | ({ type: "calendarIntegration" } & CalendarIntegrationArgs)
  | ({ type: "assistantTransfer" } & Omit<AssistantTransferArgs, "assistant"> & {
        assistant: pulumi.Input<string | number>;
      });

/** Lets the assistant end the call. */
export const endCall = (args: EndCallArgs = {}): BuiltInTool => ({ type: "endCall", ...args });

/** Lets the assistant send keypad tones, for example in another company's phone menu. */
export const dtmfInput = (args: DtmfInputArgs = {}): BuiltInTool => ({ type: "dtmfInput", ...args });

/** Lets the assistant transfer the call to a number. */
export const callTransfer = (args: CallTransferArgs): BuiltInTool => ({ type: "callTransfer", ...args });

/** Lets the assistant transfer the call to a person after it has briefed that person. */
export const warmCallTransfer = (args: WarmCallTransferArgs): BuiltInTool => ({
  type: "warmCallTransfer",
  ...args,
});

/** Lets the caller type digits. */
export const collectKeypad = (args: CollectKeypadArgs = {}): BuiltInTool => ({
  type: "collectKeypad",
  ...args,
});

/** Lets the assistant book appointments with Cal.com. */
export const calendarIntegration = (args: CalendarIntegrationArgs): BuiltInTool => ({
  type: "calendarIntegration",
  ...args,
});

const toAssistant = { kind: "Assistant", id: "text", accepts: "an Assistant resource or its id" } as const;

/**
 * Lets another assistant take over the call.
 * @example
 * ```ts
 * builtInTools: [endCall(), assistantTransfer({ assistant: billing, description: "Questions about invoices." })],
 * ```
 */
export const assistantTransfer = ({ assistant, ...args }: AssistantTransferArgs): BuiltInTool => ({
  type: "assistantTransfer",
  ...args,
  assistant: idsIn(assistant, "assistantTransfer: assistant", toAssistant, noteId) as pulumi.Input<
    string | number
  >,
});
