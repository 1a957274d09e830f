import type { Codec } from "./fields.js";
import { asFlag, asNumber } from "../../base/spellings.js";
import { isObject } from "./values.js";

/** The service returns decimals as text with at least two decimal places, such as "1.10". */
export const decimalText: Codec = {
  encode: (value) => value,
  decode: asNumber,
};

/** Records contain 1 or 0, requests a boolean. */
export const yesNo: Codec = {
  encode: (value) => value,
  decode: asFlag,
};

/** Records contain a list instead of an object with the keys of a list. */
export const keyed: Codec = {
  encode: (value) => value,
  decode: (raw) => (Array.isArray(raw) ? { ...(raw as unknown[]) } : raw),
};

/** A word in the program and in requests, for which records have a different word or value. */
export function renamed(toRecord: Readonly<Record<string, unknown>>): Codec {
  const fromRecord = new Map(Object.entries(toRecord).map(([word, recorded]) => [recorded, word]));
  return {
    encode: (value) => value,
    decode: (raw) => fromRecord.get(raw) ?? fromRecord.get(asFlag(raw)) ?? raw,
  };
}

/** A word in the program, for which requests and records have a different word or value. */
export function translated(toRecord: Readonly<Record<string, unknown>>): Codec {
  return { ...renamed(toRecord), encode: (value) => toRecord[value as string] ?? value };
}

/**
 * List items whose keys are spelled differently in the program and on the wire. Keys that users choose are
 * not converted.
 */
export function items(names: Readonly<Record<string, string>>): Codec {
  const renaming = (pairs: readonly (readonly [from: string, to: string])[]) => {
    const to = new Map(pairs);
    const rename = (item: Record<string, unknown>): unknown => {
      const known = pairs.filter(([from]) => from in item).map(([from, key]) => [key, item[from]]);
      return Object.fromEntries([...Object.entries(item).filter(([key]) => !to.has(key)), ...known]);
    };
    return (list: unknown): unknown => eachItem(list, rename);
  };
  const pairs = Object.entries(names);
  return {
    encode: renaming(pairs),
    decode: renaming(pairs.map(([ours, theirs]) => [theirs, ours])),
  };
}

export const eachItem = (list: unknown, change: (item: Record<string, unknown>) => unknown): unknown =>
  Array.isArray(list) ? list.map((item: unknown) => (isObject(item) ? change(item) : item)) : list;
