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
  const { definition, session, news, olds, hints } = operation;
  const { keyFields, key } = definition;
  const resource = own(hints, RESOURCE);
  if (typeof resource !== "string" || keyFields.some((property) => hasUnknown(own(news, property)))) return;
  const declared = keyOf(operation.kind, await valuesIn(operation, news, keyFields));
  // Objects that have had one key since an earlier run stay as they are. An object to adopt may have it already.
  const isUnique =
    !mayHaveSecond(operation) &&
    own(news, "adoptId") === undefined &&
    (operation.isNew || declared !== keyOf(operation.kind, await valuesIn(operation, olds, keyFields)));
  const other = session.ledger.claimKey(declared, { resource, isUnique });
  if (other === undefined) return;
  const names = inProgramOrder(other, resource).join(" and ");
  throw operation.mistake(
    "exists",
    `the resources ${names} of this program have the same ${key}, and nothing was sent. Give one of them another ${key}, or remove it. To have two objects with this ${key}, set onExisting: "create" on both.`,
  );
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
