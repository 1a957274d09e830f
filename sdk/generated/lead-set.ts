// Made by `npm run generate` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "../declared.js";
import type { Campaign } from "../campaign.js";

/** The arguments of {@link LeadSet}. */
export interface LeadSetArgs {
  /**
   * The campaign that the leads belong to: a Campaign resource, its name, or its id as a number. A name
   * works only if the service has the assumed route that lists campaigns (docs/routes.md). A program can
   * have only one LeadSet per campaign.
   *
   * Allowed: a campaign's name, or its id as a number. Changing it replaces the resource.
   */
  campaign: pulumi.Input<Campaign | number | string>;

  /**
   * The people to call: either the path of a CSV file, relative to the program's folder, or an array or
   * other iterable of rows. A row is an object whose keys are the columns. State contains the path and a
   * hash of the content, both encrypted, but never the content.
   *
   * Allowed: the path of a CSV file, or an iterable of rows. Encrypted in state and never shown.
   */
  leads: pulumi.Input<
    string | Iterable<{ readonly [column: string]: string | number | boolean | null | undefined }>
  >;

  /**
   * Which column has the phone number, and which columns become variables. Other columns are ignored and
   * sent nowhere. For an empty cell, a new lead gets no variable, and an existing lead gets empty text,
   * since the service cannot remove a variable.
   *
   * Allowed: {phoneNumber, variables?}.
   */
  columns: pulumi.Input<{
    /** The column with the phone number. At least 1 character. */
    phoneNumber: pulumi.Input<string>;
    /** A column for each variable of the lead, and the type of its values. Without a type, values are text. */
    variables?: pulumi.Input<
      | {
          readonly [variable: string]:
            | string
            | {
                /** The name of the column. */ readonly column: string;
                /** The type of its values. Default: text. */ readonly type?: "text" | "number" | "boolean";
              };
        }
      | undefined
    >;
  }>;

  /**
   * The country to assume for a phone number without a country code. If it is not set, a number that
   * does not begin with + or 00 is rejected.
   *
   * Allowed: a two-letter country code in capital letters (ISO 3166-1). Controls the provider, and is
   * never sent to the service.
   */
  defaultCountry?: pulumi.Input<string | undefined>;

  /**
   * What to do about a row without a possible phone number, with a value of the wrong type, with more
   * cells than there are columns, or with the phone number of an earlier row. "fail" (default) reports
   * all such rows, with their line numbers, and sends nothing. "skip" reports these rows, and creates
   * leads from the others. An existing lead with the phone number of a skipped row stays as it is. While
   * no number can be read in a skipped row, an apply that would delete leads fails.
   *
   * Allowed: "fail" or "skip". Controls the provider, and is never sent to the service.
   */
  onRefusedRow?: pulumi.Input<"fail" | "skip" | undefined>;

  /**
   * What to do with the lead of a row that is no longer in the list, and with all leads when the
   * resource is destroyed. "delete" (default) deletes the lead, so that the campaign does not call this
   * person. "keep" leaves it in the campaign, where it may be called, and no longer manages it. Deleting
   * a lead uses an assumed route (docs/routes.md).
   *
   * Allowed: "delete" or "keep". Controls the provider, and is never sent to the service.
   */
  onRemove?: pulumi.Input<"delete" | "keep" | undefined>;

  /**
   * Whether the campaign has no leads except those of the list and of the program's Lead resources. If
   * true, an apply removes all others, for example those of an interrupted apply, and preview names them
   * first. Blacklisted leads stay, because nobody calls them. If false (default), preview and up only
   * name the others. Cannot be true with onRemove: "keep".
   *
   * Controls the provider, and is never sent to the service.
   */
  exclusive?: pulumi.Input<boolean | undefined>;

  /**
   * What to do about a lead that is gone from the service while its row is still in the list. "keep"
   * (default) does not create it again, because the person may have asked not to be called. "recreate"
   * creates it again.
   *
   * Allowed: "keep" or "recreate". Controls the provider, and is never sent to the service.
   */
  onGone?: pulumi.Input<"keep" | "recreate" | undefined>;

  /**
   * What to do if the campaign already has a lead with the phone number of a row. "fail" (default)
   * counts these leads and sends nothing: they may belong to another stack, and this resource would
   * delete them when it is destroyed. "adopt" adopts them, writes only what differs, and protects the
   * resource from deletion. After an interrupted apply, the environment variable VOICECALL_RESUME
   * continues it in one run.
   *
   * Allowed: "fail" or "adopt". Controls the provider, and is never sent to the service.
   */
  onExisting?: "fail" | "adopt" | undefined;
}

/** The outputs of {@link LeadSet}: what the program declared, and what the service assigned. */
export interface LeadSetOutputs extends Declared<LeadSetArgs> {
  /** Id of the campaign and of the resource. */
  readonly campaignId: pulumi.Output<number>;

  /** Name of the campaign. */
  readonly campaignName: pulumi.Output<string | null>;

  /** How many leads the resource manages. */
  readonly leadCount: pulumi.Output<number>;

  /** How many of the managed leads are gone from the service. */
  readonly goneCount: pulumi.Output<number>;
}

export const definition = {
  kind: "LeadSet",
  inputs: [
    "campaign",
    "leads",
    "columns",
    "defaultCountry",
    "onRefusedRow",
    "onRemove",
    "exclusive",
    "onGone",
    "onExisting",
  ],
  computed: ["campaignId", "campaignName", "leadCount", "goneCount"],
  secrets: ["leads"],
  texts: [],
  references: { campaign: { kind: "Campaign", id: "number" } },
} as const;
