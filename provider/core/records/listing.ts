/**
 * A listing that many operations share. `rows` returns rows that were read after the last `write`. A listing
 * of several pages would contradict itself if objects were created while it is read. So a read waits for
 * pending writes, later writes wait for the read, and there is only one read at a time.
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

  list(again = false): Promise<T[]> {
    return again ? this.anew() : this.rows();
  }

  /**
   * Reads again, or waits for a read in progress: others may have written, even if this process has not.
   */
  anew(): Promise<T[]> {
    return this.#reading ?? this.#read();
  }

  /** Sends a write request. Rows that were read before it are stale. */
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

  /** Resolves when all writes that are pending at the time of the call have ended. */
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
