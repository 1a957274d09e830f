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

function named(key: string): string | undefined {
  if (key === "__proto__") return 'must not hold a key "__proto__", which is lost on the way to the engine';
  if (pulumis.test(key)) return `must not hold a key ${keyText(key)}, by which Pulumi marks what is its own`;
  return text(key, "a key");
}

function text(value: string, what: string): string | undefined {
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
