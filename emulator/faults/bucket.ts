/**
 * A token bucket. Stores the time at which the bucket will be full, not the number of tokens, because adding a
 * fraction of a token at each call would accumulate rounding errors.
 */
export class Bucket {
  private readonly interval: number;
  private fullAt = Number.NEGATIVE_INFINITY;

  constructor(
    perSecond: number,
    private readonly size: number,
  ) {
    this.interval = 1000 / perSecond;
  }

  /** Takes a token and returns 0. If none is available, returns the milliseconds until one is. */
  take(now: number): number {
    const wait = Math.max(0, this.timeUntilFull(now) - (this.size - 1) * this.interval);
    if (wait < epsilon) this.fullAt = Math.max(this.fullAt, now) + this.interval;
    return wait < epsilon ? 0 : wait;
  }

  remaining(now: number): number {
    return Math.floor(this.size - Math.max(0, this.timeUntilFull(now) - epsilon) / this.interval);
  }

  private timeUntilFull(now: number): number {
    return Math.max(0, this.fullAt - now);
  }
}

/** In milliseconds. Larger than the rounding errors of sums of times since the epoch. */
const epsilon = 0.01;
