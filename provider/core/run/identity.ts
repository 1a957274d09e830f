import { inShell, quoted } from "../../base/quoted.js";
import { UNKNOWN } from "../fields/values.js";

/**
 * The part of a URN that distinguishes the resources of one type in a stack: the types of the parents, and the name.
 * A renamed stack does not change it.
 */
export function selfIn(urn: unknown): string | undefined {
  if (typeof urn !== "string" || urn === UNKNOWN) return undefined;
  const [, , types = "", ...name] = urn.split("::");
  const parents = types.split("$").slice(0, -1);
  return [...(parents.length > 0 ? [parents.join("$")] : []), ...name].join("::");
}

/** The name of the resource with an identity. */
export const nameIn = (identity: string): string => identity.replace(/^\S+ (.*::)?/, "");

/** How suggested commands name a resource. */
export interface InProgram {
  readonly name: string;
  /** The option that selects it alone. */
  readonly target: string;
}

/** @param name absent if the engine has not told it */
export const inProgram = (kind: string, name = "NAME"): InProgram => ({
  name,
  target: `--target ${inShell(`**:${kind}::${name}`)}`,
});

/** The names of two resources. Sorted, because the engine reports the resources of a program in any order. */
export const bothNames = (...identities: [string, string]): string =>
  identities
    .map((identity) => quoted(nameIn(identity)))
    .sort()
    .join(" and ");
