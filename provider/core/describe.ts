import { isKind, namesOf } from "../kind.js";
import { quoted } from "../quoted.js";
import type { Field } from "./fields.js";
import { type Bag, NOT_READABLE, UNKNOWN, hasUnknown, own } from "./values.js";

/**
 * A value in the form that an error or a note may show. A user may mark any field secret, and the host does not know
 * which, so only numbers, booleans, enumerations and names are shown. Anything else is shown as its length.
 */
export function shown(field: Field, value: unknown): string {
  if (value === NOT_READABLE) return "not readable";
  if (hasUnknown(value)) return "known after apply";
  if (value === undefined) return "not set";
  if (value === null) return "none";
  if (field.shown) return Array.isArray(value) ? shownItems(value) : shownOne(value);
  if (typeof value === "string") return counted([...value].length, "character");
  if (Array.isArray(value)) return counted(value.length, "item");
  if (typeof value === "object") return counted(Object.keys(value).length, "key");
  return "a value";
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

const shownOne = (value: unknown): string =>
  typeof value === "string" ? quoted(value) : JSON.stringify(value);

function shownItems(items: readonly unknown[]): string {
  const rest = items.length - 10;
  return `[${items.slice(0, 10).map(shownOne).join(",")}${rest > 0 ? ` and ${rest} more` : ""}]`;
}

/** `maxCallDuration (600 → 60)`, or `systemPrompt (differs: 120 characters → 340 characters)`. */
export function difference(property: string, field: Field, from: unknown, to: unknown): string {
  const [before, after] = [shown(field, from), shown(field, to)];
  const words = before === after ? `${before} both times` : `${before} → ${after}`;
  return field.shown ? `${property} (${words})` : `${property} (differs: ${words})`;
}

/** The resource as its owner knows it. The host gets neither the URN nor the resource's name. */
export function label(kind: string, inputs: Readonly<Record<string, unknown>>, id?: string): string {
  const known = (value: unknown): boolean => value !== undefined && value !== UNKNOWN;
  const name = ["name", "campaign"].map((key) => inputs[key]).find(known);
  const what = name === undefined ? "" : typeof name === "number" ? ` ${name}` : ` ${shownOne(name)}`;
  const where = id === undefined ? "" : ` (id ${/^\d{1,20}$/.test(id) ? id : quoted(id)})`;
  return `${(isKind(kind) && namesOf(kind).title) || kind}${what}${where}`;
}

/** The line about an object that is gone but stays in state. */
export function goneButKept(who: string, declared: Bag): string {
  const next =
    own(declared, "onGone") === "recreate"
      ? 'The next up creates it again (onGone: "recreate").'
      : 'It stays in state and is not created again automatically. To create it again, set onGone: "recreate" on its resource.';
  return `${who} is gone from the service. ${next}`;
}
