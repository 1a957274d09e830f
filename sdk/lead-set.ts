/* oxlint-disable typescript/no-unsafe-declaration-merging -- the base class makes the outputs */
import * as pulumi from "@pulumi/pulumi";
import { quoted } from "../provider/base/quoted.js";
import { isLater } from "./carried-args.js";
import { definition } from "./generated/lead-set.js";
import type { LeadSetArgs, LeadSetOutputs } from "./generated/lead-set.js";
import { HostedResource } from "./host.js";
import { type PassedList, passedList } from "./lead-list.js";
import { isOfKind } from "./references.js";

/**
 * Many leads of one campaign as one resource: the rows of a CSV file, of an array or of any other iterable.
 * Phone numbers are normalized to E.164. A row without a possible number, with a
 * value of the wrong type or with the number of an earlier row is an error in preview, with its line number.
 *
 * Preview says how many leads will be created, changed and deleted, with a few line numbers. An apply sends a few
 * requests at a time, and shows its progress. **If it is interrupted, the next apply creates no lead twice**: it counts
 * the leads that exist already, and says how to continue. A changed phone number is another person, with a new lead.
 *
 * No phone number, name or other value is in state, in a preview or in a message: state has the id of each lead, and
 * short keyed hashes, which are encrypted. A program can have only one LeadSet per campaign. The resource's id is the
 * campaign's id.
 *
 * @example
 * ```ts
 * const people = new LeadSet("spring-renewals", {
 *   campaign: "Spring renewals",
 *   leads: "leads.csv",
 *   columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } },
 *   defaultCountry: "US",
 * });
 * ```
 */
export class LeadSet extends HostedResource {
  /** Whether a value is a set of leads, created by any copy of this package. */
  static override isInstance(value: unknown): value is LeadSet {
    return isOfKind(definition.kind, value);
  }

  /**
   * Creates and manages the leads of a list. If the campaign is running, they may be called right away.
   * @param name name of the resource in the stack
   */
  constructor(name: string, args: LeadSetArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      definition,
      name,
      args && withList(`LeadSet ${quoted(name)}`, args),
      pulumi.mergeOptions(opts, { additionalSecretOutputs: ["__leads"] }),
    );
  }
}

export interface LeadSet extends Omit<LeadSetOutputs, "leads"> {
  /** The path as written in the program, and a hash of the content. */
  readonly leads: pulumi.Output<{
    /** The path as written in the program; absent for rows. */
    readonly file?: string;
    /** SHA-256 of the content, in hexadecimal digits. */
    readonly hash: string;
  }>;
}

function withList(label: string, args: LeadSetArgs): object {
  const leads: unknown = args.leads;
  if (!isLater(leads)) return passed(args, passedList(label, leads));
  const list = pulumi
    .output(leads as pulumi.Input<object>)
    .apply((known: unknown) => passedList(label, known));
  return passed(args, list);
}

/** Adds the path of the file as a hint for the provider's check. It is not stored. */
const passed = (args: LeadSetArgs, list: PassedList | pulumi.Output<PassedList>): object => ({
  ...args,
  leads: list.leads,
  __rowsFile: list.rowsFile,
});
