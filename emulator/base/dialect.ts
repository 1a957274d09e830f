/** The mode that reads and spells values as Laravel 13, PHP and its database drivers do (docs/assumptions.md: spellings). */

export const dialects = ["plain", "php"] as const;

export type Dialect = (typeof dialects)[number];

/** Users choose these objects, and the service stores them as JSON, which keeps types. */
const freeForm = ["variables", "arguments", "custom_variables"];

const flags: readonly ((flag: boolean) => unknown)[] = [Number, (flag) => String(Number(flag)), String];

/** A copy of a response. An empty list at the top or in a page stays one: `{}` is no empty listing. */
export function inPhp(value: unknown, key = "data"): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return flags[key.length % flags.length]!(value);
  if (typeof value !== "object" || value === null) return value;
  const items = Array.isArray(value) ? value.map(withGap) : Object.entries(value as Record<string, unknown>);
  if (Array.isArray(value) && value.length === 0) return key === "data" ? [] : {};
  return Object.fromEntries(
    items.map(([name, item]) => [name, freeForm.includes(name) ? decoded(item) : inPhp(item, name)]),
  );
}

/** A free-form value as PHP writes it after reading it: an object with the keys of a list is a list. */
function decoded(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, decoded(item)] as const);
  const isList = entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** As `array_merge`: whole numbers among the keys are counted anew, so they never replace a value. */
export function mergedInPhp(before: object, after: object): Record<string, unknown> {
  let next = 0;
  const entries = [...Object.entries(before), ...Object.entries(after)];
  return Object.fromEntries(
    entries.map(([key, item]: [string, unknown]) => [
      /^(0|-?[1-9]\d{0,17})$/.test(key) ? String(next++) : key,
      item,
    ]),
  );
}

const ends =
  "[\\s\\0\\x85\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B-\\u200F\\u2060-\\u2065\\u206A-\\u206F\\u2800\\u3164\\uFFA0\\u{1D159}\\u{1D173}-\\u{1D17A}\\u{E0020}]+";
const blankEnds = new RegExp(`^${ends}|${ends}$`, "gu");

/** A copy of a request's body without the white space and the invisible characters at the ends of its texts. */
export const trimmedInPhp = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (_, value: unknown) =>
    typeof value === "string" ? value.replace(blankEnds, "") : value,
  );

/** As if the second item had been removed from the list. */
export const withGap = (item: unknown, index: number): [string, unknown] => [
  String(index === 0 ? 0 : index + 1),
  item,
];
