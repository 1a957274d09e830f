/** What the service has after a write, compared with what the program declares, field by field. */
import { apiOf, readable } from "./api.js";
import type { VoicecallError } from "../../base/errors.js";
import { asVoicecallError } from "../../base/bug.js";
import { firstFew } from "../../base/quoted.js";
import { shownValue, withNames } from "../run/describe.js";
import { role } from "../fields/fields.js";
import { declaredPart } from "../fields/structure.js";
import type { Operation, Standard } from "../run/operation.js";
import type { Written } from "../run/requests.js";
import type { ServiceRecord } from "../records/record.js";
import { type Bag, isObject, same } from "../fields/values.js";
import { type Values, hiddenPaths, isHidden, shownIn } from "../run/sides.js";

/** A write that has succeeded, at least in part. */
export interface Done {
  readonly how: "created" | "adopted" | "changed";
  readonly written: Written;
  /** What the program declares. */
  readonly wanted: Values;
  /** The properties to compare, and the values that the record should have. */
  readonly fields: readonly string[];
  readonly targets: Values;
  /** The live values that the write has replaced, and that no program had declared. */
  readonly overwritten?: Values;
  /** When the object was created, if it was. */
  readonly createdAt?: number;
}

interface ReadBack {
  /** Undefined if no listing showed the object in time. */
  readonly record: ServiceRecord | undefined;
  readonly shown: Values;
  /** The live values of what the write contained, and the object does not have. */
  readonly lost: Values;
  /** The live values of what the write did not contain, and has changed from the declared value. */
  readonly beside: Values;
  /** Both. */
  readonly changes: Values;
}

/**
 * Compares the object with the declared values after a write. Reads it, unless the response to the write
 * contained the whole record. A new object must be listed, too.
 */
export async function readBack(
  operation: Operation<Standard>,
  { how, written: { whole, failure }, wanted, fields, targets }: Done,
  before: ServiceRecord | undefined,
): Promise<ReadBack> {
  const known: Values = new Map([...wanted, ...targets]);
  const was = before && (await shownIn(operation, before, known));
  const none: Values = new Map();
  const compared = async (record: ServiceRecord | undefined): Promise<ReadBack> => {
    if (!record) return { record, shown: none, lost: none, beside: none, changes: none };
    const shown = await shownIn(operation, record, known);
    const { lost } = failure ? { lost: none } : compare(operation, shown, targets, fields);
    const changed = was ? changedBeside(operation, [was, shown], wanted, targets) : none;
    const beside = new Map([...changed].filter(([property]) => !lost.has(property)));
    return { record, shown, lost, beside, changes: new Map([...lost, ...beside]) };
  };
  if (whole) {
    const isThere = how !== "created" || (await isListed(operation));
    const back = await compared(whole);
    return isThere ? back : { ...back, record: undefined };
  }
  const api = apiOf(operation);
  const { session, kind, recordId } = operation;
  const back = await session.lookUntil(async (age) => {
    const value = await compared(
      age === "now"
        ? await api.find(recordId, age)
        : readable(operation, await session.records[kind].shown(recordId)),
    );
    return { done: value.record !== undefined && value.changes.size === 0, value };
  });
  const isHidden = back.record && (await noteHidden(operation, back.record, [...back.changes.keys()]));
  return isHidden ? compared(back.record) : back;
}

/** A response with a whole record proves nothing: its id may be that of no object. */
async function isListed({ session, kind, recordId }: Operation<Standard>): Promise<boolean> {
  const listing = session.records[kind];
  return session.lookUntil(async (age) => {
    const record = age === "now" ? (await listing.read(age)).withId(recordId) : await listing.shown(recordId);
    const value = record !== undefined;
    return { done: value, value };
  });
}

interface Compared {
  /** The live values that are not the wanted ones. */
  readonly lost: Values;
  /** The properties that the record does not show, or shows only in part. */
  readonly hidden: readonly string[];
}

export function compare(
  { definition }: Operation,
  shown: Values,
  wanted: Values,
  properties: Iterable<string> = wanted.keys(),
): Compared {
  const lost = new Map<string, unknown>();
  const hidden: string[] = [];
  for (const property of properties) {
    const field = definition.fields[property]!;
    const [value, want] = [shown.get(property), wanted.get(property)];
    if (field.record === undefined || hiddenPaths(property, field, value, want).length > 0)
      hidden.push(property);
    const held = declaredPart(field, value, want);
    if (wanted.has(property) && !same(field, held, want)) lost.set(property, held);
  }
  return { lost, hidden };
}

/**
 * The live values of declared properties that differ from the program after an update, and did not before it.
 * Differences that the record had before are manual changes, which stay.
 */
function changedBeside(
  { definition }: Operation,
  [before, after]: readonly [Values, Values],
  wanted: Values,
  sent: Values,
): Values {
  const changed = new Map<string, unknown>();
  for (const [property, want] of wanted) {
    const field = definition.fields[property]!;
    if (role(field) !== "field" || field.fixed || (sent.has(property) && !field.merged)) continue;
    const [was, is] = [before, after].map((shown) => declaredPart(field, shown.get(property), want));
    const untouched = sent.has(property)
      ? { ...(isObject(was) && was), ...(sent.get(property) as Bag) }
      : was;
    if (!same(field, is, want) && !same(field, is, untouched)) changed.set(property, is);
  }
  return changed;
}

/**
 * Notes references that the service has accepted and its record lacks, if the list is empty and no record has ever shown
 * such references.
 * @returns whether there are any
 */
async function noteHidden(
  operation: Operation<Standard>,
  record: ServiceRecord,
  notKept: readonly string[],
): Promise<boolean> {
  const { definition, session, kind } = operation;
  let isNew = false;
  for (const property of notKept) {
    const field = definition.fields[property]!;
    const { refers, codec, record: key = "" } = field;
    if (!refers || codec?.mayHide?.(record[key], record) !== true) continue;
    for (const row of (await session.records[kind].read("known")).shown) isHidden(field, row, session.names);
    if (session.names.isShown(refers.to)) continue;
    session.names.note(refers.to, "hidden");
    session.say(
      `The service accepted ${property}, but its records show none. So ${property} is not compared, and a manual change to it is not noticed.`,
    );
    isNew = true;
  }
  return isNew;
}

/** The error for a write that succeeded but cannot be read back. */
export function unreadBack(operation: Operation, how: Done["how"], error: unknown): VoicecallError {
  const { code, message } = asVoicecallError(error);
  const what = `the object was ${how} and is in state, but could not be read back: ${message}`;
  return operation.error(code, `${what} The next \`pulumi up\` reads it again.`, {
    cause: error,
  });
}

/**
 * The error names the values that the service holds instead, as far as messages may show them.
 * @param isWhole whether the response to the write contained the whole object, so that no read followed
 */
export async function keptError(
  operation: Operation,
  back: ReadBack,
  isWhole: boolean,
): Promise<VoicecallError> {
  const [lost, beside] = [back.lost, back.beside].map((values) => [...values.keys()]) as [string[], string[]];
  const held = await visible(operation, back.changes);
  const heldInstead = held.length > 0 ? ` (${firstFew(held, 5)})` : "";
  const { listLag } = operation.session.settings;
  const { unchangeable } = operation.definition;
  const sends = beside.length > 0 ? "all of it together" : "what still differs";
  const next =
    unchangeable === undefined
      ? `The next \`pulumi up\` sends ${sends}. If that fails again, declare what the service stores`
      : `The next \`pulumi up\` compares again. If they still differ, declare what the service stores, because ${unchangeable}`;
  const seen = isWhole || listLag === 0 ? "" : `, as the listing shows after ${listLag / 1000} s`;
  const it = lost.length === 1 ? "it" : "them";
  const what = [
    ...(lost.length > 0 ? [`accepted ${lost.join(", ")} but did not keep ${it} as sent${seen}`] : []),
    ...(beside.length > 0 ? [`changed ${firstFew(beside, 5)} beside what was sent`] : []),
  ].join(", and ");
  return operation.error("not-kept", `the service ${what}. The object is in state. ${next}${heldInstead}.`);
}

/** The values of those properties that messages may show. */
const visible = ({ definition, session }: Operation, values: Values): Promise<string[]> =>
  Promise.all(
    [...values].flatMap(([property, value]) => {
      const field = definition.fields[property]!;
      if (!field.shown) return [];
      const named = withNames(field, value, session.names);
      return [named.then((known) => `${property}: ${shownValue(field, known)}`)];
    }),
  );
