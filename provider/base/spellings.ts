import { z } from "zod";
import { trimmed } from "./trimmed.js";
import { isObject } from "./wording.js";

/**
 * The spellings of values in JSON from PHP and its database drivers (docs/assumptions.md: spellings). The type of a
 * field decides what a value means, so that values that differ never become equal.
 */

/** `"300"` is 300. */
export const asNumber = (value: unknown): unknown =>
  typeof value === "string" && /^\s*-?(0|[1-9]\d{0,14})(\.\d{1,30})?(e[+-]?\d{1,3})?\s*$/i.test(value)
    ? Number(value)
    : value;

/** 1, `"1"` and `"true"` are true. */
export function asFlag(value: unknown): unknown {
  if (value === 1 || value === "1" || value === "true") return true;
  return value === 0 || value === "0" || value === "false" ? false : value;
}

/** The form in which names, and lists of names, are compared: trimmed, and with "é" as one character, not two. */
export function asName(value: string): string;
export function asName(value: unknown): unknown;
export function asName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asName);
  return typeof value === "string" ? trimmed(value).normalize("NFC") : value;
}

/** The items with exactly this name, or else those whose name looks the same. */
export function withName<T>(items: readonly T[], name: string, nameOf: (item: T) => unknown): T[] {
  const exact = items.filter((item) => nameOf(item) === name);
  return exact.length > 0 ? exact : items.filter((item) => asName(nameOf(item)) === asName(name));
}

/** `{"0": "a", "2": "b"}` is what PHP makes of a list from which it has removed items. */
export const asList = (value: unknown): unknown =>
  isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : value;

/** A whole response or page. `{}` is no empty listing, because an empty listing proves that all objects are gone. */
export const asListing = (value: unknown): unknown =>
  isObject(value) && Object.keys(value).length === 0 ? value : asList(value);

export const wireId = z.preprocess(asNumber, z.int());
export const wireFlag = z.preprocess(asFlag, z.boolean());
