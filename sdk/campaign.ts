/* oxlint-disable typescript/no-unsafe-declaration-merging -- the base class makes the outputs */
import type * as pulumi from "@pulumi/pulumi";
import { definition } from "./generated/campaign.js";
import type { CampaignArgs, CampaignOutputs } from "./generated/campaign.js";
import { existing, HostedResource } from "./host.js";
import { isOfKind } from "./references.js";

/**
 * A list of leads that one assistant calls, with the hours, days and retries of these calls (only in the 2026 form of
 * the API). **Creating it calls nobody**: a new campaign is a draft, and only a `CampaignState` starts it.
 *
 * The API cannot change a campaign, so a change in the program is an error in preview. With `onChange: "replace"`, a
 * change deletes the campaign and creates it again, as a draft with a new id. Deleting a campaign also
 * deletes its leads. So destroying a campaign that has leads is an error unless `onDestroy` is "deleteLeads".
 *
 * Pass the resource itself as `campaign` of a `Lead` or a `CampaignState`. A campaign that was created in the service's
 * dashboard needs no `Campaign`: pass its name instead.
 * The resource's id is the service's number, as text.
 *
 * @example
 * ```ts
 * const offers = new Campaign("summer-offers", {
 *   name: "Summer offers",
 *   assistant: sales,
 *   allowedHoursStartTime: "09:00",
 *   allowedHoursEndTime: "18:00",
 * });
 * new Lead("ada", { campaign: offers, phoneNumber: "+12025550143" });
 * ```
 */
export class Campaign extends HostedResource {
  /**
   * Reads an existing campaign, without managing it.
   * @param id the campaign's id in the service, as text or a number
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    opts?: pulumi.CustomResourceOptions,
  ): Campaign {
    return new Campaign(name, undefined as never, existing(definition, name, id, opts));
  }

  /** Whether a value is a campaign, created by any copy of this package. */
  static override isInstance(value: unknown): value is Campaign {
    return isOfKind(definition.kind, value);
  }

  /**
   * Creates and manages a campaign, which calls its leads once a `CampaignState` starts it.
   * @param name name of the resource in the stack, not of the campaign
   */
  constructor(name: string, args: CampaignArgs, opts?: pulumi.CustomResourceOptions) {
    super(definition, name, args, opts);
  }
}

// oxlint-disable-next-line typescript/no-empty-object-type
export interface Campaign extends CampaignOutputs {}
