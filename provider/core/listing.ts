/**
 * A listing shared by many operations. Callers get rows that were read after the last write of this process. At most
 * one read is in flight. Reads and writes take turns: a listing of several pages that is read while this process
 * creates objects would contradict itself. So a read first waits for pending writes, and later writes wait for it.
 */
export class Listing<T> {
  #writes = 0;
  #writing = 0;
  #latest: { rows: Promise<T[]>; writes: number } | undefined;
  #reading: Promise<T[]> | undefined;
  #waiting: (() => void)[] = [];

  constructor(private readonly load: () => Promise<T[]>) {}

  /** Whether rows can be had without a request that nobody else has sent. */
  get isCurrent(): boolean {
    return this.#reading !== undefined || this.#latest?.writes === this.#writes;
  }

  rows(): Promise<T[]> {
    if (this.#reading) return this.#reading;
    if (this.#latest?.writes === this.#writes) return this.#latest.rows;
    return this.#read();
  }

  /** The rows since the last write of this process, or read again. */
  list(again = false): Promise<T[]> {
    return again ? this.anew() : this.rows();
  }

  /** Reads again even without a write of this process, since others write too. */
  anew(): Promise<T[]> {
    return this.#reading ?? this.#read();
  }

  /** Runs a write. Rows that were read before it are stale. */
  async write<R>(send: () => Promise<R>): Promise<R> {
    while (this.#reading) await this.#reading.catch(() => undefined);
    this.#writing += 1;
    try {
      return await send();
    } finally {
      this.#writing -= 1;
      this.#writes += 1;
      if (this.#writing === 0) for (const end of this.#waiting.splice(0)) end();
    }
  }

  protected get isWriting(): boolean {
    return this.#writing > 0;
  }

  /** Resolves when no write is pending. */
  protected async writesHaveEnded(): Promise<void> {
    if (this.#writing === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #read(): Promise<T[]> {
    const reading = this.writesHaveEnded().then(() => this.load());
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
