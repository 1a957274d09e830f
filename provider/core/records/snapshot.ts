// See docs/decisions/requests.md.
import { VoicecallError } from "../../base/errors.js";
import { counted } from "../../base/quoted.js";
import type { OnePage } from "../../http/pages.js";

export interface Source<T> {
  /** Names the objects in errors, such as `assistants`. */
  readonly noun?: string;
  /**
   * All records, including those marked as deleted.
   * @param unidentified receives the number of records without a readable id, if there are any
   */
  all(this: void, unidentified: (count: number) => void): Promise<readonly T[]>;
  /** One page, counted from 1; absent if the listing has no pages. */
  page?: ((this: void, number: number) => Promise<OnePage<T>>) | undefined;
  /** The key of a record as text; equal keys give equal strings. Undefined if the key cannot be read. */
  keyOf?(this: void, record: T): string | undefined;
  /** Whether the object is not marked as deleted. Default: always. */
  isLiving?(this: void, record: T): boolean;
  now?(this: void): number;
  /** Resolves when no further operations are expected to start waiting. */
  allWait?(this: void, waiting: () => number): Promise<void>;
}

/** Operations that wait for their objects share one read. */
interface Batch<T> {
  readonly ids: Set<number>;
  readonly found: Promise<ReadonlyMap<number, T>>;
}

/** In records. A service may return smaller pages. */
const PAGE = 100;

/**
 * The objects of a listing, shared by all operations of an account: the last complete listing, and what this run has
 * written since. Only a complete listing proves that an object is absent: `rows`, `list`, `anew` and `shown` read it.
 * The methods whose names begin with `known` read it only once, so they may miss what others have written. A listing
 * with records that have no readable id proves nothing absent: then only `listed`, `shown` and `known` return its other
 * records.
 *
 * A listing of several pages would contradict itself if objects were created while it is read. So a read waits for
 * pending writes, later writes wait for the read, and there is only one read at a time.
 */
export class Snapshot<T extends { readonly id: number }> {
  readonly #source: Required<Pick<Source<T>, "noun" | "keyOf" | "isLiving" | "now" | "allWait">> & Source<T>;
  readonly #records = new Map<number, T>();
  /** Nearly all keys have one object. A set for each would take more memory than all records. */
  readonly #byKey = new Map<string | undefined, number | Set<number>>();
  /** The number of the read that first showed each object. Includes objects that later reads lack. */
  readonly #firstShown = new Map<number, number>();
  readonly #pending = new Set<Promise<unknown>>();
  #reads = 0;
  #writes = 0;
  /** Start time of the last complete read that no failed write has followed. */
  #at = Number.NEGATIVE_INFINITY;
  #isComplete = false;
  #unidentified = 0;
  /** The page on which new objects appear; undefined if the listing is not ordered by id. */
  #newestOn: "first" | "last" | undefined;
  #latest: { readonly rows: Promise<T[]>; readonly writes: number } | undefined;
  #reading: Promise<T[]> | undefined;
  #batch: Batch<T> | undefined;

  constructor(source: Source<T>) {
    const defaults = {
      noun: "objects",
      keyOf: () => "",
      isLiving: () => true,
      now: () => 0,
      allWait: () => Promise.resolve(),
    };
    this.#source = { ...defaults, ...source };
  }

  /** All objects, read after the last write of this run. */
  async rows(): Promise<T[]> {
    return this.#proving(await this.listed());
  }

  /** Like `rows`, but an object that it lacks may exist. */
  listed(): Promise<T[]> {
    if (this.#reading) return this.#reading;
    if (this.#latest?.writes === this.#writes) return this.#latest.rows;
    return this.#read();
  }

  /** @param mostAge milliseconds; without it, a listing read after the last write of this run is young enough */
  async list(again = false, mostAge?: number): Promise<T[]> {
    return this.#proving(await this.#list(again, mostAge));
  }

  #list(again: boolean, mostAge?: number): Promise<T[]> {
    if (again) return this.#anew();
    return mostAge === undefined ? this.listed() : this.fresh(mostAge);
  }

  /** Reads again, or waits for a read in progress: others may have written, even if this process has not. */
  async anew(): Promise<T[]> {
    return this.#proving(await this.#anew());
  }

  #anew(): Promise<T[]> {
    return this.#reading ?? this.#read();
  }

  /** The object with this id, as `list` would show it. Undefined only if the listing proves that it is absent. */
  async find(id: number, again = false, mostAge?: number): Promise<T | undefined> {
    const found = (await this.#list(again, mostAge)).find((row) => row.id === id);
    if (!found) this.assertIdentified();
    return found;
  }

  /** Whether this run has read a complete listing. */
  get isRead(): boolean {
    return this.#isComplete;
  }

  /** The number of records without a readable id in the last complete listing. */
  get unidentified(): number {
    return this.#unidentified;
  }

  /** @throws VoicecallError "could-not-tell" if a record has no readable id, so that no object is proven absent */
  assertIdentified(): void {
    if (this.#unidentified === 0) return;
    const records = counted(this.#unidentified, "record");
    throw new VoicecallError(
      "could-not-tell",
      `the listing of ${this.#source.noun} has ${records} without a readable id, so it does not show which objects are missing.`,
      { request: `list ${this.#source.noun}`, remedy: "Correct these objects in the service's dashboard." },
    );
  }

  #proving(rows: T[]): T[] {
    this.assertIdentified();
    return rows;
  }

  /** Reads the complete listing, unless it was read in the last `mostAge` milliseconds. */
  async within(mostAge: number): Promise<T[]> {
    if (this.#source.now() - this.#at > mostAge) await this.#anew();
    return this.known();
  }

  /** All objects, read after the last write of this run and in the last `mostAge` milliseconds. */
  async fresh(mostAge: number): Promise<T[]> {
    await this.within(mostAge);
    return this.listed();
  }

  async known(): Promise<T[]> {
    await this.#once();
    return [...this.#records.values()].filter(this.#source.isLiving);
  }

  async knownWithKey(key: string): Promise<T[]> {
    await this.#once();
    return this.#withKey(key);
  }

  #withKey(key: string | undefined): T[] {
    const ids = this.#byKey.get(key) ?? [];
    return (typeof ids === "number" ? [ids] : [...ids])
      .map((id) => this.#records.get(id)!)
      .filter(this.#source.isLiving);
  }

  async knownWithId(id: number): Promise<T | undefined> {
    await this.#once();
    const found = [this.#records.get(id)].filter((record) => record !== undefined);
    if (found.length === 0) this.assertIdentified();
    return found.find(this.#source.isLiving);
  }

  /** The objects whose key cannot be read, so that they may have any key. */
  knownWithoutKey(): T[] {
    return this.#withKey(undefined);
  }

  /** Marks a point in time, for `wasKnown`. */
  get reading(): number {
    return this.#reads;
  }

  /** Whether the read with this number or an earlier one showed the object. */
  wasKnown(id: number, reading: number): boolean {
    return (this.#firstShown.get(id) ?? Number.POSITIVE_INFINITY) <= reading;
  }

  /**
   * The record of an object that this run has written. A new object is looked for on the newest page first: otherwise
   * the requests of many creates would grow with the square of their number.
   */
  async shown(id: number): Promise<T | undefined> {
    this.#batch ??= this.#newBatch();
    const { ids, found } = this.#batch;
    ids.add(id);
    return (await found).get(id);
  }

  /** Adds the record from the response to a write, if a complete listing was read before. */
  note(record: T): void {
    if (this.#isComplete) this.#add([record]);
  }

  /** Sends a write request. Rows that were read before it are stale. A failed write may have had an effect. */
  async write<R>(send: () => Promise<R>): Promise<R> {
    while (this.#reading) await this.#reading.catch(() => undefined);
    const sending = send();
    this.#pending.add(sending);
    try {
      return await sending;
    } catch (error) {
      this.#at = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      this.#pending.delete(sending);
      this.#writes += 1;
    }
  }

  async remove(id: number, send: () => Promise<void>): Promise<void> {
    await this.write(send);
    this.#forget(id);
  }

  async #once(): Promise<void> {
    if (!this.#isComplete) await this.listed();
  }

  #read(): Promise<T[]> {
    const reading = this.#pendingWrites().then(async () => {
      const at = this.#source.now();
      let unidentified = 0;
      const all = await this.#source.all((count) => (unidentified = count));
      this.#unidentified = unidentified;
      this.#replace(all, at);
      return all.filter(this.#source.isLiving);
    });
    this.#reading = reading;
    const ended = (): void => {
      this.#reading = undefined;
    };
    reading.then(() => {
      ended();
      this.#latest = { rows: reading, writes: this.#writes };
    }, ended);
    return reading;
  }

  /** Resolves when all writes that are pending at the time of the call have ended. */
  async #pendingWrites(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  #newBatch(): Batch<T> {
    const ids = new Set<number>();
    const found = this.#allWait(() => ids.size).then(() => {
      this.#batch = undefined;
      return this.#find(ids);
    });
    return { ids, found };
  }

  /** Waits for pending writes a limited number of times, because there could always be more. */
  async #allWait(waiting: () => number): Promise<void> {
    await this.#pendingWrites();
    await this.#source.allWait(waiting);
    // Under a rate limit, each write takes long, and an operation joins this batch a moment after its write has ended.
    if (this.#pending.size === 0) return;
    await this.#pendingWrites();
    await this.#source.allWait(waiting);
    await this.#pendingWrites();
  }

  async #find(ids: ReadonlySet<number>): Promise<ReadonlyMap<number, T>> {
    const created = [...ids].filter((id) => !this.#records.has(id)).length;
    const newest = created === ids.size ? await this.#newest(created) : [];
    const found = new Map(newest.map((row) => [row.id, row]));
    if ([...ids].some((id) => !found.has(id))) for (const row of await this.#anew()) found.set(row.id, row);
    return found;
  }

  /** The page with the newest objects. Empty if it is not known which page that is. */
  async #newest(created: number): Promise<readonly T[]> {
    if (!this.#newestOn) return [];
    const at = this.#source.now();
    const last = Math.ceil((this.#records.size + created) / PAGE);
    const page = await this.#source.page?.(this.#newestOn === "first" ? 1 : last);
    if (page?.isWhole) {
      this.#unidentified = 0;
      this.#replace(page.rows, at);
    } else if (page?.total !== undefined) this.#add(page.rows);
    return (page?.rows ?? []).filter(this.#source.isLiving);
  }

  /** Replaces all records with a complete listing, in the order of the listing. */
  #replace(records: readonly T[], at: number): void {
    this.#at = at;
    this.#isComplete = true;
    this.#records.clear();
    this.#byKey.clear();
    this.#add(records);
    const isRising = records.every((record, index) => index === 0 || records[index - 1]!.id < record.id);
    const isFalling = records.every((record, index) => index === 0 || records[index - 1]!.id > record.id);
    this.#newestOn = isRising === isFalling ? undefined : isRising ? "last" : "first";
  }

  #add(records: readonly T[]): void {
    this.#reads += 1;
    for (const record of records) {
      this.#forget(record.id);
      this.#records.set(record.id, record);
      if (!this.#firstShown.has(record.id)) this.#firstShown.set(record.id, this.#reads);
      const key = this.#source.keyOf(record);
      const alike = this.#byKey.get(key);
      if (alike === undefined) this.#byKey.set(key, record.id);
      else if (typeof alike === "number") this.#byKey.set(key, new Set([alike, record.id]));
      else alike.add(record.id);
    }
  }

  #forget(id: number): void {
    const record = this.#records.get(id);
    if (!record) return;
    this.#records.delete(id);
    const key = this.#source.keyOf(record);
    const alike = this.#byKey.get(key);
    if (typeof alike === "number") this.#byKey.delete(key);
    else alike?.delete(id);
  }
}
