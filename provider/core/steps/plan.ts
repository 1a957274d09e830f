import { otherObject, readable } from "./api.js";
import { isVoicecallError } from "../../base/errors.js";
import { changes } from "./diff.js";
import { references } from "../lookup/names.js";
import type { Change, Findings } from "../run/results.js";
import { conflictRemedy, manualChange, willFail, withNames } from "../run/describe.js";
import { type Mark, markKey, marksOf } from "../run/merged.js";
import { isDue } from "./outputs.js";
import { isOverwritten, sayKept } from "./overwritten.js";
import { type Field, dependsOnMode, role } from "../fields/fields.js";
import type { Operation, Standard } from "../run/operation.js";
import type { ServiceRecord } from "../records/record.js";
import { HIDDEN } from "../run/state.js";
import { type Bag, NOT_READABLE, hasUnknown, isObject, ownValue, same } from "../fields/values.js";
import { declaredPart, extraValue } from "../fields/structure.js";
import { type Values, addToBody, knownIds, recordedNow, requestValue, shownIn } from "../run/sides.js";

/** What one update would send, and the conflicts that may prevent it. */
export interface Plan {
  readonly body: Record<string, unknown>;
  /** Managed fields in the body. */
  readonly fields: readonly string[];
  readonly orders: readonly string[];
  /** The live values of all that differs: not of fields that are only sent together with others. */
  readonly live: Values;
  /** The values that the read-back expects. */
  readonly targets: Values;
  /** The fields with a manual change since the last apply, each with a text about it. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** The same for manual changes that `voicecall pull` has merged. The update overwrites them. */
  readonly merged: ReadonlyMap<string, string>;
  /** The live values that no program has declared, and that are worth keeping. */
  readonly overwritten: Values;
}

/**
 * Plans an update. After an incomplete write, the recorded values of the written fields may be wrong, so
 * these fields are compared only with the live record.
 * @param found the differences between program and state
 */
export async function planUpdate(
  operation: Operation,
  record: ServiceRecord,
  wanted: Values,
  found: readonly Change[],
): Promise<Plan> {
  const { definition, session, news } = operation;
  const { partial, resets = [] } = operation.memory;
  const shown = await shownIn(operation, record, wanted);
  const body: Record<string, unknown> = {};
  const targets = new Map<string, unknown>();
  const differing = new Map<string, unknown>();
  const fields: string[] = [];
  const orders: string[] = [];
  const conflicts = new Map<string, string>();
  const merged = new Map<string, string>();
  const overwritten = new Map<string, unknown>();
  // A different version of this package may have marked a property that this version lacks.
  const marked = partial.filter((property) => Object.hasOwn(definition.fields, property));
  const candidates = new Set([...found.map(({ property }) => property), ...marked]);

  const isFound = (name: string): boolean => found.some(({ property }) => property === name);

  const consider = async (property: string, isBound: boolean): Promise<void> => {
    const field = definition.fields[property]!;
    // A field that the program no longer declares is emptied, or its live value stays.
    const emptied = wanted.has(property) ? undefined : field.emptied;
    if (fields.includes(property) || (!emptied && !wanted.has(property))) return;
    const value = emptied ? emptied.value : wanted.get(property);
    const goal = emptied?.resets ? (field.assumedDefault ?? value) : value;
    const liveDeclared = declaredPart(field, shown.get(property), goal);
    // The API cannot change objects of this kind, and nothing shows that the value differs.
    if (definition.unchangeable !== undefined && liveDeclared === NOT_READABLE && !isFound(property)) return;
    const before = withoutDeleted(operation, field, await recordedNow(operation, property));
    // Limited to what was recorded: state has no value that could show a manual change to a newly declared part.
    const liveRecorded = declaredPart(field, shown.get(property), before);
    const isInDoubt = partial.includes(property);
    const isWhole = resets.includes(property);
    const sides = { field, before, goal, liveDeclared, liveRecorded, record };
    const step = stepOf({ ...sides, isInDoubt, isBound, isWhole });
    if (!step) return;
    addToBody(body, field, step.part ?? (await requestValue(field, value, session.names, record)));
    targets.set(property, emptied?.resets ? NOT_READABLE : (step.part ?? goal));
    fields.push(property);
    if (!isBound) differing.set(property, liveDeclared);
    if (isOverwritten(operation, property, sides)) overwritten.set(property, liveDeclared);
    if (!step.conflict) return;
    // Loaded only here. A text that has the manual change too, for example after `voicecall pull`, overwrites nothing.
    const { containsChange } = await import("../../base/line-merge.js");
    if (containsChange(step.part ?? goal, before, liveRecorded)) return;
    const values = [before, liveRecorded].map((value) => withNames(field, value, session.names));
    const [from, to] = await Promise.all(values);
    const texts = isMerged(operation, property, field, before, liveRecorded) ? merged : conflicts;
    texts.set(property, manualChange(property, field, from, to));
  };

  for (const property of candidates) {
    const field = definition.fields[property]!;
    if (role(field) === "field" && !field.fixed) await consider(property, false);
    // An order of the program is sent even if the service seems to have followed it already.
    if (!isDue(operation, property, isFound(property) ? {} : record)) continue;
    addToBody(body, field, ownValue(news, property));
    orders.push(property);
    differing.set(property, ownValue(record, field.request!));
  }
  // In another engine mode, the service would ignore these fields, so a manual change of the mode matters too.
  const { modeField, form, base } = definition;
  const isByMode = (property: string): boolean => base !== undefined && dependsOnMode(base.fields[property]!);
  if (modeField !== undefined && form === "2026" && fields.some(isByMode)) await consider(modeField, false);
  if (fields.length > 0)
    for (const property of resets) if (wanted.has(property)) await consider(property, true);
  for (const property of [...fields]) {
    for (const other of definition.fields[property]!.together ?? []) {
      if (wanted.has(other) || candidates.has(other)) await consider(other, true);
    }
  }
  return { body, fields, orders, live: differing, targets, conflicts, merged, overwritten };
}

/**
 * Plans an adoption. State has recorded nothing of the object, so every declared field is compared with the live record
 * alone.
 */
export const planAdoption = (operation: Operation, record: ServiceRecord, wanted: Values): Promise<Plan> =>
  planUpdate(operation.with({ olds: { [HIDDEN.partial]: [...wanted.keys()] } }), record, wanted, []);

/** If this run deletes an object, its id disappears from references to it. That is no manual change. */
function withoutDeleted({ session }: Operation, { refers }: Field, ids: unknown): unknown {
  const kind = refers && references[refers.to].kind;
  if (kind === undefined || !Array.isArray(ids)) return ids;
  return knownIds(ids).filter((id) => session.ledger.object(kind, id).fate !== "deleted");
}

/** Whether `voicecall pull` has merged exactly this manual change. */
function isMerged(operation: Operation, ...change: Parameters<typeof marksOf>): boolean {
  const { merged } = operation.session.ledger.intent(operation.identity);
  const key = (mark: Mark): string => markKey(operation.identity, mark);
  return isObject(merged) && marksOf(...change).every((mark) => merged[key(mark)] === mark.hash);
}

interface Step {
  /** The keys to send of an object that the service merges; absent: the whole value. */
  readonly part?: Bag;
  readonly conflict: boolean;
}

interface Considered {
  readonly field: Field;
  /** The recorded value. */
  readonly before: unknown;
  /** The value that the field gets. */
  readonly goal: unknown;
  /** The live value, limited to the parts that the program declares now. */
  readonly liveDeclared: unknown;
  /** The live value, limited to the parts that were declared at the last apply. */
  readonly liveRecorded: unknown;
  readonly record: ServiceRecord;
  readonly isInDoubt: boolean;
  /** Whether an update of another field requires sending this field. */
  readonly isBound: boolean;
  /** Whether the service keeps of the value only what an update contains. */
  readonly isWhole: boolean;
}

function stepOf(considered: Considered): Step | undefined {
  if (considered.field.merged) return mergedStep(considered);
  return considered.field.request === "*" ? extraStep(considered) : fieldStep(considered);
}

function fieldStep(considered: Considered): Step | undefined {
  const { field, before, goal, liveDeclared, liveRecorded, isInDoubt, isBound } = considered;
  const readable = liveDeclared !== NOT_READABLE;
  const isAsDeclared = readable && same(field, liveDeclared, goal);
  if (isAsDeclared && !isBound) return undefined;
  const isManual = !isAsDeclared && !isInDoubt && before !== undefined && !same(field, liveRecorded, before);
  return { conflict: isManual };
}

/** If the record does not show a key, only a change in the program or an incomplete write is a difference. */
function extraStep({ field, before, goal, record, isInDoubt, isBound }: Considered): Step | undefined {
  const old = isObject(before) ? before : {};
  const liveAs = (key: string, value: unknown): unknown => extraValue(record[key], value);
  const differing = Object.entries(goal as Bag).filter(([key, value]) =>
    Object.hasOwn(record, key)
      ? !same(field, liveAs(key, value), value)
      : isInDoubt || !Object.hasOwn(old, key) || !same(field, old[key], value),
  );
  if (differing.length === 0 && !isBound) return undefined;
  const conflict = differing.some(
    ([key]) =>
      !isInDoubt &&
      Object.hasOwn(record, key) &&
      Object.hasOwn(old, key) &&
      !same(field, liveAs(key, old[key]), old[key]),
  );
  return { conflict };
}

/**
 * Sends only keys whose live value differs, and only if they changed in the program or their last write was
 * incomplete. The service merges the value, so manual changes to other keys stay.
 */
function mergedStep({ field, before, goal, liveDeclared, ...how }: Considered): Step | undefined {
  const { isInDoubt, isBound, isWhole } = how;
  const old = isObject(before) ? before : {};
  const liveObject = isObject(liveDeclared) ? liveDeclared : {};
  const all = goal as Bag;
  // A missing key and a key with an empty value differ.
  const isLive = (key: string): boolean =>
    Object.hasOwn(liveObject, key) && same(field, liveObject[key], all[key]);
  const isChanged = (key: string): boolean =>
    isInDoubt || !Object.hasOwn(old, key) || !same(field, old[key], all[key]);
  const isManual = (key: string): boolean =>
    !isInDoubt &&
    !isLive(key) &&
    Object.hasOwn(old, key) &&
    !same(field, ownValue(liveObject, key), old[key]);
  const differing = Object.keys(all).filter((key) => isChanged(key) && !isLive(key));
  const keys = isWhole && (isBound || differing.length > 0) ? Object.keys(all) : differing;
  if (keys.length === 0) return undefined;
  const part = Object.fromEntries(keys.map((key) => [key, all[key]]));
  return { part, conflict: keys.some(isManual) };
}

/** An update that would overwrite a manual change fails by default. */
export function settleConflicts(operation: Operation, plan: Plan): void {
  const { onConflict } = operation.session.settings;
  if (plan.conflicts.size === 0 || onConflict !== "fail") noteMerged(operation, plan.merged);
  if (plan.conflicts.size === 0) return;
  const what = `${plan.conflicts.size === 1 ? "a manual change" : "manual changes"}: ${textOf(plan)}.`;
  if (onConflict === "fail") {
    const remedy = conflictRemedy(operation.inProgram, plan.conflicts);
    throw operation.error("conflict", `nothing was sent, because the update would overwrite ${what}`, {
      remedy,
    });
  }
  if (onConflict === "warn") operation.note(`overwriting ${what}`);
}

function noteMerged(operation: Operation, merged: ReadonlyMap<string, string>): void {
  const what = merged.size === 1 ? "a manual change" : "manual changes";
  if (merged.size === 0) return;
  operation.note(
    `overwriting ${what} that \`voicecall pull\` has merged: ${[...merged.values()].join(", ")}.`,
  );
}

const textOf = ({ conflicts }: Plan): string => [...conflicts.values()].join(", ");

/**
 * Predicts that an update fails because it would overwrite manual changes. Says so if the
 * service already has all changes of the program.
 * If the record cannot be read, says so.
 */
export async function previewConflicts(operation: Operation<Standard>, findings: Findings): Promise<void> {
  const { definition, session, kind, news, recordId, label } = operation;
  if (session.offline) return;
  const known = operation.known();
  try {
    const record = readable(operation, (await session.records[kind].read("current")).withId(recordId));
    if (!record) return;
    const other = otherObject(operation, record);
    if (other) return void findings.predict(willFail(other));
    const found = (await changes(operation)).filter(({ property }) => !hasUnknown(ownValue(news, property)));
    const plan = await planUpdate(known, record, await known.resolved(), found);
    const isSet = found.every(
      ({ property, how }) => how === "set" && role(definition.fields[property]!) === "field",
    );
    if (found.length > 0 && isSet && plan.fields.length + plan.orders.length === 0 && !hasUnknown(news))
      operation.say(`${label}: already so in the service: nothing will be sent.`);
    if (plan.conflicts.size === 0 || session.settings.onConflict !== "fail") {
      noteMerged(operation, plan.merged);
      sayKept(operation, plan.overwritten);
      return;
    }
    findings.predict(
      `${label} was changed manually: ${textOf(plan)}. Applying this will fail. ${conflictRemedy(operation.inProgram, plan.conflicts)}`,
    );
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    const { request } = error.details;
    operation.say(`${request ?? label}: manual changes were not looked for: ${error.reason}`, "warning");
  }
}
