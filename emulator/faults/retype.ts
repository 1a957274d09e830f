import { withGap } from "../base/dialect.js";

/** Values of a wrong type, as dynamically typed languages may return them. */
const changes = {
  /** `5` as `"5"`, including ids. */
  numbers: (value) => (typeof value === "number" ? String(value) : value),
  /** Only ids (`id` and `…_id`), as text. */
  ids: (value, key) => (typeof value === "number" && /(^|_)id$/.test(key) ? String(value) : value),
  /** `"text"` as `["text"]`. */
  texts: (value) => (typeof value === "string" ? [value] : value),
  /** `true` as `"true"`. */
  flags: (value) => (typeof value === "boolean" ? String(value) : value),
  /** `true` as 1. */
  bits: (value) => (typeof value === "boolean" ? Number(value) : value),
  /** `["a", "b"]` as `{"0": "a", "2": "b"}`. */
  gaps: (value) =>
    Array.isArray(value) && value.length > 0 ? Object.fromEntries(value.map(withGap)) : value,
  /** `["a"]` as `{"0": "a"}`. */
  lists: (value) => (Array.isArray(value) ? { ...(value as unknown[]) } : value),
  /** Null for everything that is neither an object nor a list. */
  nulls: (value) => (typeof value === "object" ? value : null),
} satisfies Record<string, (value: unknown, key: string) => unknown>;

export type Retyping = keyof typeof changes;

export const retypings = Object.keys(changes) as [Retyping, ...Retyping[]];

export function retype(body: unknown, which: Retyping): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => changes[which](value, key));
}
