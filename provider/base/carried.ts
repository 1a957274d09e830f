// See docs/decisions/provider-text.md.
import { keyText } from "./quoted.js";

/** Deeper than any program needs, but not deep enough to overflow the call stack of program, engine or provider. */
const deepest = 100;

/** A message about the object, `true` to accept it as it is, or undefined to check its contents. */
type Special = (value: object) => string | true | undefined;

/**
 * Finds values that would change on their way through the engine. Returns what is wrong with the first of
 * them, such as `must not contain a symbol`, or undefined. Pulumi's SDK silently drops a key `__proto__` and
 * unpaired surrogates, so this check must run before the SDK sees them.
 */
export function uncarried(value: unknown, special: Special = () => undefined): string | undefined {
  const findingIn = (inner: unknown, depth: number): string | undefined => {
    if (typeof inner === "string") return text(inner, "text");
    if (["function", "bigint", "symbol"].includes(typeof inner)) return `must not contain a ${typeof inner}`;
    if (typeof inner !== "object" || inner === null) return undefined;
    const problem = special(inner);
    if (problem !== undefined) return problem === true ? undefined : problem;
    if (depth > deepest) return `must not be nested more than ${deepest} levels deep`;
    if (Array.isArray(inner)) return first(inner, (item) => findingIn(item, depth + 1));
    return first(Object.entries(inner), ([key, item]) => named(key) ?? findingIn(item, depth + 1));
  };
  return findingIn(value, 0);
}

/** The key with which Pulumi marks special values, such as secrets. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";

/** Keys that mark Pulumi's own objects. */
const pulumis = new RegExp(`^(__pulumi\\w*|${SIGNATURE})$`);

/** Strings that mean "unknown value" to the engine, one per type. */
const unknowns: ReadonlySet<string> = new Set([
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** A suffix that no program can declare. It marks a live value that state cannot contain. */
export const NOT_CARRIED = " (cannot be in Pulumi state)";

/**
 * Converts a value from the service into one that state can contain. A value that would be lost, or that looks like
 * one of Pulumi's own marks, becomes text. That text differs from everything that a program can declare, so it shows
 * as drift.
 */
export function carried<T>(value: T): T {
  return carriedBelow(value, 0) as T;
}

function carriedBelow(value: unknown, depth: number): unknown {
  if (typeof value === "string") return carriedText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : `${value}${NOT_CARRIED}`;
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepest) return `nested more than ${deepest} levels deep${NOT_CARRIED}`;
  if (Array.isArray(value)) return value.map((item) => carriedBelow(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [carriedKey(key), carriedBelow(item, depth + 1)]),
  );
}

const carriedKey = (key: string): string =>
  key === "__proto__" || pulumis.test(key) ? key + NOT_CARRIED : carriedText(key);

function carriedText(value: string): string {
  if (unknowns.has(value)) return value + NOT_CARRIED;
  return value.isWellFormed()
    ? value
    : value.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`) + NOT_CARRIED;
}

function named(key: string): string | undefined {
  if (key === "__proto__")
    return 'must not contain a key "__proto__", which is lost on the way to the engine';
  if (pulumis.test(key))
    return `must not contain a key ${keyText(key)}, which Pulumi reserves for its own marks`;
  return text(key, "a key");
}

function text(value: string, what: string): string | undefined {
  // Pulumi's SDK makes this text of an output, and callers would hear it.
  if (/Calling \[to(String|JSON)\] on an \[Output<T>\]/.test(value))
    return `must not contain ${what} made of an output: use pulumi.interpolate or pulumi.jsonStringify`;
  if (value.endsWith(NOT_CARRIED))
    return `must not contain ${what} that ends in "${NOT_CARRIED.trim()}", which marks a live value that state cannot contain`;
  return value.isWellFormed()
    ? undefined
    : `must not contain ${what} with half a character (an unpaired surrogate), which is lost on the way to the engine`;
}

function first<T>(items: readonly T[], mistakeIn: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = mistakeIn(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
