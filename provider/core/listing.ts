/**
 * A listing that many operations share. Callers get rows that were read after the last write of this process. There
 * is at most one read at a time. Reads and writes take turns, because a listing of several pages would contradict
 * itself if this process created objects while reading it. So a read waits for pending writes, and later writes wait
 * for the read.
 */
export class Listing<T> {
  #writes = 0;
  readonly #pending = new Set<Promise<unknown>>();
  #latest: { rows: Promise<T[]>; writes: number } | undefined;
  #reading: Promise<T[]> | undefined;

  constructor(private readonly load: () => Promise<T[]>) {}

  rows(): Promise<T[]> {
    if (this.#reading) return this.#reading;
    if (this.#latest?.writes === this.#writes) return this.#latest.rows;
    return this.#read();
  }

  /** The rows as read after the last write of this process; `again` reads anew. */
  list(again = false): Promise<T[]> {
    return again ? this.anew() : this.rows();
  }

  /** Reads again even if this process has written nothing, since others write too. */
  anew(): Promise<T[]> {
    return this.#reading ?? this.#read();
  }

  /** Sends a write. Rows that were read before it are stale. */
  async write<R>(send: () => Promise<R>): Promise<R> {
    while (this.#reading) await this.#reading.catch(() => undefined);
    const sending = send();
    this.#pending.add(sending);
    try {
      return await sending;
    } finally {
      this.#pending.delete(sending);
      this.#writes += 1;
    }
  }

  protected get hasPendingWrites(): boolean {
    return this.#pending.size > 0;
  }

  /** Resolves when the writes that are pending now have ended. */
  protected async pendingWrites(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  #read(): Promise<T[]> {
    const reading = this.pendingWrites().then(() => this.load());
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
}
