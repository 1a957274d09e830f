import type { Clock } from "../base/clock.js";
import { counted } from "../base/quoted.js";

/** A line is printed after each twentieth of the requests. */
const PARTS = 20;
/** Milliseconds. After this time without a line, the next finished request prints one. */
const LONGEST_SILENCE = 60_000;
/** With fewer requests, no progress is printed. */
const FEWEST = 100;

export class Progress {
  readonly #started: number;
  #lastLine: number;
  #nextCount: number;
  #done = 0;

  /** @param what the unit and the finished action, such as "leads created" */
  constructor(
    private readonly total: number,
    private readonly what: string,
    private readonly clock: Pick<Clock, "now">,
    private readonly say: (line: string) => void,
  ) {
    this.#started = clock.now();
    this.#lastLine = this.#started;
    this.#nextCount = total / PARTS;
  }

  add(): void {
    this.#done += 1;
    if (this.total < FEWEST || this.#done === this.total) return;
    const now = this.clock.now();
    if (this.#done < this.#nextCount && now - this.#lastLine < LONGEST_SILENCE) return;
    this.#lastLine = now;
    while (this.#nextCount <= this.#done) this.#nextCount += this.total / PARTS;
    const percent = Math.floor((this.#done * 100) / this.total);
    this.say(`${this.#done} of ${this.total} ${this.what} (${percent}%)${this.#left(now)}.`);
  }

  #left(now: number): string {
    const milliseconds = ((now - this.#started) / this.#done) * (this.total - this.#done);
    const minutes = Math.round(milliseconds / 60_000);
    return minutes < 1 ? "" : `, about ${counted(minutes, "minute")} left`;
  }
}
