/** What differs between the records of a service and the records that this version expects, without their values. */
import { isObject } from "../base/wording.js";

export type JsonType = "null" | "text" | "number" | "flag" | "list" | "object";

/** What a value should be. Absent parts are not checked. */
export interface Expected {
  /** Any of these. null always fits. */
  readonly types?: readonly JsonType[];
  readonly words?: readonly string[];
  readonly item?: Expected;
  readonly keys?: Readonly<Record<string, Expected>>;
  /** The keys that may be absent. */
  readonly mayLack?: ReadonlySet<string>;
  /** Further keys that the documents show. */
  readonly mayHave?: readonly string[];
}

export interface Difference {
  /** Such as `max_duration` or `schema[].type`. */
  readonly path: string;
  readonly what: string;
  /** In how many records. */
  readonly records: number;
}

export const typeOf = (value: unknown): JsonType => {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "flag" : "object";
};

/** A word that names nobody: an identifier without digits. */
const isPublic = (word: string): boolean => /^[a-z]{1,20}([_-][a-z]{1,20}){0,4}$/i.test(word);

const keyIn = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

/** Collects differences by their path and kind. */
export class Differences {
  readonly #found = new Map<string, { path: string; what: string; records: Set<unknown> }>();

  /** @param isPrivate whether a word occurs as a text of the account, so that it may name somebody */
  constructor(private readonly isPrivate: (word: string) => boolean) {}

  /** @param record what the difference is counted by */
  note(record: unknown, path: string, what: string): void {
    const key = `${path} ${what}`;
    const found = this.#found.get(key) ?? { path, what, records: new Set() };
    found.records.add(record);
    this.#found.set(key, found);
  }

  noteKey(record: unknown, key: string, path = ""): void {
    const shown = isPublic(key) && !this.isPrivate(key) ? key : "(a key that is not shown)";
    this.note(record, keyIn(path, shown), "unknown key");
  }

  compare(record: unknown, value: unknown, expected: Expected, path = ""): void {
    const type = typeOf(value);
    if (type === "null") return;
    const { types, words, item, keys } = expected;
    if (types && !types.includes(type))
      return this.note(record, path, `${type} instead of ${types.join(" or ")}`);
    if (words && typeof value === "string" && !words.includes(value))
      this.note(record, path, `unknown value${isPublic(value) && !this.isPrivate(value) ? ` ${value}` : ""}`);
    if (item && Array.isArray(value)) for (const one of value) this.compare(record, one, item, `${path}[]`);
    if (keys && isObject(value)) this.#compareKeys(record, value, expected, path);
  }

  #compareKeys(
    record: unknown,
    value: Readonly<Record<string, unknown>>,
    { keys = {}, mayLack, mayHave = [] }: Expected,
    path: string,
  ): void {
    for (const [key, one] of Object.entries(value))
      if (Object.hasOwn(keys, key)) this.compare(record, one, keys[key]!, keyIn(path, key));
      else if (!mayHave.includes(key)) this.noteKey(record, key, path);
    for (const key of Object.keys(keys))
      if (!Object.hasOwn(value, key) && !mayLack?.has(key)) this.note(record, keyIn(path, key), "missing");
  }

  get all(): readonly Difference[] {
    return [...this.#found.values()].map(({ path, what, records }) => ({
      path,
      what,
      records: records.size,
    }));
  }
}
