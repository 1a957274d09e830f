/** Which manual changes `voicecall pull` has merged into the program. See docs/decisions/command-line.md. */
import { createHash } from "node:crypto";
import type { Field } from "../fields/fields.js";
import { canonical, isObject, ownValue, same } from "../fields/values.js";

/** A manual change to a property, or to one of its keys. */
export interface Mark {
  /** The property and, in an object, the key: beside a key that is secret, others can be merged. */
  readonly path: readonly [property: string, key?: string];
  readonly hash: string;
}

/** The key of a mark in `voicecall:merged`. */
export const markKey = (identity: string | undefined, { path }: Mark): string =>
  [identity, ...path].join(".");

/**
 * The marks of the manual changes to a property.
 * @param before the recorded value; for references, the ids
 * @param live the value in the service
 */
export function marksOf(property: string, field: Field, before: unknown, live: unknown): Mark[] {
  const markOf = (path: Mark["path"], ...values: unknown[]): Mark => {
    const text = JSON.stringify(values.map((value) => canonical(field, value)));
    return { path, hash: createHash("sha256").update(text).digest("hex").slice(0, 16) };
  };
  const [left, right] = isObject(before) && isObject(live) ? [before, live] : [{}, {}];
  const marks = [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter((key) => !same(field, ownValue(left, key), ownValue(right, key)))
    .map((key) => markOf([property, key], ownValue(left, key), ownValue(right, key)));
  return marks.length > 0 ? marks : [markOf([property], before, live)];
}
