// See docs/decisions/requests.md.
import type { OnePage } from "../../http/pages.js";
import { type Listable, Listed } from "./listed.js";

/** Receives what a listing shows beside its records. */
export interface Beside<T> {
  /** Called with each record. Returns what to keep of it. */
  kept(this: void, record: T): T;
  /** Called with the number of records without a readable id, if there are any. */
  unidentified(this: void, count: number): void;
  /** Called if the service has no pages, so that the response is the whole listing whatever was asked for. */
  whole(this: void): void;
}

export interface Source<T> extends Listable<T> {
  /**
   * All records, including those marked as deleted.
   * @param part only the records of this part, if the service can filter them
   */
  all(this: void, part: number | undefined, beside: Beside<T>): Promise<readonly T[]>;
  /** One page, counted from 1; absent if the listing has no pages. */
  page?: ((this: void, number: number, part: number | undefined) => Promise<OnePage<T>>) | undefined;
  /** The part of the listing that a record belongs to, such as a campaign; absent if the listing has no parts. */
  partOf?(this: void, record: T): unknown;
  now(this: void): number;
  /** Resolves when no further operations are expected to start waiting. */
  allWait(this: void, waiting: () => number): Promise<void>;
}

/**
 * How old a listing may be:
 * - `known`: read once in this run. It may miss what others have written since.
 * - `current`: read after the last write of this run.
 * - `now`: read again, or by a read in progress: others may have written, even if this process has not.
 */
export type Age = "known" | "current" | "now";

/** The whole listing, or a part of it. */
class View<T extends { readonly id: number }> {
  readonly listed: Listed<T>;
  /** The number of writes that the last complete read shows. */
  writes: number | undefined;
  /** Start time of the last complete read that no failed write has followed. */
  at = Number.NEGATIVE_INFINITY;
  /** The page on which new objects appear; undefined if the listing is not ordered by id. */
  newestOn: "first" | "last" | undefined;
  reading: Promise<void> | undefined;

  constructor(
    source: Listable<T>,
    readonly part: number | undefined,
  ) {
    this.listed = new Listed(source);
  }

  replace(records: readonly T[], unidentified: number, at: number): void {
    this.at = at;
    this.listed.replace(records, unidentified);
    const isRising = records.every((record, index) => index === 0 || records[index - 1]!.id < record.id);
    const isFalling = records.every((record, index) => index === 0 || records[index - 1]!.id > record.id);
    this.newestOn = isRising === isFalling ? undefined : isRising ? "last" : "first";
  }
}

/** Operations that wait for their objects share one read. */
interface Batch {
  readonly ids: Set<number>;
  readonly read: Promise<void>;
}

/** In records. A service may return smaller pages. */
const PAGE = 100;

/**
 * The objects of a listing, shared by all operations of an account.
 *
 * A listing of several pages would contradict itself if objects were created while it is read. So a read waits for
 * pending writes, and later writes wait for the read.
 */
export class Snapshot<T extends { readonly id: number }> {
  /** What the last read of the whole listing has shown, and this run has written since. */
  readonly last: Listed<T>;
  readonly #source: Source<T>;
  readonly #whole: View<T>;
  readonly #parts = new Map<number, View<T>>();
  readonly #pending = new Set<Promise<unknown>>();
  #writes = 0;
  #batch: Batch | undefined;
  #hasParts: boolean;

  constructor(source: Source<T>) {
    this.#source = source;
    this.#whole = new View(source, undefined);
    this.last = this.#whole.listed;
    this.#hasParts = source.partOf !== undefined;
  }

  /** @param mostAge milliseconds since the listing was read */
  async read(age: Age, mostAge = Number.POSITIVE_INFINITY): Promise<Listed<T>> {
    return this.#read(this.#whole, age, mostAge);
  }

  /**
   * The objects of one part. Reads only that part, unless the whole listing is known already, or the service ignores the
   * filter: then, the result has other objects too.
   */
  async readPart(part: number, age: Age, mostAge = Number.POSITIVE_INFINITY): Promise<Listed<T>> {
    if (!this.#hasParts || this.last.isComplete) return this.read(age, mostAge);
    const view = this.#parts.get(part) ?? new View(this.#source, part);
    this.#parts.set(part, view);
    await this.#read(view, age, mostAge);
    return view.listed.isComplete ? view.listed : this.read(age, mostAge);
  }

  async #read(view: View<T>, age: Age, mostAge: number): Promise<Listed<T>> {
    const isOld = !view.listed.isComplete || this.#source.now() - view.at > mostAge;
    if (isOld || age === "now") await this.#load(view);
    const isStale = view.listed.isComplete && (view.reading || view.writes !== this.#writes);
    if (age === "current" && isStale) await this.#load(view);
    return view.listed;
  }

  /**
   * The record of an object that this run has written. A new object is looked for on the newest page first: otherwise
   * the requests of many creates would grow with the square of their number.
   */
  async shown(id: number): Promise<T | undefined> {
    this.#batch ??= this.#newBatch();
    const { ids, read } = this.#batch;
    ids.add(id);
    await read;
    return this.last.shownWithId(id);
  }

  /**
   * The listing or its part, with these objects as they are shown now. Reads only the pages on which they were, if all
   * of them are still there: so it proves what they are, and nothing about others.
   */
  async readAgain(ids: readonly number[], part?: number): Promise<Listed<T>> {
    const known = part === undefined || this.last.isComplete ? this.#whole : this.#parts.get(part);
    const view = known?.listed.isComplete ? known : this.#whole;
    if (!(await this.#readPages(view, ids))) await this.#load(view);
    return view.listed;
  }

  /** Adds the record from the response to a write, if a complete listing was read before. */
  note(record: T): void {
    for (const view of this.#views)
      if (view.listed.isComplete) {
        const isInside = view.part === undefined || this.#source.partOf!(record) === view.part;
        if (isInside) view.listed.add([record]);
        else view.listed.remove(record.id);
      }
  }

  /** Sends a write request. Rows that were read before it are stale. A failed write may have had an effect. */
  async write<R>(send: () => Promise<R>): Promise<R> {
    for (let readings = this.#readings; readings.length > 0; readings = this.#readings)
      await Promise.allSettled(readings);
    const sending = send();
    this.#pending.add(sending);
    try {
      return await sending;
    } catch (error) {
      for (const view of this.#views) view.at = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      this.#pending.delete(sending);
      this.#writes += 1;
    }
  }

  async remove(id: number, send: () => Promise<void>): Promise<void> {
    await this.write(send);
    for (const { listed } of this.#views) listed.remove(id);
  }

  get #views(): readonly View<T>[] {
    return [this.#whole, ...this.#parts.values()];
  }

  get #readings(): readonly Promise<void>[] {
    return this.#views.flatMap(({ reading }) => reading ?? []);
  }

  #load(view: View<T>): Promise<void> {
    view.reading ??= this.#loadNow(view).finally(() => (view.reading = undefined));
    return view.reading;
  }

  async #loadNow(view: View<T>): Promise<void> {
    await this.#pendingWrites();
    const at = this.#source.now();
    let unidentified = 0;
    let isWhole = false;
    const records = await this.#source.all(view.part, {
      unidentified: (count) => (unidentified = count),
      kept: (record) => view.listed.sameAs(record),
      whole: () => (isWhole = true),
    });
    const { part } = view;
    const isFiltered = part === undefined || records.every((one) => this.#source.partOf!(one) === part);
    if (!isFiltered) this.#hasParts = false;
    // Pages that a filter has changed prove nothing about other parts.
    if (!isFiltered && !isWhole) return;
    const read = isFiltered ? view : this.#whole;
    read.replace(records, unidentified, at);
    read.writes = this.#writes;
  }

  /** Resolves when all writes that are pending at the time of the call have ended. */
  async #pendingWrites(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  #newBatch(): Batch {
    const ids = new Set<number>();
    const read = this.#allWait(() => ids.size).then(() => {
      this.#batch = undefined;
      return this.#find([...ids]);
    });
    return { ids, read };
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

  async #find(ids: readonly number[]): Promise<void> {
    const missing = ids.filter((id) => !this.last.shownWithId(id));
    const isFound =
      missing.length === ids.length ? await this.#readNewest(ids) : await this.#readPages(this.#whole, ids);
    if (!isFound) await this.#load(this.#whole);
  }

  /**
   * Reads the page with the newest objects, if it is known which page that is.
   * @returns whether it shows all of them
   */
  async #readNewest(ids: readonly number[]): Promise<boolean> {
    const { newestOn, listed } = this.#whole;
    if (!newestOn) return false;
    const last = Math.ceil((listed.size + ids.length) / PAGE);
    await this.#readPage(this.#whole, newestOn === "first" ? 1 : last);
    return ids.every((id) => listed.shownWithId(id));
  }

  /** @returns whether less than half of the pages show all of these objects where they were before */
  async #readPages(view: View<T>, ids: readonly number[]): Promise<boolean> {
    const { listed } = view;
    const pages = listed.placesOf(ids, PAGE);
    if (!this.#source.page || !pages || pages.size * 2 > listed.size / PAGE) return false;
    const [first, ...others] = pages;
    if (first === undefined) return true;
    const page = await this.#readPage(view, first);
    // A service without pages answers each request with everything.
    const more = page?.isWhole ? [] : await Promise.all(others.map((number) => this.#readPage(view, number)));
    const rows = [page, ...more].flatMap((one) => one?.rows ?? []).filter(this.#source.isLiving);
    const shown = new Set(rows.map(({ id }) => id));
    return ids.every((id) => shown.has(id));
  }

  async #readPage(view: View<T>, number: number): Promise<OnePage<T> | undefined> {
    const at = this.#source.now();
    const page = await this.#source.page?.(number, view.part);
    if (page?.isWhole) view.replace(page.rows, 0, at);
    else if (page) view.listed.add(page.rows);
    return page;
  }
}
