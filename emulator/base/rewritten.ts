/** The modes that rewrite bodies: tidy text and empties (docs/assumptions.md: text and empties), unknown keys. */

/** What Laravel 13 trims: white space and invisible characters. */
const blank =
  "[\\s\\0\\x85\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B-\\u200F\\u2060-\\u2065\\u206A-\\u206F\\u2800\\u3164\\uFFA0\\u{1D159}\\u{1D173}-\\u{1D17A}\\u{E0020}]+";
const blankEnds = new RegExp(`^${blank}|${blank}$`, "gu");

/** A copy of a body with trimmed text, and CRLF as LF. */
export function tidied(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\r\n/g, "\n").replace(blankEnds, "");
  return mapItems(value, tidied);
}

/** A copy of a response with empty text as null, and empty objects as empty arrays, as PHP serializes them. */
export function withoutEmpties(value: unknown): unknown {
  if (value === "") return null;
  if (isObject(value) && Object.keys(value).length === 0) return [];
  return mapItems(value, withoutEmpties);
}

/** Users choose the keys of these objects, so nothing is added to them. */
const freeForm = ["variables", "arguments"];

/** A copy of a response with an undocumented key in its objects, at any depth, except in free-form ones. */
export function withUnknownKeys(value: unknown): unknown {
  const copy = mapItems(value, (item, key) => (freeForm.includes(key) ? item : withUnknownKeys(item)));
  return isObject(copy) ? { ...copy, unknown_key: { nested: ["unknown", null, 1] } } : copy;
}

function mapItems(value: unknown, change: (item: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item, ""));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
