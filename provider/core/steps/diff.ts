import { apiOf } from "./api.js";
import { isDeepStrictEqual } from "node:util";
import { isVoicecallError, orElse } from "../../base/errors.js";
import type { Change, DiffResult, Findings } from "../run/results.js";
import { shownValue, withNames } from "../run/describe.js";
import { type Field, isMovedByMode, role } from "../fields/fields.js";
import type { Operation, Standard } from "../run/operation.js";
import { declaredPart } from "../fields/structure.js";
import { type Bag, NOT_READABLE, hasUnknown, isObject, ownValue, same } from "../fields/values.js";
import { idsWithoutLookup, recorded, recordedNow, shownIn } from "../run/sides.js";

/** Compares the new inputs with the outputs in state. Ignores properties with the role `creation`. */
export async function changes(operation: Operation): Promise<Change[]> {
  const { definition, olds, news } = operation;
  const found: Change[] = [];
  for (const property of Object.keys(definition.fields)) {
    const changed = change(operation, property);
    const how = changed instanceof Promise ? await changed : changed;
    const unseen = how === "set" && isAlikeToEngine(ownValue(olds, property), ownValue(news, property));
    if (how) found.push({ property, how: unseen ? "unseen" : how });
  }
  return found;
}

const isAlikeToEngine = (before: unknown, after: unknown): boolean =>
  isDeepStrictEqual(withoutNulls(before), withoutNulls(after));

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value ?? undefined;
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}

/**
 * Returns a promise only for references, because a name may have to be looked up. Awaiting every property
 * would be slow, because the engine compares hundreds of resources one after another.
 */
function change(
  operation: Operation,
  property: string,
): Change["how"] | undefined | Promise<Change["how"] | undefined> {
  const { definition, olds, news } = operation;
  const field = definition.fields[property]!;
  const before = ownValue(olds, property);
  const after = ownValue(news, property);
  if (role(field) === "creation" || (before === undefined && after === undefined)) return undefined;
  if (after === undefined) return "removed";
  if (before === undefined || hasUnknown(after)) return "set";
  if (role(field) !== "field") return isDeepStrictEqual(before, after) ? undefined : "set";
  if (field.merged && isObject(before) && isObject(after)) return mergedChange(field, before, after);
  if (!field.refers) return same(field, before, after) ? undefined : "set";
  return referenceChange(operation, property);
}

function mergedChange(field: Field, before: Bag, after: Bag): Change["how"] | undefined {
  const set = Object.keys(after).some(
    (key) => !Object.hasOwn(before, key) || !same(field, before[key], after[key]),
  );
  if (set) return "set";
  return Object.keys(before).some((key) => !Object.hasOwn(after, key)) ? "removed" : undefined;
}

async function referenceChange(operation: Operation, property: string): Promise<Change["how"] | undefined> {
  const { definition, olds, news, session } = operation;
  const field = definition.fields[property]!;
  const after = ownValue(news, property);
  const before = recorded(field, property, olds);
  const spelledAlike = same(field, ownValue(olds, property), after);
  if (isOfOtherMode(operation, property)) return spelledAlike ? "moved" : "set";
  if (ownValue(olds, field.refers!.idAs) === undefined) return spelledAlike ? undefined : "set";
  const plain = idsWithoutLookup(field, after);
  if (plain !== undefined) return same(field, before, plain) ? undefined : "set";
  if (session.offline) return spelledAlike ? undefined : "set";
  const resolving = operation.resolve(property, after);
  const wanted = await resolving.catch(orElse(undefined, "unknown-name", "ambiguous-name"));
  // `check` has already reported this error, except in a refresh, which does not call `check`. Without ids, only the
  // spelling can be compared.
  if (wanted === undefined) return spelledAlike ? undefined : "set";
  if (same(field, await recordedNow(operation, property), wanted)) return undefined;
  return spelledAlike ? "moved" : "set";
}

/** Whether the recorded ids belong to another engine mode, whose models may have the same ids. */
function isOfOtherMode({ definition, olds, news }: Operation, property: string): boolean {
  const { base, form, modeField } = definition;
  const field = base?.fields[property];
  if (form !== "2026" || modeField === undefined || !field) return false;
  return isMovedByMode(field, ownValue(olds, modeField), ownValue(news, modeField));
}

/** Whether an apply sends an update. A refresh, which applies nothing, calls diff without check. */
export const isUpdated = (
  { isChecked, memory }: Operation,
  found: readonly Change[],
  { replaces }: Findings,
): boolean => isChecked && replaces.length === 0 && found.length + memory.partial.length > 0;

/** Properties that this form of the API lacks, and that the program no longer declares. */
function leftBehind({ definition, olds, news }: Operation): string[] {
  const { base, form, lacks = {} } = definition;
  return Object.keys(lacks).filter(
    (property) =>
      (form === "2025" || "absent" in (base?.fields[property]?.in2026 ?? {})) &&
      ownValue(olds, property) !== undefined &&
      ownValue(news, property) === undefined,
  );
}

export function diffResult(
  operation: Operation,
  found: readonly Change[],
  needReplacement: readonly string[] = [],
): DiffResult {
  const { definition, olds, memory } = operation;
  const fixed = found
    .map(({ property }) => property)
    .filter((property) => definition.fields[property]?.replaces);
  const replaces = [...new Set([...fixed, ...needReplacement])];
  const halfCreated = memory.partial.length > 0;
  // Without an update, state would keep a property that is left behind.
  if (found.length === 0 && replaces.length === 0 && leftBehind(operation).length === 0)
    return { changes: halfCreated };
  // The engine compares inputs itself, but sees no difference if only nulls differ, or if an unchanged name
  // refers to another object now.
  const visible = found.some(
    ({ property, how }) => how === "set" || (how === "removed" && ownValue(olds, property) !== null),
  );
  const hidden = found.some(({ how }) => how === "moved" || how === "unseen");
  return {
    ...(!visible && (hidden || replaces.length > 0) && { changes: true }),
    ...(replaces.length > 0 && { replaces }),
    deleteBeforeReplace: true,
  };
}

/**
 * Lines about changes that an apply does not make, and about names that now refer to another object.
 * @param kept the values that removed properties keep in the service, as far as they are known
 */
export function notes(operation: Operation, found: readonly Change[], kept: Bag): string[] {
  const { definition, olds, news, label } = operation;
  const lines = found.flatMap(({ property, how }) => {
    const field = definition.fields[property]!;
    if (how === "moved" && field.refers)
      return [
        `${label}: ${property} now refers to another object in the account, and that object will be used.`,
      ];
    const after = how === "removed" ? field.emptied?.value : ownValue(news, property);
    if (after !== undefined && dropsParts(field, ownValue(olds, property), after))
      return [
        `${label}: some keys or items of ${property} that are no longer declared are left as they are in the service.`,
      ];
    if (how !== "removed" || !isKept(field)) return [];
    const value = ownValue(kept, property);
    const isKnown = value !== undefined && value !== NOT_READABLE;
    const remains = isKnown ? `left at ${shownValue(field, value)}` : "left as it is";
    return [`${label}: ${property} is no longer declared; it is ${remains} in the service.`];
  });
  const behind = leftBehind(operation).map(
    (property) =>
      `${label}: ${property} is no longer declared; this form of the API lacks it, so nothing is sent for it.`,
  );
  return [...lines, ...behind];
}

/** Whether the service keeps the value of a field that the program no longer declares. */
const isKept = (field: Field): boolean => !field.emptied && role(field) === "field" && !field.merged;

/** The values that removed properties have in the service now. Empty if the record cannot be read. */
export async function keptValues(operation: Operation<Standard>, found: readonly Change[]): Promise<Bag> {
  const { definition, session, olds, recordId } = operation;
  const kept = found.flatMap(({ property, how }) => {
    const field = definition.fields[property]!;
    return how === "removed" && field.shown && isKept(field) ? [{ property, field }] : [];
  });
  if (kept.length === 0 || session.offline) return {};
  try {
    const record = await apiOf(operation).find(recordId);
    if (!record) return {};
    const shown = await shownIn(operation, record);
    const values = kept.map(async ({ property, field }) => {
      const value = declaredPart(field, shown.get(property), recorded(field, property, olds));
      return [property, await withNames(field, value, session.names)] as const;
    });
    return Object.fromEntries(await Promise.all(values));
  } catch (error) {
    if (isVoicecallError(error)) return {};
    throw error;
  }
}

/** Whether the program drops parts of a value that an update does not remove from the service. */
function dropsParts(field: Field, before: unknown, after: unknown): boolean {
  if (field.request === "*" && isObject(before) && isObject(after))
    return Object.keys(before).some((key) => !Object.hasOwn(after, key));
  return (
    !field.refers && !field.fixed && !field.merged && !same(field, before, declaredPart(field, before, after))
  );
}

export function assertAdoptId(operation: Operation): void {
  const { id, news } = operation;
  const adoptId = ownValue(news, "adoptId");
  if (typeof adoptId !== "number" || String(adoptId) === id) return;
  throw operation.mistake(
    "invalid",
    `adoptId is ${adoptId}, but this resource already manages the object with id ${id}. Remove adoptId, or declare a separate resource for the other object.`,
  );
}
