import type { Clock } from "../clock.js";

const GATHER_STEP = 100;
const GATHER_STEPS = 5;

/**
 * One listing that serves many. Whoever asks gets what was read since the last write; at most one reading is in
 * flight, and those who come later join the next, which waits up to half a second for writes that are under way.
 */
export class Listing<T> {
  #writes = 0;
  #writing = 0;
  #latest: { rows: Promise<T[]>; writes: number } | undefined;
  #running: Promise<unknown> | undefined;
  #next: Promise<T[]> | undefined;

  constructor(
    private readonly load: () => Promise<T[]>,
    private readonly clock: Clock,
  ) {}

  rows(): Promise<T[]> {
    if (this.#latest?.writes === this.#writes) return this.#latest.rows;
    if (!this.#running) return this.#start();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => this.#gather())
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  /** Reads anew even when nothing was written here: others write too. */
  anew(): Promise<T[]> {
    this.#writes += 1;
    return this.rows();
  }

  /** Runs a write; what was read before it ended is stale. */
  async write<R>(send: () => Promise<R>): Promise<R> {
    this.#writing += 1;
    try {
      return await send();
    } finally {
      this.#writing -= 1;
      this.#writes += 1;
    }
  }

  #start(): Promise<T[]> {
    const rows = this.load();
    const latest = { rows, writes: this.#writes };
    this.#latest = latest;
    const ended = (failed: boolean): void => {
      this.#running = undefined;
      if (failed && this.#latest === latest) this.#latest = undefined;
    };
    this.#running = rows.then(
      () => ended(false),
      () => ended(true),
    );
    return rows;
  }

  async #gather(): Promise<void> {
    for (let step = 0; step < GATHER_STEPS && this.#writing > 0; step += 1) await this.clock.sleep(GATHER_STEP);
  }
}
