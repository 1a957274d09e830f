import { KnownRecords } from "./known-records.js";
import { Listing } from "./listing.js";
import { PageSearch } from "./page-search.js";

/** The response to a request for one page of a listing. */
export interface RecordPage<T> {
  readonly rows: readonly T[];
  /** The number of records on all pages; absent if the response is not the page that was asked for. */
  readonly total?: number;
  /** The response is the whole listing. */
  readonly isWhole?: boolean;
}

type Found<T> = Map<number, T>;

/** The ids of objects that operations are waiting for, and the records found for them. */
interface Batch<T> {
  readonly ids: Set<number>;
  readonly found: Promise<Found<T>>;
}

export interface RecordSource<T> {
  /** All records, also those that are marked as deleted. */
  all(this: void): Promise<readonly T[]>;
  /** One page, from 1; absent for a listing without pages. */
  page?: ((this: void, number: number) => Promise<RecordPage<T>>) | undefined;
  /** The key of a record as text. */
  keyOf(this: void, record: T): string;
  /** Whether the object was not deleted. */
  isLiving(this: void, record: T): boolean;
  now(this: void): number;
  /** How many objects are known to have a smaller id. */
  olderThan(this: void, id: number): number;
  /** Resolves when no further operation is about to join the waiting ones. */
  allWait(this: void, waiting: () => number): Promise<void>;
}

/** More pages than these cost as much as the complete listing. */
const MOST_PAGES = 3;

/**
 * The living records of a kind. Absence is only what a complete listing lacks: `rows`, `list` and `anew`. What one
 * record or one page shows needs no complete listing: `known` and `shown`.
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

  /** The records as far as this run knows them, from one complete listing. Others may have changed them since. */
  async known(): Promise<T[]> {
    await this.#once();
    return this.#known.all().filter(this.#source.isLiving);
  }

  /** The same records, of one key only. */
  async knownWithKey(key: string): Promise<T[]> {
    await this.#once();
    return this.#known.withKey(key).filter(this.#source.isLiving);
  }

  /** One of them. */
  async knownWithId(id: number): Promise<T | undefined> {
    await this.#once();
    return [this.#known.get(id)].filter((record) => record !== undefined).find(this.#source.isLiving);
  }

  /**
   * Makes `known` contain every object that was listed this long ago, also those that others have created. One page
   * shows them, since the rest is known.
   */
  async renew(mostAge: number): Promise<void> {
    await this.#once();
    if (this.#source.now() - this.#known.newestAt <= mostAge) return;
    this.#renewal ??= this.#readNewest(new Map(), 0).finally(() => {
      this.#renewal = undefined;
    });
    await this.#renewal;
    if (this.#source.now() - this.#known.newestAt > mostAge) await this.anew();
  }

  /** The records as listed this long ago, or later. */
  async listedWithin(mostAge: number): Promise<T[]> {
    if (this.#source.now() - this.#known.completeAt > mostAge) await this.anew();
    return this.known();
  }

  /** A mark for `wasKnown`. */
  get reading(): number {
    return this.#known.reading;
  }

  /** Whether the object was known at that mark. */
  wasKnown(id: number, reading: number): boolean {
    return this.#known.wasShown(id, reading);
  }

  /**
   * The record of an object as a listing shows it after this call, if it does. Operations that wait for records at the
   * same time share the pages that show them.
   */
  async shown(id: number): Promise<T | undefined> {
    this.#batch ??= this.#newBatch();
    const { ids, found } = this.#batch;
    ids.add(id);
    return (await found).get(id);
  }

  /** What the response to a write shows. */
  note(record: T): void {
    if (this.#known.isComplete) this.#known.add([record]);
  }

  /** Runs a write. After a failed one, what is known may lack the object that it created all the same. */
  override async write<R>(send: () => Promise<R>): Promise<R> {
    try {
      return await super.write(send);
    } catch (error) {
      this.#known.newestAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /** Runs a delete. */
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

  /** Only for writes that were sent by now: there may always be a later one. */
  async #allWait(waiting: () => number): Promise<void> {
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
   * @returns the total; undefined if the response is not one page of several
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

  /** Reads the few pages that probably show the objects, in a listing that is not known yet. */
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
   * Reads from the newest object back to one that was known before, in a listing that is ordered by age.
   * @param created the number of created objects that are looked for
   */
  async #readNewest(found: Found<T>, created: number): Promise<void> {
    const at = this.#source.now();
    const { newestOn, reading, isComplete } = this.#known;
    if (!newestOn || !isComplete) return;
    const step = newestOn === "first" ? 1 : -1;
    const mostPages = MOST_PAGES + this.#known.pages(created);
    /** Whether each page that was read has an object that was known before. */
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
      // Others may have created or deleted so many that another page is the last one.
      if (read.size === 1 && step < 0 && number !== last) number = last;
      while (read.get(number) === false) number += step;
      if (read.get(number) || number < 1 || number > last) break;
    }
    // A different number means that others have deleted some, or that the order is another one.
    this.#known.newestAt = this.#known.size === total ? at : Number.NEGATIVE_INFINITY;
  }
}
