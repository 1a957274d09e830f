import type { Clock } from "../base/clock.js";
import { type RateLimitReport, Pace } from "./pace.js";

/** Limits the requests of a client: how many run at once, and how many per second. */
export class Gate {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #pace = new Pace();
  #inFlight = 0;
  readonly #waiting: ((request: number) => void)[] = [];
  #isSleeping = false;
  #reached = 0;

  /**
   * @param limit maximum number of requests in flight
   * @param onPause receives the milliseconds of each pause that the service has asked for
   */
  constructor(
    limit: number,
    clock: Clock,
    private readonly onPause: (wait: number) => void = () => undefined,
  ) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /**
   * Calls `send` as soon as the limits allow it.
   * @param send receives whether the request had to wait
   * @param reportOf returns what the result says about the rate limit; undefined if there was no response
   * @param isRepeated whether this is a retry; retries go before first attempts
   */
  async pass<T>(
    send: (hasWaited: boolean) => Promise<T>,
    reportOf: (result: T) => RateLimitReport | undefined,
    isRepeated = false,
  ): Promise<T> {
    if (this.#inFlight === 0 && this.#waiting.length === 0) this.#pace.idled(this.#now());
    let hasWaited = false;
    const request = await new Promise<number>((enter) => {
      if (isRepeated) this.#waiting.unshift(enter);
      else this.#waiting.push(enter);
      this.#admit();
      hasWaited = this.#waiting.includes(enter);
    });
    let report: RateLimitReport | undefined;
    try {
      const result = await send(hasWaited);
      report = reportOf(result);
      return result;
    } finally {
      this.#inFlight -= 1;
      this.#pace.ended(request, this.#now(), report);
      this.#admit();
    }
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#limit) {
      const wait = this.#pace.wait(this.#now());
      if (wait > 0) return this.#comeBackIn(wait);
      this.#inFlight += 1;
      this.#waiting.shift()!(this.#pace.sent(this.#now()));
    }
  }

  #comeBackIn(wait: number): void {
    if (this.#isSleeping || wait === Number.POSITIVE_INFINITY) return;
    this.#isSleeping = true;
    this.onPause(wait);
    const due = this.#now() + wait;
    void this.#clock.sleep(wait).then(() => {
      this.#isSleeping = false;
      this.#reached = due;
      this.#admit();
    });
  }

  /** The time, but at least the end of the last pause: a timer may fire slightly early. */
  #now(): number {
    return Math.max(this.#clock.now(), this.#reached);
  }
}
