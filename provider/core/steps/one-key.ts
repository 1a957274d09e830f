import { orElse } from "../../base/errors.js";
import { mayHaveSecond } from "./key-change.js";
import { orSecond } from "../run/describe.js";
import { bothNames } from "../run/identity.js";
import { keyOf } from "../run/ledger.js";
import type { Operation, Standard } from "../run/operation.js";
import { type Bag, hasUnknown, ownValue } from "../fields/values.js";

/**
 * Two resources of a program must not give the same key to two objects, because the apply would reject the
 * second resource.
 * @throws VoicecallError "exists" with the names of both resources
 */
export async function assertOwnKey(operation: Operation<Standard>): Promise<void> {
  const { keyFields, key } = operation.definition;
  return assertUnclaimed(operation, {
    properties: keyFields,
    claimed: async (bag) => keyOf(operation.kind, await valuesIn(operation, bag, keyFields)),
    mayRepeat: mayHaveSecond(operation),
    mistake: (names) =>
      `the resources ${names} of this program declare the same ${key}, so nothing is sent. Remove one of them, or give it another ${key}.${orSecond(operation, ` To allow two objects with the same ${key}, set onExisting: "create" on both.`)}`,
  });
}

/** Something that only one resource of a program may declare, unless `mayRepeat` is true. */
interface Claim {
  readonly properties: readonly string[];
  /** The claim as text; undefined if the inputs claim nothing. */
  claimed(this: void, bag: Bag): Promise<string | undefined>;
  readonly mayRepeat?: boolean;
  /** @param names of both resources */
  mistake(this: void, names: string): string;
}

/**
 * Records the resource's claim if all properties of the claim are known.
 * @throws VoicecallError "exists" if another resource of the program has the same claim, unless both
 * resources may share it
 */
export async function assertUnclaimed(
  operation: Operation,
  { properties, claimed, mayRepeat = false, mistake }: Claim,
): Promise<void> {
  const { session, news, olds, identity: resource } = operation;
  if (resource === undefined || properties.some((property) => hasUnknown(ownValue(news, property)))) return;
  const claim = await claimed(news);
  if (claim === undefined) return;
  // Existing objects that already share a value are accepted, and so are objects to adopt, because they may
  // already share the value.
  const isUnique = !mayRepeat && ownValue(news, "adoptId") === undefined && claim !== (await claimed(olds));
  const other = session.ledger.claimKey(claim, { resource, isUnique });
  if (other === undefined) return;
  throw operation.mistake("exists", mistake(bothNames(other, resource)));
}

/** The values of some properties. With a token, different spellings give equal values. */
export async function valuesIn(
  operation: Operation,
  bag: Bag,
  properties: readonly string[],
): Promise<unknown[]> {
  const values = properties.map(async (property) => {
    const value = ownValue(bag, property);
    // Without a token, a name cannot be matched with an id.
    if (operation.session.offline || value === undefined) return value;
    return operation.resolve(property, value).catch(orElse(value, "unknown-name", "ambiguous-name"));
  });
  return Promise.all(values);
}
