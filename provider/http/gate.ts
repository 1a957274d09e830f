import type { Clock } from "../clock.js";

/** What all requests of a client pass: so many at once, and none while the service asked for a pause. */
export class Gate {
  readonly #clock: Clock;
  readonly #limit: number;
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];
  #pausedUntil = 0;

  /** @param limit how many may be inside at once */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Nothing passes for so many milliseconds from now; a longer pause that is under way stays. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + milliseconds);
  }

  async pass<T>(send: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      await this.#pauseOver();
      return await send();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#inFlight < this.#limit) {
      this.#inFlight += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to the one who waited longest; nobody can slip in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inFlight -= 1;
    else next();
  }

  /** Each pause is slept through once, whatever the clock says afterwards: a timer may fire a little early. */
  async #pauseOver(): Promise<void> {
    let slept = 0;
    while (this.#pausedUntil > slept && this.#pausedUntil > this.#clock.now()) {
      slept = this.#pausedUntil;
      await this.#clock.sleep(slept - this.#clock.now());
    }
  }
}
