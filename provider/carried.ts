import { keyText } from "./quoted.js";

/** Far more than anybody writes, and far less than what exhausts the stack on the way to the engine and back. */
const deepest = 100;

const unpaired = /\p{Surrogate}/u;

/** What is to be said of an object instead of looking into it; `true`: nothing. */
type Special = (value: object) => string | true | undefined;

/**
 * What cannot go from the program to the engine and back as it is, as a sentence about the value; undefined when all
 * can. Pulumi's SDK drops a key `__proto__` and half a surrogate pair without a word, so they must be refused before.
 */
export function uncarried(value: unknown, special: Special = () => undefined): string | undefined {
  const look = (inner: unknown, depth: number): string | undefined => {
    if (typeof inner === "string") return text(inner, "text");
    if (["function", "bigint", "symbol"].includes(typeof inner)) return `must not hold a ${typeof inner}`;
    if (typeof inner !== "object" || inner === null) return undefined;
    const said = special(inner);
    if (said !== undefined) return said === true ? undefined : said;
    if (depth > deepest) return `must not be nested more than ${deepest} levels deep`;
    if (Array.isArray(inner)) return first(inner, (item) => look(item, depth + 1));
    return first(Object.entries(inner), ([key, item]) => named(key) ?? look(item, depth + 1));
  };
  return look(value, 0);
}

/** The key by which Pulumi tells a value of a special kind, a secret for example. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";

/** By such keys Pulumi tells its own objects from data. */
const pulumis = new RegExp(`^(__pulumi\\w*|${SIGNATURE})$`);

/** Texts that the engine takes for a value that is not known yet, one for each type that it may have. */
const unknowns: ReadonlySet<string> = new Set([
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** What a live value that state cannot hold ends with, so that no program can declare the same. */
export const NOT_CARRIED = " (cannot be in Pulumi state)";

/**
 * A value of the service as state can hold it: what could not be carried, or would be taken for Pulumi's own, stands
 * there in words. It differs from whatever a program declares, so it shows as drift of its field.
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
  return unpaired.test(value)
    ? value.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`) + NOT_CARRIED
    : value;
}

function named(key: string): string | undefined {
  if (key === "__proto__") return 'must not hold a key "__proto__", which is lost on the way to the engine';
  if (pulumis.test(key)) return `must not hold a key ${keyText(key)}, by which Pulumi marks what is its own`;
  return text(key, "a key");
}

function text(value: string, what: string): string | undefined {
  if (value.endsWith(NOT_CARRIED))
    return `must not hold ${what} that ends in "${NOT_CARRIED.trim()}", which marks a live value that state cannot hold`;
  return unpaired.test(value)
    ? `must not hold ${what} with half a character (an unpaired surrogate), which is lost on the way to the engine`
    : undefined;
}

function first<T>(items: readonly T[], judge: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = judge(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
