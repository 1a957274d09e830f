import { isDeepStrictEqual } from "node:util";
import { asName } from "../../base/spellings.js";
import { trimmed } from "../../base/trimmed.js";
import { isObject } from "../../base/wording.js";
import type { Field } from "./fields.js";

export { asName, isObject };

/** A hint from the SDK, never stored: prompt variables that the service fills in, for the prompt checks. */
export const FILLED_IN = "__filledIn";

/** A hint from the SDK, never stored: the URN of the resource, which the engine does not pass to the provider. */
export const URN = "__urn";

/** Stored in inputs and outputs: what identifies the resource in its stack, in every call about it. */
export const SELF = "__self";

/** A hint from the SDK, never stored: true in a preview, where the program itself reports `MISTAKES`. */
export const PREVIEW = "__preview";

/**
 * A hint from the SDK, never stored: the file with the rows of a LeadSet. For rows from an iterable, it is a
 * private temporary file.
 */
export const ROWS_FILE = "__rowsFile";

/** A hint from the SDK, never stored: which resources of the program have leads (see `ProgramLeads`). */
export const DECLARED_LEADS = "__declaredLeads";

/** A hint from the SDK in a preview, never stored: the names of the resources that the arguments refer to. */
export const REFERS_TO = "__refersTo";

/** A hint from the SDK in a preview, never stored: the names of the objects of the resources in `dependsOn`. */
export const DEPENDS_ON = "__dependsOn";

/** A hint from the SDK, never stored: what `voicecall pull` has merged of the resource, for `markKey`. */
export const MERGED = "__merged";

/**
 * The mistakes that check found in a preview. If check returned them as failures, the engine would stop at
 * the first wrong resource.
 */
export const MISTAKES = "__mistakes";

/** A hint from the SDK, never stored: the file and line of each property that comes from a file, for mistakes. */
export const PLACES = "__places";

const OF_RUN = [URN, PREVIEW, ROWS_FILE, DECLARED_LEADS, REFERS_TO, DEPENDS_ON, MERGED, PLACES];
export const HINTS: readonly string[] = [FILLED_IN, ...OF_RUN];

/** Stands for a value of any type that is not known before apply, in check and diff. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The value of a field that the live record does not show in a comparable form. */
export const NOT_READABLE: unique symbol = Symbol("not readable");

export type Bag = Readonly<Record<string, unknown>>;

export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return isObject(value) && Object.values(value).some(hasUnknown);
}

/** For the key `constructor`, `bag[key]` would return an inherited function. */
export function ownValue(bag: Bag, key: string): unknown {
  return Object.hasOwn(bag, key) ? bag[key] : undefined;
}

/**
 * Makes equivalent values equal. The service may trim text, and return CRLF as LF, "" as null, {} as [] and {"0": 1} as
 * [1] (docs/assumptions.md: text and empties).
 */
export function normal(value: unknown): unknown {
  if (typeof value === "string") {
    const tidy = trimmed(value.replace(/\r\n?/g, "\n"));
    return tidy === "" ? null : tidy;
  }
  if (Array.isArray(value)) return value.map(normal);
  // `isDeepStrictEqual` distinguishes 0 from -0, and `JSON.stringify` writes both as 0.
  if (value === 0) return 0;
  if (!isObject(value)) return value ?? null;
  const entries = Object.entries(value).map(([key, item]) => [key, normal(item)] as const);
  const isList = entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/**
 * Whether the service treats two values of a field as equal. A value that is not readable equals every value.
 */
export function same(field: Field, left: unknown, right: unknown): boolean {
  if (left === NOT_READABLE || right === NOT_READABLE) return true;
  // A shortcut, because most values are equal, and `comparable` is slow.
  if (isDeepStrictEqual(left, right)) return true;
  return isDeepStrictEqual(comparable(field, left), comparable(field, right));
}

export const distinct = (ids: unknown): unknown => (Array.isArray(ids) ? [...new Set<unknown>(ids)] : ids);

function comparable(field: Field, value: unknown): unknown {
  const meaning = field.meaning ?? (field.refers && asName);
  const tidied = field.tidy ? field.tidy(value) : field.refers ? distinct(value) : value;
  const tidy = normal(meaning ? meaning(tidied) : tidied);
  if (!field.unordered || !Array.isArray(tidy)) return tidy;
  return (tidy as unknown[])
    .map((item) => [JSON.stringify(sortedKeys(item)), item] as const)
    .sort(byFirst)
    .map(([, item]) => item);
}

/** Equal texts for values that the service treats as equal. */
export const canonical = (field: Field, value: unknown): string =>
  JSON.stringify(comparable(field, value), (_, item: unknown) => sortedKeys(item));

const byFirst = (left: readonly [string, unknown], right: readonly [string, unknown]): number =>
  left[0] < right[0] ? -1 : left[0] > right[0] ? 1 : 0;

function sortedKeys(value: unknown): unknown {
  return isObject(value) ? Object.entries(value).sort(byFirst) : value;
}

/** Sorts an unordered array by the field's key, then by content. Used for both inputs and live values. */
export function inOrder(field: Field, value: unknown): unknown {
  const { unordered } = field;
  if (!unordered || !Array.isArray(value)) return value;
  return value
    .map((item: unknown) => [`${unordered(item)}\u0000${JSON.stringify(sortedKeys(item))}`, item] as const)
    .sort(byFirst)
    .map(([, item]) => item);
}

/** The provider host fails on undefined values. If it fails after a create, the object is missing from state. */
export function withoutUndefined<T>(value: T): T {
  if (!hasUndefined(value)) return value;
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutUndefined) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutUndefined(item)])) as T;
}

function hasUndefined(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined;
  return Object.values(value).some(hasUndefined);
}
