/** A bucket of tokens, kept as the time at which it will be full again: sums of fractions would drift. */
export class Bucket {
  private readonly interval: number;
  private fullAt = Number.NEGATIVE_INFINITY;

  constructor(
    perSecond: number,
    private readonly size: number,
  ) {
    this.interval = 1000 / perSecond;
  }

  /** Takes a token; answers 0, or the milliseconds until there is one. */
  take(now: number): number {
    const wait = Math.max(0, this.lacking(now) - (this.size - 1) * this.interval);
    if (wait < tiny) this.fullAt = Math.max(this.fullAt, now) + this.interval;
    return wait < tiny ? 0 : wait;
  }

  remaining(now: number): number {
    return Math.floor(this.size - Math.max(0, this.lacking(now) - tiny) / this.interval);
  }

  private lacking(now: number): number {
    return Math.max(0, this.fullAt - now);
  }
}

/** Milliseconds that get lost in the fractions of a time as large as today's. */
const tiny = 0.01;
