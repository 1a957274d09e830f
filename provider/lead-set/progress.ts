import type { Clock } from "../base/clock.js";
import { counted } from "../base/quoted.js";

/** A line is printed after each twentieth of the requests, if there are many. */
const PARTS = 20;
const MANY = 100;

/** Milliseconds. After this time without a line, the next finished request prints one. */
const longestSilence = (total: number): number => Math.min(60_000, Math.max(5_000, total * 100));

/**
 * @param what the unit and the finished action, such as "leads created"
 * @returns a function to call after each finished request
 */
export function progress(
  total: number,
  what: string,
  clock: Pick<Clock, "now">,
  say: (line: string) => void,
): () => void {
  const started = clock.now();
  let lastLine = started;
  let nextCount = total / PARTS;
  let done = 0;
  return () => {
    done += 1;
    if (done === total) return;
    const now = clock.now();
    if ((total < MANY || done < nextCount) && now - lastLine < longestSilence(total)) return;
    lastLine = now;
    while (nextCount <= done) nextCount += total / PARTS;
    const minutes = Math.round((((now - started) / done) * (total - done)) / 60_000);
    const left = minutes < 1 ? "" : `, about ${counted(minutes, "minute")} left`;
    say(`${done} of ${total} ${what} (${Math.floor((done * 100) / total)}%)${left}.`);
  };
}
