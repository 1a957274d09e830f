/** Compares what a record shows with the declared values, field by field. */
import { shownValue, withNames } from "../run/describe.js";
import { role } from "../fields/fields.js";
import { declaredPart } from "../fields/structure.js";
import type { Operation } from "../run/operation.js";
import { type Bag, isObject, same } from "../fields/values.js";
import { type Values, hiddenPaths } from "../run/sides.js";

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
export function changedBeside(
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

/** The values of those properties that messages may show. */
export const visible = ({ definition, session }: Operation, values: Values): Promise<string[]> =>
  Promise.all(
    [...values].flatMap(([property, value]) => {
      const field = definition.fields[property]!;
      if (!field.shown) return [];
      const named = withNames(field, value, session.names);
      return [named.then((known) => `${property}: ${shownValue(field, known)}`)];
    }),
  );
