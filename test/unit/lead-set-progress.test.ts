/** The progress of a LeadSet under the rate limit of the service. */
import { expect, test } from "vitest";
import { progress } from "../../provider/lead-set/progress.js";
import { FakeClock } from "./http-support.js";

function linesOf(total: number, perSecond: number): string[] {
  const clock = new FakeClock();
  const lines: string[] = [];
  const finished = progress(total, "leads created", clock, (line) => lines.push(line));
  for (let done = 0; done < total; done += 1) {
    clock.time += 1000 / perSecond;
    finished();
  }
  return lines;
}

test.each([
  [4, 1, 0],
  [60, 1, 9],
  [60, 20, 0],
  [200, 1, 19],
  [200, 100, 19],
  [10_000, 1, 179],
])("%i leads at %d a second: %i lines", (total, perSecond, lines) => {
  expect(linesOf(total, perSecond)).toHaveLength(lines);
});

test("a line has what is done, what is left, and the time for it", () => {
  expect(linesOf(60, 0.5)[0]).toBe("3 of 60 leads created (5%), about 2 minutes left.");
});
