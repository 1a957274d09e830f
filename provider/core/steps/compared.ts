/** Compares a record with the declared values, field by field. */
import { shownValue, withNames } from "../run/describe.js";
import { role } from "../fields/fields.js";
import type { Operation } from "../run/operation.js";
import type { ServiceRecord } from "../records/record.js";
import { type Bag, isObject, same } from "../fields/values.js";
import { type WantedFields, hiddenPaths, live } from "../run/wanted.js";

/** The properties whose value in the record is not the wanted one. */
export async function notKept(
  { definition, session }: Operation,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: Iterable<string>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const property of properties) {
    const field = definition.fields[property]!;
    const want = wanted.get(property);
    if (!want) continue;
    if (!same(field, await live(field, record, session.names, want), want.comparable)) lost.push(property);
  }
  return lost;
}

/**
 * The declared properties that differ from the program after an update, and did not before it. Differences that the
 * record had before are manual changes, which stay.
 */
export async function changedBeside(
  { definition, session: { names } }: Operation,
  [before, after]: readonly [ServiceRecord, ServiceRecord],
  wanted: WantedFields,
  sent: WantedFields,
): Promise<string[]> {
  const changed: string[] = [];
  for (const [property, want] of wanted) {
    const field = definition.fields[property]!;
    const target = sent.get(property);
    if (role(field) !== "field" || field.fixed || (target && !field.merged)) continue;
    const [was, is] = await Promise.all([before, after].map((record) => live(field, record, names, want)));
    const untouched = target ? { ...(isObject(was) && was), ...(target.comparable as Bag) } : was;
    if (!same(field, is, want.comparable) && !same(field, is, untouched)) changed.push(property);
  }
  return changed;
}

/** The properties that this record does not show, or shows only in part. */
export async function unreadable(
  { definition, session }: Operation,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const property of properties) {
    const field = definition.fields[property]!;
    const want = wanted.get(property);
    const value = await live(field, record, session.names, want);
    const hidden = hiddenPaths(property, field, { record, value, declared: want?.comparable });
    if (field.record === undefined || hidden.length > 0) found.push(property);
  }
  return found;
}

/** The record's values of those properties that messages may show. */
export async function liveValues(
  { definition, session }: Operation,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: readonly string[],
): Promise<string[]> {
  const visible = properties.filter((property) => definition.fields[property]!.shown);
  return Promise.all(
    visible.map(async (property) => {
      const field = definition.fields[property]!;
      const value = await live(field, record, session.names, wanted.get(property));
      return `${property}: ${shownValue(field, await withNames(field, value, session.names))}`;
    }),
  );
}
