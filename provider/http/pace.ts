// See docs/decisions/requests.md.

/** What a response says about the service's rate limit. */
export interface RateLimitReport {
  /** After a 429: milliseconds until the next request may be sent. */
  limitedFor?: number;
  /** Requests left in the current window, from `X-RateLimit-Remaining`. */
  remaining?: number;
}

/**
 * Requests per millisecond. A lower measurement is raised to this rate, because its likely cause is that
 * other clients sent most of the requests that the limit allows.
 */
const lowestRate = 1 / 2_000;

/** Each accepted request raises the rate by this factor, unless the number of remaining requests is known. */
const growth = 1.01;

/**
 * Learns from responses how fast requests may be sent. While the service reports remaining requests, that
 * many may be sent at once. When none remain, or after a 429, requests are sent at the rate that the service
 * accepted before its last 429. If that rate is unknown, further requests wait for a response.
 */
export class Pace {
  /** Requests that may be sent at the time `#at`. Infinite until the service reports a limit. */
  #tokens = Number.POSITIVE_INFINITY;
  #at = 0;
  /** Requests per millisecond. 0 if unknown. */
  #rate = 0;
  #pausedUntil = 0;
  /** Number of the latest request, in the order of sending. */
  #sent = 0;
  readonly #inFlight = new Set<number>();
  /** The latest request sent before the last 429. A 429 for this or an earlier request tells nothing new. */
  #beforeRefusal = 0;
  /** The latest request sent before the last report of remaining requests. */
  #beforeNews = 0;
  /** Requests accepted since `#since`. */
  #accepted = 0;
  /** The time of the last 429 or, without a 429, of the first request. `idled()` moves it forward. */
  #since: number | undefined;
  #lastAnswer = 0;
  /** True after a 429 that reports remaining requests: the number is about a limit that is not exceeded. */
  #isAboutOtherWindow = false;

  /** Milliseconds until the next request may be sent. Infinite: wait for a response first. */
  wait(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    const missing = 1 - this.#available(now);
    if (missing < 1e-6) return 0;
    if (this.#rate > 0) return Math.ceil(missing / this.#rate);
    return this.#inFlight.size > 0 ? Number.POSITIVE_INFINITY : 0;
  }

  /**
   * Call this before a request if no other is in flight or waiting: idle time must not lower the measured rate.
   */
  idled(now: number): void {
    if (this.#since !== undefined)
      this.#since += Math.max(0, now - Math.max(this.#lastAnswer, this.#pausedUntil));
  }

  /** Returns the request's number; pass it to `ended()`. */
  sent(now: number): number {
    this.#since ??= now;
    this.#tokens = this.#available(now) - 1;
    this.#at = now;
    this.#sent += 1;
    this.#inFlight.add(this.#sent);
    return this.#sent;
  }

  /** @param report undefined if there was no response */
  ended(request: number, now: number, report: RateLimitReport | undefined): void {
    this.#inFlight.delete(request);
    this.#lastAnswer = now;
    if (report === undefined) return;
    const { limitedFor, remaining = 0 } = report;
    if (limitedFor !== undefined) {
      this.#isAboutOtherWindow ||= remaining > 0;
      this.#refused(request, now, now + limitedFor);
    } else {
      // Remaining requests of another limit do not show how many the exceeded limit allows.
      const isNoNews = this.#isAboutOtherWindow && remaining > 0;
      this.#passed(request, now, isNoNews ? undefined : report.remaining);
    }
  }

  #refused(request: number, now: number, until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    this.#tokens = 1;
    this.#at = this.#pausedUntil;
    if (request <= this.#beforeRefusal) return;
    this.#beforeRefusal = this.#sent;
    // The requests before the first 429 may be a burst that the service allows once per pause. So the first
    // measured rate is over the time including the pause.
    const end = this.#rate === 0 ? until : now;
    if (this.#accepted > 0 && end > this.#since!)
      this.#rate = Math.max(this.#accepted / (end - this.#since!), lowestRate);
    this.#accepted = 0;
    this.#since = now;
  }

  #passed(request: number, now: number, remaining: number | undefined): void {
    this.#accepted += 1;
    if (remaining !== undefined) {
      // Requests that the service may not have subtracted from `remaining`.
      const after = this.#sent - request;
      const before = [...this.#inFlight].filter((other) => other < request).length;
      const left = remaining - after - before;
      // The service may count concurrent requests in any order, so use the lowest value.
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

  /** Time alone never allows more than one request. Only responses show how large a burst may be. */
  #available(now: number): number {
    const grown = this.#tokens + this.#rate * Math.max(0, now - this.#at);
    return Math.min(grown, Math.max(this.#tokens, 1));
  }
}
