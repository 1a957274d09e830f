import { KnownRecords } from "./known-records.js";
import { Listing } from "./listing.js";
import { PageSearch } from "./page-search.js";

/** The response to a request for one page of a listing. */
export interface RecordPage<T> {
  readonly rows: readonly T[];
  /** The number of records on all pages; absent if the response is not the requested page. */
  readonly total?: number;
  /** The response is the whole listing. */
  readonly isWhole?: boolean;
}

type Found<T> = Map<number, T>;

/** Operations that wait for their objects share one batch of page reads. */
interface Batch<T> {
  readonly ids: Set<number>;
  readonly found: Promise<Found<T>>;
}

export interface RecordSource<T> {
  /** All records, including those marked as deleted. */
  all(this: void): Promise<readonly T[]>;
  /** One page, counted from 1; absent if the listing has no pages. */
  page?: ((this: void, number: number) => Promise<RecordPage<T>>) | undefined;
  keyOf(this: void, record: T): string;
  /** Whether the object is not marked as deleted. */
  isLiving(this: void, record: T): boolean;
  now(this: void): number;
  /** The number of known objects with a smaller id. */
  olderThan(this: void, id: number): number;
  /** Resolves when no further operations are expected to start waiting. */
  allWait(this: void, waiting: () => number): Promise<void>;
}

/**
 * The maximum number of pages that one search reads individually, not counting pages for new objects. If that
 * is not enough, the complete listing is read.
 */
const MOST_PAGES = 3;

/**
 * Milliseconds. The maximum age of the complete listing in `renew`, because only a complete listing shows
 * which older objects others have renamed.
 */
const KEYS_FOR = 300_000;

/**
 * The records of a kind that are not deleted. Only a complete listing proves that an object is absent:
 * `rows`, `list` and `anew` read it, and `shown` does so if a few pages do not contain the object. The
 * methods whose names begin with `known` may return outdated records, so they prove nothing.
 */
export class RecordListing<T extends { readonly id: number }> extends Listing<T> {
  readonly #known: KnownRecords<T>;
  readonly #source: RecordSource<T>;
  #batch: Batch<T> | undefined;
  #renewal: Promise<void> | undefined;

  constructor(source: RecordSource<T>, known = new KnownRecords(source.keyOf)) {
    super(async () => {
      const at = source.now();
      const all = await source.all();
      known.replace(all, at);
      return all.filter(source.isLiving);
    });
    this.#known = known;
    this.#source = source;
  }

  /** The records that this run has seen in the complete listing and in later responses. */
  async known(): Promise<T[]> {
    await this.#once();
    return this.#known.all().filter(this.#source.isLiving);
  }

  async knownWithKey(key: string): Promise<T[]> {
    await this.#once();
    return this.#known.withKey(key).filter(this.#source.isLiving);
  }

  async knownWithId(id: number): Promise<T | undefined> {
    await this.#once();
    return [this.#known.get(id)].filter((record) => record !== undefined).find(this.#source.isLiving);
  }

  /**
   * Makes `known` contain every object that was listed `mostAge` milliseconds ago, including objects that
   * others have created. Usually reads only the page with the newest objects. Objects that others have
   * renamed are found after at most five minutes.
   */
  async renew(mostAge: number): Promise<void> {
    await this.completeWithin(KEYS_FOR);
    if (this.#source.now() - this.#known.newestAt <= mostAge) return;
    this.#renewal ??= this.#readNewest(new Map(), 0).finally(() => {
      this.#renewal = undefined;
    });
    await this.#renewal;
    if (this.#source.now() - this.#known.newestAt > mostAge) await this.anew();
  }

  /** Reads the complete listing, unless it was read in the last `mostAge` milliseconds. */
  async completeWithin(mostAge: number): Promise<void> {
    if (this.#source.now() - this.#known.completeAt > mostAge) await this.anew();
  }

  async listedWithin(mostAge: number): Promise<T[]> {
    await this.completeWithin(mostAge);
    return this.known();
  }

  /** Marks a point in time, for `wasKnown`. */
  get reading(): number {
    return this.#known.reading;
  }

  wasKnown(id: number, reading: number): boolean {
    return this.#known.wasShown(id, reading);
  }

  /**
   * The number of objects listed before this object. Undefined on the first page, or if the number is not
   * known.
   */
  before(id: number): number | undefined {
    if (!this.#known.isComplete || this.#known.newestOn !== "last") return undefined;
    const count = this.#known.countBelow(id);
    return count < this.#known.pageSize ? undefined : count;
  }

  /**
   * The object's record. Reads a few pages, or the complete listing if they do not contain the object.
   * Operations that wait at the same time share the pages.
   */
  async shown(id: number): Promise<T | undefined> {
    this.#batch ??= this.#newBatch();
    const { ids, found } = this.#batch;
    ids.add(id);
    return (await found).get(id);
  }

  /** Adds the record from the response to a write, if a complete listing was read before. */
  note(record: T): void {
    if (this.#known.isComplete) this.#known.add([record]);
  }

  /**
   * Sends a write request. A failed write may have created an object, so after it, the next `renew` reads the
   * newest objects again.
   */
  override async write<R>(send: () => Promise<R>): Promise<R> {
    try {
      return await super.write(send);
    } catch (error) {
      this.#known.newestAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  async remove(id: number, send: () => Promise<void>): Promise<void> {
    await this.write(send);
    this.#known.forget(id);
  }

  async #once(): Promise<void> {
    if (!this.#known.isComplete) await this.rows();
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
    await this.pendingWrites();
    await this.#source.allWait(waiting);
    // Under a rate limit, each write takes long, and an operation joins this batch a moment after its write
    // has ended.
    if (!this.hasPendingWrites) return;
    await this.pendingWrites();
    await this.#source.allWait(waiting);
    await this.pendingWrites();
  }

  async #find(ids: ReadonlySet<number>): Promise<Found<T>> {
    const found: Found<T> = new Map();
    const { isComplete } = this.#known;
    const unseen = [...ids].filter((id) => this.#known.get(id) === undefined);
    if (!isComplete && unseen.length > 0) await this.#search(found, unseen);
    const changed = [...ids].filter((id) => this.#known.get(id) !== undefined);
    const pages = new Set(changed.filter((id) => !found.has(id)).map((id) => this.#known.pageOf(id)));
    if (pages.size <= MOST_PAGES && (!isComplete || pages.size < this.#known.pages()))
      await Promise.all(
        [...pages].map(async (page) => (page === undefined ? undefined : this.#readPage(page, found))),
      );
    if (changed.length < ids.size) await this.#readNewest(found, ids.size - changed.length);
    if ([...ids].some((id) => !found.has(id))) for (const row of await this.anew()) found.set(row.id, row);
    return found;
  }

  /**
   * Reads one page into `found`.
   * @returns the ids on the page and the total; undefined if the response is not the requested page
   */
  async #readPage(number: number, found: Found<T>): Promise<{ ids: number[]; total: number } | undefined> {
    const at = this.#source.now();
    const page = await this.#source.page?.(number);
    if (!page) return undefined;
    const { rows, total } = page;
    for (const row of rows) if (this.#source.isLiving(row)) found.set(row.id, row);
    if (total !== undefined) this.#known.add(rows, { number, total });
    else if (page.isWhole) this.#known.replace(rows, at);
    return total === undefined ? undefined : { ids: rows.map(({ id }) => id), total };
  }

  /** Reads a few pages that probably show the objects. Used as long as the complete listing has not been read. */
  async #search(found: Found<T>, ids: readonly number[]): Promise<void> {
    const search = new PageSearch(this.#known.pageSize, (id) => this.#source.olderThan(id));
    for (let reads = 0; reads < MOST_PAGES; reads += 1) {
      const sought = ids.find((id) => !found.has(id));
      const number = sought === undefined ? undefined : search.next(sought);
      const page = number === undefined ? undefined : await this.#readPage(number, found);
      if (!page) return;
      search.add(number!, page.ids, this.#known.pages(page.total));
    }
  }

  /**
   * Reads pages from the newest on, until one shows an object that was already known. Does nothing if no
   * complete listing was read, or if the listing is not ordered by id.
   * @param created the number of new objects to look for
   */
  async #readNewest(found: Found<T>, created: number): Promise<void> {
    const at = this.#source.now();
    const { newestOn, reading, isComplete } = this.#known;
    if (!newestOn || !isComplete) return;
    const step = newestOn === "first" ? 1 : -1;
    const mostPages = MOST_PAGES + this.#known.pages(created);
    /** By page number: whether the page shows an object that was already known. */
    const read = new Map<number, boolean>();
    let number = newestOn === "first" ? 1 : this.#known.pages(this.#known.size + created);
    let total = 0;
    while (read.size < mostPages) {
      const page = await this.#readPage(number, found);
      if (!page) return;
      read.set(
        number,
        page.ids.some((id) => this.#known.wasShown(id, reading)),
      );
      total = page.total;
      const last = this.#known.pages(total);
      // Objects that others have created or deleted may have moved the end of the listing to a different
      // page.
      if (read.size === 1 && step < 0 && number !== last) number = last;
      while (read.get(number) === false) number += step;
      if (read.get(number) || number < 1 || number > last) break;
    }
    // If the number of known records differs from the total, new objects may be missing: others may have
    // deleted objects or created very many, or the listing is not ordered by id.
    this.#known.newestAt = this.#known.size === total ? at : Number.NEGATIVE_INFINITY;
  }
}
