/* oxlint-disable typescript/no-unsafe-declaration-merging -- the base class makes the outputs */
import type * as pulumi from "@pulumi/pulumi";
import { definition } from "./generated/campaign-state.js";
import type { CampaignStateArgs, CampaignStateOutputs } from "./generated/campaign-state.js";
import { existing, HostedResource } from "./host.js";
import { isOfKind } from "./references.js";

/**
 * The state of a campaign, started or stopped. The campaign itself is a
 * `Campaign` of the program, or was created in the service's dashboard. **"started" makes phones ring.** The
 * start is sent when the resource is created and when `state` or `trigger` changes in the program. It is
 * never sent because of a refresh, and never a second time after a lost response. Preview says "will START"
 * first, unless the program declares the resource inside of `apply()` or only in an apply. A program can have only one CampaignState per campaign.
 *
 * With an access token, a campaign that the account does not have is an error in preview. List the campaign's leads and
 * assistant in `dependsOn`, so that nothing starts before they exist. `state: "stopped"` does not wait for leads, so
 * that the campaign calls none of them before it is stopped. The resource's id is the campaign's id.
 *
 * @example
 * ```ts
 * const renewals = new CampaignState(
 *   "spring-renewals",
 *   { campaign: "Spring renewals", state: "stopped" },
 *   { dependsOn: [support, ada] },
 * );
 * ```
 */
export class CampaignState extends HostedResource {
  /**
   * Reads the state of an existing campaign, without managing it.
   * @param id the campaign's id, as text or number
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    opts?: pulumi.CustomResourceOptions,
  ): CampaignState {
    return new CampaignState(name, undefined as never, existing(definition, name, id, opts));
  }

  /** Whether a value is a campaign state, created by any copy of this package. */
  static override isInstance(value: unknown): value is CampaignState {
    return isOfKind(definition.kind, value);
  }

  /**
   * Starts or stops an existing campaign. **`state: "started"` makes phones ring**: the campaign calls its leads as
   * soon as the program is applied.
   * @param name name of the resource in the stack, not of the campaign
   */
  constructor(name: string, args: CampaignStateArgs, opts?: pulumi.CustomResourceOptions) {
    super(definition, name, args, args?.state === "stopped" ? withoutLeads(opts) : opts);
  }
}

/** A stop waits for no leads: a campaign that runs would call them before it is stopped. */
function withoutLeads(opts: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions {
  const isOther = (one: unknown): boolean => !isOfKind("Lead", one) && !isOfKind("LeadSet", one);
  const { dependsOn } = opts;
  if (Array.isArray(dependsOn)) return { ...opts, dependsOn: dependsOn.filter(isOther) };
  return isOther(dependsOn) ? opts : { ...opts, dependsOn: [] };
}

// oxlint-disable-next-line typescript/no-empty-object-type
export interface CampaignState extends CampaignStateOutputs {}
