// See docs/decisions/requests.md.
import type { OnePage } from "../../http/pages.js";
import { type Listable, Listed } from "./listed.js";

export interface Source<T> extends Listable<T> {
  /**
   * All records, including those marked as deleted.
   * @param unidentified receives the number of records without a readable id, if there are any
   */
  all(this: void, unidentified: (count: number) => void): Promise<readonly T[]>;
  /** One page, counted from 1; absent if the listing has no pages. */
  page?: ((this: void, number: number) => Promise<OnePage<T>>) | undefined;
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
 * pending writes, later writes wait for the read, and there is only one read at a time.
 */
export class Snapshot<T extends { readonly id: number }> {
  /** What the last read has shown, and this run has written since. */
  readonly last: Listed<T>;
  readonly #source: Source<T>;
  readonly #pending = new Set<Promise<unknown>>();
  #writes = 0;
  /** The number of writes that the last complete read shows. */
  #shownWrites: number | undefined;
  /** Start time of the last complete read that no failed write has followed. */
  #at = Number.NEGATIVE_INFINITY;
  /** The page on which new objects appear; undefined if the listing is not ordered by id. */
  #newestOn: "first" | "last" | undefined;
  #reading: Promise<void> | undefined;
  #batch: Batch | undefined;

  constructor(source: Source<T>) {
    this.#source = source;
    this.last = new Listed(source);
  }

  /** @param mostAge milliseconds since the listing was read */
  async read(age: Age, mostAge = Number.POSITIVE_INFINITY): Promise<Listed<T>> {
    const isOld = !this.last.isComplete || this.#source.now() - this.#at > mostAge;
    if (isOld || age === "now") await this.#read();
    if (age === "current" && (this.#reading || this.#shownWrites !== this.#writes)) await this.#read();
    return this.last;
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

  /** Adds the record from the response to a write, if a complete listing was read before. */
  note(record: T): void {
    if (this.last.isComplete) this.last.add([record]);
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
    this.last.remove(id);
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    await this.#pendingWrites();
    const at = this.#source.now();
    let unidentified = 0;
    this.#replace(await this.#source.all((count) => (unidentified = count)), unidentified, at);
    this.#shownWrites = this.#writes;
  }

  /** Resolves when all writes that are pending at the time of the call have ended. */
  async #pendingWrites(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  #newBatch(): Batch {
    const ids = new Set<number>();
    const read = this.#allWait(() => ids.size).then(() => {
      this.#batch = undefined;
      return this.#find(ids);
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

  async #find(ids: ReadonlySet<number>): Promise<void> {
    const missing = (): number => [...ids].filter((id) => !this.last.shownWithId(id)).length;
    if (missing() === ids.size) await this.#readNewest(ids.size);
    else return this.#read();
    if (missing() > 0) await this.#read();
  }

  /** Reads the page with the newest objects, if it is known which page that is. */
  async #readNewest(created: number): Promise<void> {
    if (!this.#newestOn) return;
    const at = this.#source.now();
    const last = Math.ceil((this.last.size + created) / PAGE);
    const page = await this.#source.page?.(this.#newestOn === "first" ? 1 : last);
    if (page?.isWhole) this.#replace(page.rows, 0, at);
    else if (page) this.last.add(page.rows);
  }

  #replace(records: readonly T[], unidentified: number, at: number): void {
    this.#at = at;
    this.last.replace(records, unidentified);
    const isRising = records.every((record, index) => index === 0 || records[index - 1]!.id < record.id);
    const isFalling = records.every((record, index) => index === 0 || records[index - 1]!.id > record.id);
    this.#newestOn = isRising === isFalling ? undefined : isRising ? "last" : "first";
  }
}
