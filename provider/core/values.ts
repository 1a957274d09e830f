import { isDeepStrictEqual } from "node:util";
import type { Field } from "./fields.js";

/** A hint of the SDK for the prompt checks, never stored: variables that front matter leaves to the service. */
export const FILLED_IN = "__filledIn";

/** A hint of the SDK, never stored: identifies the resource, since the engine does not pass its name to the host. */
export const RESOURCE = "__resource";

/** A hint of the SDK, never stored: the URN of the resource, on which the engine shows lines about it. */
export const URN = "__urn";

/** A hint of the SDK, never stored: this is a preview, and the program reports `MISTAKES` and fails. */
export const PREVIEW = "__preview";

/** A hint of the SDK, never stored: in a preview, the file in which the program finds why the apply will fail. */
export const FAILURES_FILE = "__failuresFile";

/** A hint of the SDK, never stored: the file with the rows of a LeadSet. For an iterable it is a private file of the run. */
export const ROWS_FILE = "__rowsFile";

/**
 * The output in which check returns mistakes in a preview. Failures would stop the engine at the first wrong resource.
 */
export const MISTAKES = "__mistakes";

/** The hints of the SDK. */
export const HINTS: readonly string[] = [FILLED_IN, RESOURCE, URN, PREVIEW, FAILURES_FILE, ROWS_FILE];

/** What check and diff receive in place of a value that is not known before apply, whatever its declared type. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The value of a field that the live record does not show in a comparable form. */
export const NOT_READABLE: unique symbol = Symbol("not readable");

export type Bag = Readonly<Record<string, unknown>>;

export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  return isObject(value) && Object.values(value).some(hasUnknown);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads only an own property: `bag.constructor` would return a function of Object. */
export function own(bag: Bag, key: string): unknown {
  return Object.hasOwn(bag, key) ? bag[key] : undefined;
}

/**
 * A normal form in which equivalent values are equal. The service may return text trimmed, with CRLF as LF, "" as null
 * and {} as [] (docs/assumptions.md: text and empties).
 */
export function normal(value: unknown): unknown {
  if (typeof value === "string") {
    const tidy = value.replace(/\r\n?/g, "\n").trim();
    return tidy === "" ? null : tidy;
  }
  if (Array.isArray(value)) return value.map(normal);
  // `JSON.stringify` writes -0 as 0.
  if (value === 0) return 0;
  if (!isObject(value)) return value ?? null;
  const entries = Object.entries(value).map(([key, item]) => [key, normal(item)] as const);
  return entries.length === 0 ? [] : Object.fromEntries(entries);
}

/** Whether two values of a field are the same under the service's equivalences. */
export function same(field: Field, left: unknown, right: unknown): boolean {
  if (left === NOT_READABLE || right === NOT_READABLE) return true;
  // Most values are equal as they are, and their normal form takes far longer.
  if (isDeepStrictEqual(left, right)) return true;
  return isDeepStrictEqual(comparable(field, left), comparable(field, right));
}

function comparable(field: Field, value: unknown): unknown {
  const tidy = normal(field.tidy ? field.tidy(value) : value);
  if (!field.unordered || !Array.isArray(tidy)) return tidy;
  return (tidy as unknown[])
    .map((item) => [JSON.stringify(sortedKeys(item)), item] as const)
    .sort(byFirst)
    .map(([, item]) => item);
}

const byFirst = (left: readonly [string, unknown], right: readonly [string, unknown]): number =>
  left[0] < right[0] ? -1 : left[0] > right[0] ? 1 : 0;

function sortedKeys(value: unknown): unknown {
  return isObject(value) ? Object.entries(value).sort(byFirst) : value;
}

/** Sorts an unordered array by the field's key and then by content. Check sorts inputs in the same way. */
export function inOrder(field: Field, value: unknown): unknown {
  const { unordered } = field;
  if (!unordered || !Array.isArray(value)) return value;
  return value
    .map((item: unknown) => [`${unordered(item)}\u0000${JSON.stringify(sortedKeys(item))}`, item] as const)
    .sort(byFirst)
    .map(([, item]) => item);
}

/** No undefined value may reach the host: it would lose the object's id, and so the object. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutUndefined) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutUndefined(item)])) as T;
}
