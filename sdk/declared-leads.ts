import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "../provider/base/kind.js";

/** The resources of a program that have leads, as a hint for the provider. */
interface DeclaredLeads {
  /**
   * Lead resources, with their phone numbers; null for an output, because it may depend on the resource that gets the
   * hint.
   */
  readonly leads: [resource: string, phoneNumber: string | null][];
  readonly sets: string[];
}

/** By the engine's connection, because one process may run several programs. */
const programs = new WeakMap<object, DeclaredLeads>();

function declared(): DeclaredLeads {
  const program = pulumi.runtime.getMonitor() ?? programs;
  const found = programs.get(program) ?? { leads: [], sets: [] };
  programs.set(program, found);
  return found;
}

/**
 * Notes a resource that has leads.
 * @param resource its identity
 * @returns for a kind that counts the other leads of its campaign: a hint about all resources that the program declares
 * until it waits for something. The engine reports some of them later, or never.
 */
export function otherLeads(
  kind: Kind,
  resource: string,
  args: { readonly phoneNumber?: unknown },
): { readonly __otherLeads?: Promise<DeclaredLeads> } {
  const all = declared();
  const { phoneNumber } = args;
  if (kind === "LeadSet") all.sets.push(resource);
  if (kind === "Lead") all.leads.push([resource, typeof phoneNumber === "string" ? phoneNumber : null]);
  if (kind !== "LeadSet" && kind !== "CampaignState") return {};
  return { __otherLeads: new Promise((resolve) => void setImmediate(resolve, all)) };
}
