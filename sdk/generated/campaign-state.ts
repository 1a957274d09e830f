// Made by `npm run generate` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** The arguments of {@link CampaignState}. */
export interface CampaignStateArgs {
  /**
   * The campaign: its name, or its id as a number. A name needs the assumed campaign listing. One
   * campaign can have one CampaignState in a program. A name that now stands for another campaign starts
   * nothing: taking that one needs a new `trigger`.
   *
   * Allowed: a campaign's name, or its id as a number. Changing it replaces the resource. Specification,
   * section 4.4.
   */
  campaign: pulumi.Input<number | string>;

  /**
   * Whether the campaign should run. "started" starts calling people: it is sent when the resource is
   * created and when this value or `trigger` changes in the program, never because of a refresh.
   * "stopped" is also restored when the campaign was started by hand.
   *
   * Allowed: "started" or "stopped". Specification, section 4.4.
   */
  state: pulumi.Input<"started" | "stopped">;

  /**
   * Any value; changing it gives the order of `state` once more, to start a campaign again that was
   * stopped by hand, for example. A number and the same number as text are one trigger.
   *
   * Allowed: text or a number. Specification, section 4.4.
   */
  trigger?: pulumi.Input<string | number | undefined>;

  /**
   * What destroying the resource does: "stop" stops the campaign whoever started it, "leave" sends
   * nothing. Left out, the campaign is stopped if it runs because of this resource's last order; one
   * that ran before, or that was started by a run that was cut off, is left running, and up and destroy
   * say so.
   *
   * Allowed: "stop" or "leave". Tells the provider how to act; nothing of it is sent. Specification,
   * section 4.4.
   */
  onDestroy?: pulumi.Input<"stop" | "leave" | undefined>;
}

/** The outputs of {@link CampaignState}: what the program declared, and what the service assigned. */
export interface CampaignStateOutputs {
  /**
   * The campaign: its name, or its id as a number. A name needs the assumed campaign listing. One
   * campaign can have one CampaignState in a program. A name that now stands for another campaign starts
   * nothing: taking that one needs a new `trigger`.
   */
  readonly campaign: pulumi.Output<number | string>;

  /**
   * Whether the campaign should run. "started" starts calling people: it is sent when the resource is
   * created and when this value or `trigger` changes in the program, never because of a refresh.
   * "stopped" is also restored when the campaign was started by hand.
   */
  readonly state: pulumi.Output<"started" | "stopped">;

  /**
   * Any value; changing it gives the order of `state` once more, to start a campaign again that was
   * stopped by hand, for example. A number and the same number as text are one trigger.
   */
  readonly trigger: pulumi.Output<string | number | undefined>;

  /**
   * What destroying the resource does: "stop" stops the campaign whoever started it, "leave" sends
   * nothing. Left out, the campaign is stopped if it runs because of this resource's last order; one
   * that ran before, or that was started by a run that was cut off, is left running, and up and destroy
   * say so.
   */
  readonly onDestroy: pulumi.Output<"stop" | "leave" | undefined>;

  /** Id of the campaign; also the resource's id. */
  readonly campaignId: pulumi.Output<number>;

  /** The status that the service holds; the specification lists no values. */
  readonly status: pulumi.Output<string | null>;

  /** The last order that was sent: "start" or "stop"; null when none was needed. */
  readonly lastAction: pulumi.Output<string | null>;

  /** What the service said to it. */
  readonly lastMessage: pulumi.Output<string | null>;
}

export const definition = {
  kind: "CampaignState",
  inputs: ["campaign", "state", "trigger", "onDestroy"],
  computed: ["campaignId", "status", "lastAction", "lastMessage"],
  secrets: [],
} as const;
