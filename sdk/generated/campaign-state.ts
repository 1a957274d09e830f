// Made by `npm run generate` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "../declared.js";
import type { Campaign } from "../campaign.js";

/** The arguments of {@link CampaignState}. */
export interface CampaignStateArgs {
  /**
   * The campaign: a Campaign resource, its name, or its id as a number. A name works only if the service
   * has the assumed route that lists campaigns (docs/routes.md). If the name later refers to a different
   * campaign, nothing is started; change `trigger` to switch to that campaign.
   *
   * Allowed: a campaign's name, or its id as a number. Changing it replaces the resource.
   */
  campaign: pulumi.Input<Campaign | number | string>;

  /**
   * Whether the campaign should run. "started" makes phones ring: the start is sent when the resource is
   * created, and when this value or `trigger` changes in the program, but never because of a refresh. If
   * this is "stopped" and someone starts the campaign manually, `pulumi up --refresh` stops it again;
   * `pulumi up` alone does not.
   *
   * Allowed: "started" or "stopped".
   */
  state: pulumi.Input<"started" | "stopped">;

  /**
   * Any text or number. Change it to send the action of `state` again, for example to restart a campaign
   * that was stopped manually. A number and the same number as text are equal.
   *
   * Allowed: text or a number.
   */
  trigger?: pulumi.Input<string | number | undefined>;

  /**
   * What destroying the resource does. "stop" stops the campaign, no matter who started it. "leave"
   * sends nothing. If onDestroy is not set, the campaign is stopped only if it is running because of
   * this resource's last action. A campaign that was already running, or that an interrupted run
   * started, keeps running, and a note says so.
   *
   * Allowed: "stop" or "leave". Controls the provider, and is never sent to the service.
   */
  onDestroy?: pulumi.Input<"stop" | "leave" | undefined>;
}

/** The outputs of {@link CampaignState}: what the program declared, and what the service assigned. */
export interface CampaignStateOutputs extends Declared<CampaignStateArgs> {
  /** Id of the campaign and of the resource. */
  readonly campaignId: pulumi.Output<number>;

  /** The live status; null if it is not known. The specification lists no values. */
  readonly status: pulumi.Output<string | null>;

  /** The last action that was sent: "start" or "stop"; null if none was needed. */
  readonly lastAction: pulumi.Output<string | null>;

  /** The service's message about the last action, or that a start is in doubt. */
  readonly lastMessage: pulumi.Output<string | null>;
}

export const definition = {
  kind: "CampaignState",
  inputs: ["campaign", "state", "trigger", "onDestroy"],
  computed: ["campaignId", "status", "lastAction", "lastMessage"],
  secrets: [],
  texts: [],
  references: { campaign: { kind: "Campaign", id: "number" } },
} as const;
