import type { Clock } from "../../provider/base/clock.js";

export interface FakeClock extends Clock {
  advance(ms: number): void;
  readonly slept: number[];
}

/** A clock that advances only if a test advances it or something sleeps, so that no test waits. */
export function fakeClock(): FakeClock {
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    random: () => 0.5,
    advance: (ms) => {
      time += ms;
    },
    sleep: async (ms) => {
      time += ms;
      slept.push(ms);
      // Lets sockets deliver data, as during a real pause.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
