/* oxlint-disable typescript/no-unsafe-declaration-merging -- the base class makes the outputs */
import type * as pulumi from "@pulumi/pulumi";
import { definition } from "./generated/lead.js";
import type { LeadArgs, LeadOutputs } from "./generated/lead.js";
import { existing, HostedResource } from "./host.js";
import { isOfKind } from "./references.js";

/**
 * A person to call, who belongs to a campaign. The service merges a lead's
 * variables, so it cannot remove one, and it cannot change secondary contacts. `onUnconvergent` decides what happens if
 * the program makes such a change.
 *
 * A wrong value is an error in preview, with the property's path and the rule; phone numbers are E.164. A lead that is
 * gone from the service is not created again unless `onGone` is "recreate": the person may have asked not to be called.
 * A new lead of a running campaign may be called right away, and preview says so.
 * A second lead with the same number in a campaign needs `allowDuplicate` and `onExisting: "create"`.
 * The resource's id is the service's number, as text.
 *
 * @example
 * ```ts
 * const ada = new Lead("ada", {
 *   campaign: "Spring renewals",
 *   phoneNumber: "+12025550143",
 *   variables: { customer_name: "Ada", email: "ada@example.com" },
 * });
 * ```
 */
export class Lead extends HostedResource {
  /**
   * Reads an existing lead, without managing it.
   * @param id the lead's id in the service, as text or a number
   */
  static get(name: string, id: pulumi.Input<pulumi.ID | number>, opts?: pulumi.CustomResourceOptions): Lead {
    return new Lead(name, undefined as never, existing(definition, name, id, opts));
  }

  /** Whether a value is a lead, created by any copy of this package. */
  static override isInstance(value: unknown): value is Lead {
    return isOfKind(definition.kind, value);
  }

  /**
   * Creates and manages a lead: a person to call, who belongs to a campaign.
   * @param name name of the resource in the stack
   */
  constructor(name: string, args: LeadArgs, opts?: pulumi.CustomResourceOptions) {
    super(definition, name, args, opts);
  }
}

// oxlint-disable-next-line typescript/no-empty-object-type
export interface Lead extends LeadOutputs {}
