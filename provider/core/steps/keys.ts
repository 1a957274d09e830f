// See docs/decisions/objects.md.
import { isDeepStrictEqual } from "node:util";
import { type VoicecallError, orElse } from "../../base/errors.js";
import { bothNames, orSecond, willFail } from "../run/describe.js";
import { isSuperseded } from "../run/ledger.js";
import { keyOf } from "../run/sides.js";
import type { Operation, Standard } from "../run/operation.js";
import type { Findings } from "../run/results.js";
import { type Bag, UNKNOWN, hasUnknown, ownValue } from "../fields/values.js";
import { mayBeTaken } from "./existing.js";
import { type Values, hasKey, keyText, recordedKey } from "../run/sides.js";

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

/** Predicts that an update fails because its new key is taken. */
export async function previewKeyChange(operation: Operation<Standard>, findings: Findings): Promise<void> {
  const { definition, session, kind, id, olds, news, object } = operation;
  const { keyFields } = definition;
  if (session.offline || keyFields.some((property) => hasUnknown(ownValue(news, property)))) return;
  const resolving = keyFields.map(async (property) => [property, await operation.resolve(property)] as const);
  const wanted = new Map(await Promise.all(resolving));
  const before = recordedKey(definition, olds);
  const after = keyText(definition, wanted);
  if (before === after) return;
  object.newKey = after;
  const rival = session.ledger.rival(object);
  if (mayHaveSecond(operation)) return;
  const update = operation.with({ verb: "update" });
  const given = "another resource of this program will get";
  if (rival) return void findings.predict(willFail(keyTaken(update, rival.id, given)));
  const rows = (await session.records[kind].read("known")).withKey(after);
  const holder = rows.find((row) => String(row.id) !== id);
  const unclear = holder ? undefined : mayBeTaken(update);
  if (unclear) findings.predict(willFail(unclear));
  if (!holder) return;
  const next = session.ledger.object(kind, holder.id).newKey;
  // If the holder gets this object's old key, the two objects swap keys. Each update waits for the other, and
  // both fail.
  if (next !== undefined && next !== before) return;
  findings.predict(willFail(keyTaken(update, holder.id), "this run frees it"));
}

/**
 * Checks that no other object has the key that an update sets, since two leads with the same number would
 * both be called. Waits up to the listing lag, because updates run in parallel, and another update may be
 * freeing the key.
 * @throws VoicecallError "exists"
 */
export async function assertKeyIsFree(operation: Operation<Standard>, wanted: Values): Promise<void> {
  if (mayHaveSecond(operation)) return;
  const { definition, session, kind, recordId } = operation;
  const { assignedKeys } = session.ledger;
  const key = keyText(definition, wanted);
  const holderId = assignedKeys.get(key);
  const isReplaced = holderId !== undefined && isSuperseded(session.ledger.object(kind, holderId));
  if (assignedKeys.has(key) && holderId !== recordId && !isReplaced)
    throw keyTaken(operation, holderId, "this run has just given another object");
  const holder = await session.lookUntil(async (age) => {
    const { all } = await session.records[kind].read(age);
    const value = all.find((row) => row.id !== recordId && hasKey(definition, row, wanted));
    return { done: value === undefined, value };
  });
  if (holder) throw keyTaken(operation, holder.id);
  const unclear = mayBeTaken(operation);
  if (unclear) throw unclear;
}

const mayHaveSecond = ({ onExisting }: Operation): boolean =>
  onExisting === "create" || onExisting === UNKNOWN;

/**
 * @param why the reason why the key is certainly taken; absent if this program may also change or delete the other
 * object
 */
function keyTaken(operation: Operation<Standard>, holder: number | undefined, why?: string): VoicecallError {
  const { key } = operation.definition;
  const where = holder === undefined ? "" : ` (id ${holder})`;
  const hint = why ? "" : " If this program frees it, apply that first.";
  return operation.error(
    "exists",
    `nothing is sent, because ${why ?? "another object has"} the new ${key}${where}.`,
    {
      remedy: `Choose another ${key}${orSecond(operation, ', or set onExisting: "create" (for a swap, on both)')}.${hint}`,
    },
  );
}

/**
 * Names other objects with the key of this one. Two commands that ran at the same time may have created both, which no
 * create can exclude: the API has no idempotency keys. Callers would then reach one or the other.
 */
export async function noteSameKey(operation: Operation<Standard>): Promise<void> {
  const { session, kind, definition, olds, news, id, onExisting } = operation;
  if (session.offline || onExisting === "create" || ownValue(news, "allowDuplicate") === true) return;
  // The preview of the update reports a key that it takes.
  if (definition.keyFields.some((property) => !isDeepStrictEqual(news[property], olds[property]))) return;
  // The operation itself reports a listing that it needs and cannot read.
  const rows = await session.records[kind]
    .read("known")
    .then((listed) => listed.withKey(recordedKey(definition, olds)), orElse([]));
  const others = rows.filter(
    (row) => String(row.id) !== id && !isSuperseded(session.ledger.object(kind, row.id)),
  );
  if (others.length === 0 || others.length === rows.length) return;
  const ids = others.map((row) => row.id).join(", ");
  operation.note(
    `the account has another object with this ${definition.key} (id ${ids}). Delete the one that you do not need${orSecond(operation, ', or set onExisting: "create" to keep both')}.`,
    "warning",
  );
}
