/** What an answer says of the service's rate limit. */
export interface Heard {
  /** The request was refused because of the limit (429): nothing may follow for so many milliseconds. */
  limitedFor?: number;
  /** How many requests are left, by `X-RateLimit-Remaining`. */
  remaining?: number;
}

/** Requests a millisecond. Few requests tell little: a window that others have used up looks like a far lower limit. */
const lowestRate = 1 / 2_000;

/** By how much the rate grows with each success, where the service does not say how many requests are left. */
const growth = 1.01;

/**
 * How fast requests may follow one another, learned from answers alone: what is left counts first; when nothing is
 * left, one at a time, as fast as the service let them through since it last refused one; and after a refusal a single
 * request finds out, before the others follow. Knows no clock: every time is handed in.
 */
export class Pace {
  /** Requests that may be sent at the time `#at`; without limit until the service speaks of one. */
  #tokens = Number.POSITIVE_INFINITY;
  #at = 0;
  /** Requests a millisecond; 0: not known. */
  #rate = 0;
  #pausedUntil = 0;
  /** Requests are numbered in the order they were sent. */
  #sent = 0;
  readonly #inFlight = new Set<number>();
  /** The last request that was sent before the latest refusal was known: another refusal of those says nothing new. */
  #beforeRefusal = 0;
  /** The last request that was sent before the latest news of what is left. */
  #beforeNews = 0;
  /** What got through since `#since`, the latest refusal or the first request. */
  #accepted = 0;
  #since: number | undefined;
  #lastAnswer = 0;

  /** Milliseconds until one more may be sent; infinite: not before an answer has come. */
  wait(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    const missing = 1 - this.#available(now);
    if (missing < 1e-6) return 0;
    if (this.#rate > 0) return Math.ceil(missing / this.#rate);
    return this.#inFlight.size > 0 ? Number.POSITIVE_INFINITY : 0;
  }

  /** Nobody had anything to send since the last answer: that time tells nothing about the limit. */
  idled(now: number): void {
    if (this.#since !== undefined)
      this.#since += Math.max(0, now - Math.max(this.#lastAnswer, this.#pausedUntil));
  }

  /** Answers the number by which the answer is told. */
  sent(now: number): number {
    this.#since ??= now;
    this.#tokens = this.#available(now) - 1;
    this.#at = now;
    this.#sent += 1;
    this.#inFlight.add(this.#sent);
    return this.#sent;
  }

  /** @param heard undefined when no answer came */
  ended(request: number, now: number, heard: Heard | undefined): void {
    this.#inFlight.delete(request);
    this.#lastAnswer = now;
    if (heard === undefined) return;
    if (heard.limitedFor !== undefined) this.#refused(request, now, now + heard.limitedFor);
    else this.#passed(request, now, heard.remaining);
  }

  #refused(request: number, now: number, until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    this.#tokens = 1;
    this.#at = this.#pausedUntil;
    if (request <= this.#beforeRefusal) return;
    this.#beforeRefusal = this.#sent;
    // The first ones may have been a burst that the service allows once: the pause after it belongs to its price.
    const end = this.#rate === 0 ? until : now;
    if (this.#accepted > 0 && end > this.#since!)
      this.#rate = Math.max(this.#accepted / (end - this.#since!), lowestRate);
    this.#accepted = 0;
    this.#since = now;
  }

  #passed(request: number, now: number, remaining: number | undefined): void {
    this.#accepted += 1;
    if (remaining !== undefined) {
      // Those that the service cannot have counted in this answer, or may not have.
      const after = this.#sent - request;
      const before = [...this.#inFlight].filter((other) => other < request).length;
      const left = remaining - after - before;
      // Of those that were on their way together nobody knows whom the service counted first: the least holds.
      const isNews = request > this.#beforeNews;
      this.#tokens = isNews ? left : Math.min(left, this.#available(now));
      this.#at = now;
      if (isNews) this.#beforeNews = this.#sent;
    } else if (this.#rate > 0) {
      this.#rate *= growth;
    } else {
      this.#tokens = Math.max(this.#tokens, 0) + 2;
    }
  }

  /** Time alone never allows more than one: how many the service saves up, only its answers tell. */
  #available(now: number): number {
    const grown = this.#tokens + this.#rate * Math.max(0, now - this.#at);
    return Math.min(grown, Math.max(this.#tokens, 1));
  }
}
