/** The mode that spells values as PHP and its database drivers do (docs/assumptions.md: spellings). */

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
    items.map(([name, item]) => [name, freeForm.includes(name) ? item : inPhp(item, name)]),
  );
}

/** As if the second item had been removed from the list. */
export const withGap = (item: unknown, index: number): [string, unknown] => [
  String(index === 0 ? 0 : index + 1),
  item,
];
