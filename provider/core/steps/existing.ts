import { type ErrorCode, type VoicecallError, isVoicecallError } from "../../base/errors.js";
import { orSecond, willFail } from "../run/describe.js";
import { isSuperseded } from "../run/ledger.js";
import type { Operation, Standard } from "../run/operation.js";
import type { Findings } from "../run/results.js";
import type { ServiceRecord } from "../records/record.js";
import { faultIn } from "../records/unreadable.js";
import { IF_STILL_IN_STATE, shownChanges, whatStays } from "./adoption.js";
import { counted, idsText } from "../../base/quoted.js";
import { type Bag, ownValue } from "../fields/values.js";
import { type Values, hasKey, keyText } from "../run/sides.js";

/**
 * Milliseconds. The maximum age of a listing when one of its objects is adopted or prevents a create. With a
 * rate limit of 60 requests a minute, reading 1,600 assistants takes 16 seconds, so a shorter time would
 * delay large adoptions.
 */
const FOUND_FOR = 60_000;

/** What a create does with an existing object. */
export type Existing =
  /** `beside` has the objects with the same key, which onExisting leaves alone. */
  | { readonly then: "create"; readonly beside: readonly ServiceRecord[] }
  /** With `own`, the object is that of the resource's own entry in state, with the outputs that state has. */
  | { readonly then: "adopt"; readonly record: ServiceRecord; readonly own?: Bag }
  | {
      readonly then: "refuse";
      readonly error: VoicecallError;
      /** For the preview: what else in the same run would let the create succeed; absent: nothing. */
      readonly unless?: string;
    };

const REPLACED = "this run replaces it";

/**
 * Looks for an existing object. In the run after a lost response or a killed process, this is the only
 * protection against a duplicate.
 */
export async function lookForExisting(operation: Operation<Standard>, wanted: Values): Promise<Existing> {
  const { session, kind } = operation;
  const listing = session.records[kind];
  if (operation.verb === "create") {
    const listed = await listing.read("known", session.settings.listLag);
    // This run may still be deleting an object with this key, because it replaces that object.
    await session.lookUntil(async () => {
      const rows = listed.withKey(keyText(operation.definition, wanted));
      return { done: !rows.some(({ id }) => isRetained(operation, id)), value: undefined };
    });
  }
  const found = await judged(operation, wanted);
  if (found.then === "create") return found;
  // The listing is read again if this run has written since, or if others have had time to change or delete
  // the object.
  await listing.read("current", FOUND_FOR);
  return judged(operation, wanted);
}

/** Decides from the records that this run has seen so far. */
async function judged(operation: Operation<Standard>, wanted: Values): Promise<Existing> {
  const { definition, session, kind, news, onExisting: choice } = operation;
  const { key } = definition;
  const refuse = (code: ErrorCode, what: string, remedy?: string, unless?: string): Existing => ({
    then: "refuse",
    error: operation.mistake(code, what, remedy),
    ...(unless && { unless }),
  });
  const adopt = async (record: ServiceRecord): Promise<Existing> => {
    const fault = faultIn(record);
    if (fault)
      return refuse(
        "unreadable",
        `the object with id ${record.id} cannot be adopted: ${fault}.`,
        "Correct the object in the service's dashboard.",
      );
    try {
      await definition.guard?.(operation, { kind: "adopt", record });
    } catch (error) {
      if (isVoicecallError(error, "unsupported")) return { then: "refuse", error };
      throw error;
    }
    if (session.ledger.object(kind, record.id).owner !== undefined)
      return refuse(
        "exists",
        `another resource of this program already manages the object with id ${record.id}, so nothing is sent.`,
        `Remove one of the two resources${orSecond(operation, ', or set onExisting: "create" for another object')}.`,
        REPLACED,
      );
    const { unchangeable } = definition;
    const differing = unchangeable === undefined ? [] : await shownChanges(operation, record, wanted);
    if (differing.length === 0) return { then: "adopt", record };
    return refuse(
      "unsupported",
      `the object with id ${record.id} cannot be adopted, because it differs in ${differing.join(", ")}, and ${unchangeable}. Nothing is sent.`,
      "Declare the values of that object, or leave these properties out.",
      REPLACED,
    );
  };

  const listed = await session.records[kind].read("known");
  const found = listed.withKey(keyText(definition, wanted)).filter((row) => !isSetAside(operation, row.id));
  const adoptId = ownValue(news, "adoptId");
  // An object that this run replaces is not adopted, so its id is ignored.
  const isIgnored =
    typeof adoptId === "number" && (isSetAside(operation, adoptId) || isRetained(operation, adoptId));
  if (typeof adoptId === "number" && !isIgnored) {
    const record = listed.withId(adoptId);
    if (!record)
      return refuse(
        "unknown-name",
        `adoptId is ${adoptId}, and the account has no such object.`,
        "Correct the id, or remove adoptId to create the object.",
      );
    const [other] = hasKey(definition, record, wanted) || choice === "create" ? [] : found;
    if (!other) return adopt(record);
    return refuse(
      "exists",
      `adoptId is ${adoptId}, but another object already has this ${key} (id ${other.id}).`,
      `Give this resource another ${key}.`,
      REPLACED,
    );
  }
  if (found.length === 0 || choice === "create") {
    const unclear = choice === "create" ? undefined : mayBeTaken(operation);
    const error = createdUnlisted(operation, wanted) ?? unclear;
    return error ? { then: "refuse", error } : { then: "create", beside: found };
  }
  const ids = found.map(({ id }) => id).join(", ");
  const [only, second] = found;
  const own = found.find(({ id }) => isOwn(operation, id));
  const kept = found.find(({ id }) => isRetained(operation, id));
  if (own && (!kept || choice === "adopt"))
    return { then: "adopt", record: own, own: session.ledger.object(kind, own.id).declared?.before ?? {} };
  if (kept) return { then: "refuse", error: retained(operation, kept.id, key) };
  if (second)
    return refuse(
      "exists",
      `the account has ${found.length} objects with this ${key} (ids ${ids}).`,
      `Set adoptId to the id of the right one. ${IF_NOT_YOURS}`,
      "this run replaces some of them",
    );
  if (choice === "adopt" || session.ledger.object(kind, only!.id).owner !== undefined) return adopt(only!);
  return refuse(
    "exists",
    `the account already has this ${key} (id ${ids}).`,
    `Adopt it with adoptId: ${ids}, as after interruptions. Renamed resources need aliases; exported ones, \`pulumi import\`. ${IF_NOT_YOURS}`,
    REPLACED,
  );
}

/** Instead of advice to create a second object: a new stack may have the token of another one. */
const IF_NOT_YOURS = "Otherwise, correct the token.";

/**
 * Whether an existing object does not prevent a create. In the create: because this run has deleted the object.
 * Before the create: because this run will replace it.
 */
function isSetAside(operation: Operation, id: number): boolean {
  const object = operation.session.ledger.object(operation.kind, id);
  if (operation.verb === "create") return object.fate === "deleted";
  // If a resource in state is checked like a new one, the engine replaces it, for example because of the option
  // `replaceOnChanges`, which the engine does not pass to the provider.
  return isSuperseded(object) || (operation.isNew && isOwn(operation, id));
}

/**
 * Whether the resource's own entry in state has the object. In a create, the engine takes the object for deleted, but an
 * earlier run has not deleted it: the replacement was interrupted, or `retainOnDelete` is set.
 */
function isOwn(operation: Operation, id: number): boolean {
  const { session, kind, identity } = operation;
  const { owner } = session.ledger.object(kind, id);
  if (identity === undefined) return false;
  // The engine may replace a resource without a diff, which would have named the owner.
  return owner === undefined
    ? operation.isNew && operation.verb !== "create" && operation.isChecked
    : owner === identity;
}

/** Whether a create finds an object that this run replaces but has not deleted. */
const isRetained = ({ session, verb, kind }: Operation, id: number): boolean =>
  verb === "create" && session.ledger.object(kind, id).fate === "replaced";

/**
 * The error of a create for which `isRetained` is true. A second lead, for example, would be called too.
 * @param key what messages call the key
 */
function retained(operation: Operation, id: number, key: string): VoicecallError {
  return operation.mistake(
    "exists",
    `the object with id ${id} is to be replaced but was not deleted (retainOnDelete: true, or an interrupted replacement), so nothing is created.`,
    `Delete it in the service, or set onExisting: "adopt" to keep it${orSecond(operation, ` or "create" for a second object with this ${key}`)}. Then run \`pulumi up\` again.`,
  );
}

/**
 * The error if no listed object has a key, but one whose record cannot be read may have it. A second object would be
 * reached by callers, or called, beside the first.
 */
export function mayBeTaken(operation: Operation<Standard>): VoicecallError | undefined {
  const { definition, session, kind, recordId } = operation;
  const { last } = session.records[kind];
  const ids = last
    .withKey(undefined)
    .map(({ id }) => id)
    .filter((id) => id !== recordId && !isSuperseded(session.ledger.object(kind, id)));
  const unidentified = last.unidentified > 0 ? [counted(last.unidentified, "record") + " without an id"] : [];
  const records = [...(ids.length > 0 ? [idsText(ids, 5)] : []), ...unidentified];
  if (records.length === 0) return undefined;
  return operation.mistake(
    "could-not-tell",
    `nothing is sent, because existing records cannot be read (${records.join(", ")}), and one of them may have this ${definition.key}.`,
    `Correct them in the service${orSecond(operation, ', or set onExisting: "create" to create the object anyway')}.`,
  );
}

/** The error if this run may have given the key to an object that no listing shows yet. */
function createdUnlisted(operation: Operation<Standard>, wanted: Values): VoicecallError | undefined {
  const { definition, session, kind, onExisting: choice } = operation;
  const { assignedKeys } = session.ledger;
  const key = keyText(definition, wanted);
  if (!assignedKeys.has(key)) return undefined;
  const id = assignedKeys.get(key);
  if (id === undefined) {
    const next =
      choice === "create"
        ? 'No second create was sent. Check the account before the next `pulumi up`, which creates another object because onExisting is "create".'
        : "No second create was sent; the next `pulumi up` looks again.";
    return operation.mistake(
      "lost",
      `this run has already sent a create with this ${definition.key}, and the response was lost. ${next}`,
    );
  }
  if (choice === "create" || isSuperseded(session.ledger.object(kind, id))) return undefined;
  return operation.mistake(
    "exists",
    `this run has just given this ${definition.key} to another object (id ${id}), and nothing was sent. Give this resource another ${definition.key}${orSecond(operation, ', or set onExisting: "create" to create another object')}.`,
  );
}

/** The preview's notes about a resource that is not in state yet, and the reasons why a create will fail. */
export async function previewExisting(
  operation: Operation<Standard>,
  wanted: Values,
  { notes, failures }: Findings,
): Promise<void> {
  const { session, kind, label } = operation;
  const found = await lookForExisting(operation, wanted);
  if (found.then === "create") {
    const ids = found.beside
      .map(({ id }) => id)
      .filter((id) => session.ledger.object(kind, id).owner === undefined);
    if (ids.length > 0)
      notes.push(
        `${label}: will create another object beside the one with this ${operation.definition.key} (id ${ids.join(", ")}). If an interrupted run has created that one, set adoptId.`,
      );
    return;
  }
  if (found.then === "refuse") {
    const { error, unless } = found;
    failures.push({ text: willFail(error, unless), unlessReplaced: unless !== undefined });
    return;
  }
  const { record } = found;
  session.ledger.object(kind, record.id).promised =
    `Remove one of the two resources${orSecond(operation, ', or set onExisting: "create" on the other one, for a second object')}.`;
  const will = await shownChanges(operation, record, wanted);
  const changes = will.length === 0 ? "without changing anything" : `and change ${will.join(", ")}`;
  operation.say(
    `${label}: will adopt the existing object with id ${record.id} ${changes}. If this run replaces the resource that has it (--replace or taint), it is deleted and created again instead.`,
    "info",
    { adopts: { id: record.id, isChanged: will.length > 0 } },
  );
  notes.push(IF_STILL_IN_STATE, ...(await whatStays(operation, record, wanted)));
}
