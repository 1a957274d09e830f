// Made by `npm run generate` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "../declared.js";
import type { Assistant } from "../assistant.js";

/** The arguments of {@link Campaign}. */
export interface CampaignArgs {
  /**
   * The name of the campaign.
   *
   * Allowed: 1-255 characters.
   */
  name: pulumi.Input<string>;

  /**
   * The assistant that makes the calls: an Assistant resource, its name, or its id. Its callsDirection
   * must be "make".
   *
   * Allowed: an assistant's name, or its id as a number.
   */
  assistant: pulumi.Input<Assistant | number | string>;

  /**
   * Time zone of the hours and days in which calls are made. If it is not set, the service uses the time
   * zone of the account.
   *
   * Allowed: a time zone identifier, e.g. "Europe/Berlin".
   */
  timezone?: pulumi.Input<string | undefined>;

  /**
   * The time of day from which the campaign may make calls.
   *
   * Allowed: a time of day as "HH:MM". Default: the service is assumed to use `"00:00"`.
   */
  allowedHoursStartTime?: pulumi.Input<string | undefined>;

  /**
   * The time of day until which the campaign may make calls.
   *
   * Allowed: a time of day as "HH:MM". Default: the service is assumed to use `"23:59"`.
   */
  allowedHoursEndTime?: pulumi.Input<string | undefined>;

  /**
   * The days on which calls are made.
   *
   * Allowed: an array of "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday".
   * Default: the service is assumed to use
   * `["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]`.
   */
  allowedDays?: pulumi.Input<
    | readonly pulumi.Input<
        "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"
      >[]
    | undefined
  >;

  /**
   * The maximum number of calls at the same time. The account's plan may allow fewer.
   *
   * Allowed: a whole number, 1-10. Default: the service is assumed to use `3`.
   */
  maxCallsInParallel?: pulumi.Input<number | undefined>;

  /**
   * The maximum number of times that a lead is called again.
   *
   * Allowed: a whole number, 1-5. Default: the service is assumed to use `3`.
   */
  maxRetries?: pulumi.Input<number | undefined>;

  /**
   * Minutes until a lead is called again.
   *
   * Allowed: a whole number, 10-4320 minutes. Default: the service is assumed to use `60`.
   */
  retryInterval?: pulumi.Input<number | undefined>;

  /** Whether a lead is called again after voicemail answers. */
  retryOnVoicemail?: pulumi.Input<boolean | undefined>;

  /** Whether a lead is called again if the call did not reach its goal (see goalCompletionVariable). */
  retryOnGoalIncomplete?: pulumi.Input<boolean | undefined>;

  /**
   * The variable that shows whether a call reached its goal.
   *
   * Allowed: 1-255 characters.
   */
  goalCompletionVariable?: pulumi.Input<string | undefined>;

  /**
   * Whether the campaign ends when no lead is left to call.
   *
   * Default: the service is assumed to use `true`.
   */
  markCompleteWhenNoLeads?: pulumi.Input<boolean | undefined>;

  /**
   * The account's phone numbers that calls are made from. The order does not matter.
   *
   * Allowed: an array of the account's phone numbers in E.164 format, or of their ids as numbers.
   */
  phoneNumbers?: pulumi.Input<readonly pulumi.Input<number | string>[] | undefined>;

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
   * What to do if a declared value changes, since the API cannot change a campaign. "fail" (default)
   * makes the change an error in preview. "replace" deletes the campaign together with its leads, and
   * creates it again as a draft. Preview shows how many leads that deletes.
   *
   * Allowed: "fail" or "replace". Controls the provider, and is never sent to the service.
   */
  onChange?: pulumi.Input<"fail" | "replace" | undefined>;

  /**
   * What destroying the resource does while the campaign has leads. "fail" (default) deletes nothing,
   * and the error shows how many leads there are. "deleteLeads" deletes the campaign and its leads.
   * Apply this value before you destroy the resource.
   *
   * Allowed: "fail" or "deleteLeads". Controls the provider, and is never sent to the service.
   */
  onDestroy?: pulumi.Input<"fail" | "deleteLeads" | undefined>;
}

/** The outputs of {@link Campaign}: what the program declared, and what the service assigned. */
export interface CampaignOutputs extends Declared<CampaignArgs> {
  /** The live status. A new campaign is a draft, which calls nobody. */
  readonly status: pulumi.Output<string | null>;

  /** Id of the assistant. Null after `get`, since the service does not show it. */
  readonly assistantId: pulumi.Output<number | null>;

  /** Ids of the phone numbers. Null if the program declares none, since the service does not show them. */
  readonly phoneNumberIds: pulumi.Output<number[] | null>;

  /** When the service created the campaign. */
  readonly createdAt: pulumi.Output<string>;

  /** When the campaign was last changed. */
  readonly updatedAt: pulumi.Output<string>;
}

export const definition = {
  kind: "Campaign",
  inputs: [
    "name",
    "assistant",
    "timezone",
    "allowedHoursStartTime",
    "allowedHoursEndTime",
    "allowedDays",
    "maxCallsInParallel",
    "maxRetries",
    "retryInterval",
    "retryOnVoicemail",
    "retryOnGoalIncomplete",
    "goalCompletionVariable",
    "markCompleteWhenNoLeads",
    "phoneNumbers",
    "onExisting",
    "adoptId",
    "onChange",
    "onDestroy",
  ],
  computed: ["status", "assistantId", "phoneNumberIds", "createdAt", "updatedAt"],
  secrets: [],
  texts: [],
  references: { assistant: { kind: "Assistant", id: "text" } },
} as const;
