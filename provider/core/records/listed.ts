import { isDeepStrictEqual } from "node:util";
import { VoicecallError } from "../../base/errors.js";
import { counted } from "../../base/quoted.js";

/** What the objects of a listing have in common. */
export interface Listable<T> {
  /** Names the objects in errors, such as `assistants`. */
  readonly noun: string;
  /** The key of a record as text; equal keys give equal strings. Undefined if the key cannot be read. */
  keyOf(this: void, record: T): string | undefined;
  /** Whether the object is not marked as deleted. */
  isLiving(this: void, record: T): boolean;
}

/**
 * The objects that a listing has shown, with what this run has written since. Only a complete listing without
 * unreadable ids proves that an object is absent: `all` and `withId` throw instead of claiming it without proof.
 */
export class Listed<T extends { readonly id: number }> {
  readonly #records = new Map<number, T>();
  /** Nearly all keys have one object. A set for each would take more memory than all records. */
  readonly #byKey = new Map<string | undefined, number | Set<number>>();
  /** The number of the read that first showed each object. Includes objects that later reads lack. */
  readonly #firstShown = new Map<number, number>();
  #reads = 0;
  #living: readonly T[] | undefined;
  /** Whether a complete listing has been read. */
  isComplete = false;
  /** The number of records without a readable id in the last complete listing. */
  unidentified = 0;

  constructor(private readonly source: Listable<T>) {}

  /** @throws VoicecallError "could-not-tell", as `assertIdentified` does */
  get all(): readonly T[] {
    this.assertIdentified();
    return this.shown;
  }

  /** Like `all`, but an object that it lacks may exist. */
  get shown(): readonly T[] {
    return (this.#living ??= [...this.#records.values()].filter(this.source.isLiving));
  }

  /**
   * Undefined only if the object is certainly absent.
   * @throws VoicecallError "could-not-tell", as `assertIdentified` does
   */
  withId(id: number): T | undefined {
    if (!this.#records.has(id)) this.assertIdentified();
    return this.shownWithId(id);
  }

  shownWithId(id: number): T | undefined {
    const record = this.#records.get(id);
    return record && this.source.isLiving(record) ? record : undefined;
  }

  /** @param key undefined for the objects whose key cannot be read, so that they may have any key */
  withKey(key: string | undefined): T[] {
    const ids = this.#byKey.get(key) ?? [];
    return (typeof ids === "number" ? [ids] : [...ids])
      .map((id) => this.#records.get(id)!)
      .filter(this.source.isLiving);
  }

  /** @throws VoicecallError "could-not-tell" if a record has no readable id, so that no object is proven absent */
  assertIdentified(): void {
    if (this.unidentified === 0) return;
    const { noun } = this.source;
    throw new VoicecallError(
      "could-not-tell",
      `the listing of ${noun} has ${counted(this.unidentified, "record")} without a readable id, so it does not show which objects are missing.`,
      { request: `list ${noun}`, remedy: "Correct these objects in the service's dashboard." },
    );
  }

  /** Tells objects that a read up to now has shown from those that later ones show first. */
  shownSoFar(): (id: number) => boolean {
    const reads = this.#reads;
    return (id) => (this.#firstShown.get(id) ?? Number.POSITIVE_INFINITY) <= reads;
  }

  /** The numbers of the pages that these objects were on; undefined if one of them was on none. */
  placesOf(ids: readonly number[], pageSize: number): ReadonlySet<number> | undefined {
    if (!ids.every((id) => this.#records.has(id))) return undefined;
    const wanted = new Set(ids);
    const pages = [...this.#records.keys()].flatMap((id, index) =>
      wanted.has(id) ? [1 + Math.floor(index / pageSize)] : [],
    );
    return new Set(pages);
  }

  /** The record that is known, if it is equal. Otherwise, a listing would be in memory twice while it is read again. */
  sameAs(record: T): T {
    const known = this.#records.get(record.id);
    return known && isDeepStrictEqual(known, record) ? known : record;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Replaces all records with a complete listing, in the order of the listing. */
  replace(records: readonly T[], unidentified: number): void {
    this.isComplete = true;
    this.unidentified = unidentified;
    this.#records.clear();
    this.#byKey.clear();
    this.add(records);
  }

  add(records: readonly T[]): void {
    this.#reads += 1;
    this.#living = undefined;
    for (const record of records) {
      this.#removeKey(record.id);
      // An object that was there keeps its place in the listing.
      this.#records.set(record.id, record);
      if (!this.#firstShown.has(record.id)) this.#firstShown.set(record.id, this.#reads);
      const key = this.source.keyOf(record);
      const alike = this.#byKey.get(key);
      if (alike === undefined) this.#byKey.set(key, record.id);
      else if (typeof alike === "number") this.#byKey.set(key, new Set([alike, record.id]));
      else alike.add(record.id);
    }
  }

  remove(id: number): void {
    this.#removeKey(id);
    this.#records.delete(id);
    this.#living = undefined;
  }

  #removeKey(id: number): void {
    const record = this.#records.get(id);
    if (!record) return;
    const key = this.source.keyOf(record);
    const alike = this.#byKey.get(key);
    if (typeof alike === "number") this.#byKey.delete(key);
    else alike?.delete(id);
  }
}
