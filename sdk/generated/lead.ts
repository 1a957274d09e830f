/* oxlint-disable typescript/no-explicit-any -- a user's own values */
// Made by `npm run generate` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "../declared.js";
import type { Campaign } from "../campaign.js";

/** The arguments of {@link Lead}. */
export interface LeadArgs {
  /**
   * The campaign that the lead belongs to: a Campaign resource, its name, or its id as a number. A name
   * works only if the service has the assumed route that lists campaigns (docs/routes.md).
   *
   * Allowed: a campaign's name, or its id as a number.
   */
  campaign: pulumi.Input<Campaign | number | string>;

  /**
   * The number to call, in E.164 format.
   *
   * Allowed: E.164, e.g. "+12025550101".
   */
  phoneNumber: pulumi.Input<string>;

  /**
   * Custom keys and values, for example customer_name and email. The service merges them, so only
   * declared keys are compared, and a key that is removed from the program stays in the service (see
   * onUnconvergent). A key must not be a whole number, because the service may number such keys anew.
   *
   * Allowed: an object of JSON values.
   */
  variables?: pulumi.Input<{ [key: string]: any } | undefined>;

  /**
   * Further contacts of this lead, created together with the lead. The service cannot change them later
   * (see onUnconvergent).
   *
   * Allowed: an array of {phoneNumber, variables?}.
   */
  secondaryContacts?: pulumi.Input<
    | readonly pulumi.Input<{
        /** The number to call. E.164, e.g. "+12025550101". */
        phoneNumber: pulumi.Input<string>;
        /** Custom keys and values of this person. An object of JSON values. */
        variables?: pulumi.Input<{ [key: string]: any } | undefined>;
      }>[]
    | undefined
  >;

  /**
   * The status to set. It is sent when this value changes in the program, and after the lead is created,
   * unless the new lead already has it. The live status is the output currentStatus and never counts as
   * drift.
   *
   * Allowed: "created" or "completed" or "reached-max-retries". Default: the service is assumed to use
   * `"created"`.
   */
  status?: pulumi.Input<"created" | "completed" | "reached-max-retries" | undefined>;

  /**
   * Whether the campaign may have a second lead with this phone number (allow_dupplicate in the
   * service). If the campaign already has such a lead, onExisting must also be "create". Used at
   * creation only.
   *
   * Default: the service is assumed to use `false`.
   */
  allowDuplicate?: pulumi.Input<boolean | undefined>;

  /**
   * What to do if the account already has an object with the same campaign and phone number. "fail"
   * stops with an error that names the object and shows how to adopt it. "adopt" adopts it and writes
   * only the fields that differ. "create" creates another object. Default: the value of the setting
   * voicecall:onExisting, which is "fail" if it is not set. Used at creation, and when an update would
   * give this object the campaign and phone number of another object. Such an update fails unless the
   * value is "create".
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
   * What to do when the lead is gone from the service: "keep" (default) leaves it in state with `gone:
   * true`, because the person may have asked not to be called. "recreate" creates it again.
   *
   * Allowed: "keep" or "recreate". Controls the provider, and is never sent to the service.
   */
  onGone?: pulumi.Input<"keep" | "recreate" | undefined>;

  /**
   * What to do about a change that the service cannot make: a removed variable, or different secondary
   * contacts. "keep" (default) leaves the variable or the contacts as they are in the service, and
   * preview says so. "replace" deletes the lead and creates it again, unless it is blacklisted.
   *
   * Allowed: "keep" or "replace". Controls the provider, and is never sent to the service.
   */
  onUnconvergent?: pulumi.Input<"keep" | "replace" | undefined>;
}

/** The outputs of {@link Lead}: what the program declared, and what the service assigned. */
export interface LeadOutputs extends Declared<LeadArgs> {
  /** Id of the campaign. */
  readonly campaignId: pulumi.Output<number>;

  /** Name of the campaign. */
  readonly campaignName: pulumi.Output<string | null>;

  /** The live status. */
  readonly currentStatus: pulumi.Output<string>;

  /** True if the lead is no longer in the service. */
  readonly gone: pulumi.Output<boolean>;

  /** Ids of the secondary contacts, in order. */
  readonly secondaryContactIds: pulumi.Output<number[]>;

  /** When the service created the lead. */
  readonly createdAt: pulumi.Output<string>;

  /** When the lead was last changed. */
  readonly updatedAt: pulumi.Output<string>;
}

export const definition = {
  kind: "Lead",
  inputs: [
    "campaign",
    "phoneNumber",
    "variables",
    "secondaryContacts",
    "status",
    "allowDuplicate",
    "onExisting",
    "adoptId",
    "onGone",
    "onUnconvergent",
  ],
  computed: [
    "campaignId",
    "campaignName",
    "currentStatus",
    "gone",
    "secondaryContactIds",
    "createdAt",
    "updatedAt",
  ],
  secrets: [],
  texts: ["phoneNumber"],
  references: { campaign: { kind: "Campaign", id: "number" } },
} as const;
