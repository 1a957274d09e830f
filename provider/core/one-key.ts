import { isVoicecallError } from "../http/errors.js";
import { quoted } from "../quoted.js";
import { mayHaveSecond } from "./key-change.js";
import { keyOf } from "./ledger.js";
import type { Operation, Standard } from "./operation.js";
import { type Bag, RESOURCE, hasUnknown, own } from "./values.js";
import { resolve } from "./wanted.js";

/**
 * Two resources of a program cannot give the same key to two objects: apply would reject the second one.
 * @throws VoicecallError "exists" with the names of both
 */
export async function assertOwnKey(operation: Operation<Standard>): Promise<void> {
  const { keyFields, key } = operation.definition;
  return assertUnclaimed(operation, {
    properties: keyFields,
    claimed: async (bag) => keyOf(operation.kind, await valuesIn(operation, bag, keyFields)),
    mayRepeat: mayHaveSecond(operation),
    mistake: (names) =>
      `the resources ${names} of this program have the same ${key}, and nothing was sent. Give one of them another ${key}, or remove it. To have two objects with this ${key}, set onExisting: "create" on both.`,
  });
}

/** What only one resource of a program can declare. */
interface Claim {
  readonly properties: readonly string[];
  /** What the inputs claim, as text; undefined if they claim nothing. */
  claimed(this: void, bag: Bag): Promise<string | undefined>;
  readonly mayRepeat?: boolean;
  /** @param names of both resources */
  mistake(this: void, names: string): string;
}

/**
 * Claims something for the resource, once its properties are known.
 * @throws VoicecallError "exists" if another resource of the program claims it too
 */
export async function assertUnclaimed(
  operation: Operation,
  { properties, claimed, mayRepeat = false, mistake }: Claim,
): Promise<void> {
  const { session, news, olds, hints } = operation;
  const resource = own(hints, RESOURCE);
  if (typeof resource !== "string" || properties.some((property) => hasUnknown(own(news, property)))) return;
  const claim = await claimed(news);
  if (claim === undefined) return;
  // Objects that have had one value since an earlier run stay as they are. An object to adopt may have it already.
  const isUnique =
    !mayRepeat && own(news, "adoptId") === undefined && (operation.isNew || claim !== (await claimed(olds)));
  const other = session.ledger.claimKey(claim, { resource, isUnique });
  if (other === undefined) return;
  throw operation.mistake("exists", mistake(inProgramOrder(other, resource).join(" and ")));
}

/** Values of a resource, the same for each spelling if the account is known. */
export async function valuesIn(
  { definition, session }: Operation,
  bag: Bag,
  properties: readonly string[],
): Promise<unknown[]> {
  const values = properties.map(async (property) => {
    const value = own(bag, property);
    // Without a token, a name cannot be matched with an id.
    if (session.offline || value === undefined) return value;
    try {
      return (await resolve(definition.fields[property]!, value, session.names)).comparable;
    } catch (error) {
      if (isVoicecallError(error, "unknown-name", "ambiguous-name")) return value;
      throw error;
    }
  });
  return Promise.all(values);
}

/** The names of two resources. The engine reports resources in any order. */
export function inProgramOrder(one: string, other: string): string[] {
  const place = (resource: string): number => parseInt(resource, 10);
  // Resources under different parents may have the same name, so a number precedes each.
  const name = (resource: string): string => quoted(resource.slice(resource.indexOf(":") + 1));
  return [one, other].sort((left, right) => place(left) - place(right)).map(name);
}
