import type { Codec } from "./fields.js";
import { isObject } from "./values.js";

const same: Codec = { encode: (value) => value, decode: (raw) => raw };

/** The service returns decimals as padded text, such as "1.10". */
export const decimalText: Codec = {
  encode: (value) => value,
  decode: (raw) => (typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw),
};

/** 1 = yes, 0 = no in the record, a boolean in requests. */
export const yesNo: Codec = {
  encode: (value) => value,
  decode: (raw) => (typeof raw === "number" ? raw === 1 : raw),
};

/** A value with other words in the record than in requests. */
export function renamed(toRecord: Readonly<Record<string, unknown>>): Codec {
  const fromRecord = new Map(Object.entries(toRecord).map(([word, recorded]) => [recorded, word]));
  return { encode: (value) => value, decode: (raw) => fromRecord.get(raw) ?? raw };
}

/** Items whose keys have other names in the program than on the wire. Users' own keys below them are left alone. */
export function items(names: Readonly<Record<string, string>>): Codec {
  const map = (list: unknown, pick: (item: Record<string, unknown>) => Record<string, unknown>): unknown =>
    Array.isArray(list) ? list.map((item: unknown) => (isObject(item) ? pick(item) : item)) : list;
  const pairs = Object.entries(names);
  return {
    encode: (value) =>
      map(value, (item) =>
        Object.fromEntries(
          pairs.filter(([ours]) => ours in item).map(([ours, theirs]) => [theirs, item[ours]]),
        ),
      ),
    decode: (raw) =>
      map(raw, (item) =>
        Object.fromEntries(
          pairs.filter(([, theirs]) => theirs in item).map(([ours, theirs]) => [ours, item[theirs]]),
        ),
      ),
  };
}

export const plain = same;
