import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "../provider/base/kind.js";

interface Declared {
  readonly kind: Kind;
  readonly phoneNumber: unknown;
  /** Undefined: the default provider. Each provider has its own host, and usually its own account. */
  readonly provider: pulumi.ProviderResource | undefined;
}

/** By the engine's connection, because one process may run several programs. */
const programs = new WeakMap<object, Declared[]>();
const withoutEngine = {};

/** Kinds that have leads, or that count the leads of their campaign. */
const KINDS: readonly Kind[] = ["Lead", "LeadSet", "CampaignState"];

/**
 * Notes a resource, for the hints of others.
 * @returns a hint for the provider: the place of the resource and, for a kind that counts the leads of its campaign, all
 * resources with leads that the program declares until it waits for something. The engine reports some of them later,
 * and those that `--target` leaves out never. An output as a phone number may depend on the resource with the hint, so
 * it is passed as null.
 */
export function declaredLeads(
  kind: Kind,
  { phoneNumber }: { readonly phoneNumber?: unknown },
  provider: pulumi.ProviderResource | undefined,
): { readonly __declaredLeads?: object } {
  if (!KINDS.includes(kind)) return {};
  const program = pulumi.runtime.getMonitor() ?? withoutEngine;
  const all = programs.get(program) ?? [];
  programs.set(program, all);
  const place = all.push({ kind, phoneNumber, provider });
  if (kind === "Lead") return { __declaredLeads: { place } };
  const places = (of: Kind): number[] =>
    [...all.keys()].filter((index) => all[index]!.kind === of && all[index]!.provider === provider);
  const numberAt = (index: number): string | null => {
    const number = all[index]!.phoneNumber;
    return typeof number === "string" ? number : null;
  };
  const hint = new Promise((resolve) => {
    setImmediate(() =>
      resolve({
        place,
        leads: places("Lead").map((index) => [index + 1, numberAt(index)]),
        sets: places("LeadSet").map((index) => index + 1),
      }),
    );
  });
  return { __declaredLeads: hint };
}
