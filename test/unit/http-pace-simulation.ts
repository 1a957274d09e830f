/** Simulates many requests under a service's rate limit. */
import { Gate } from "../../provider/http/gate.js";
import type { RateLimitReport } from "../../provider/http/pace.js";

/** The service's response to a request at the time `now`. */
export type Limiter = (now: number) => { heard: RateLimitReport; passed: boolean };

/** The time at which the simulation starts, in milliseconds. */
export const start = 1_000_000;

/** Milliseconds until the service decides, and again until its response arrives. */
const TRAVEL = 10;

/** Sends requests as fast as allowed, eight at a time, in simulated time. */
export async function played(take: Limiter, requests: number) {
  const timers: { at: number; run: () => void }[] = [];
  let now = start;
  const at = (delay: number): Promise<void> =>
    new Promise((run) => void timers.push({ at: now + delay, run }));
  const gate = new Gate(8, { now: () => now, sleep: at, random: () => 0.5 });

  let refusals = 0;
  let mostInARow = 0;
  const one = async (): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      mostInARow = Math.max(mostInARow, attempt);
      const result = await gate.pass(
        async () => {
          await at(TRAVEL);
          const answer = take(now);
          await at(TRAVEL);
          return answer;
        },
        ({ heard }) => heard,
        attempt > 1,
      );
      if (result.passed) return;
      refusals += 1;
    }
  };
  const begun = now;
  const all = Promise.all(Array.from({ length: requests }, one));
  let isDone = false;
  void all.then(() => (isDone = true));
  for (;;) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    if (isDone) break;
    timers.sort((one, other) => one.at - other.at);
    const next = timers.shift();
    if (!next) throw new Error("no timer is pending, but some requests have not ended");
    now = Math.max(now, next.at);
    next.run();
  }
  return { refusals, mostInARow, seconds: (now - begun) / 1000 };
}

export interface Window {
  readonly allows: number;
  readonly ms: number;
}

/**
 * A service with limits for several windows, which start at fixed times. When a window ends, all its requests
 * are available again. A 429 contains the time until all full windows have ended.
 * @param reports the window that `X-RateLimit-Remaining` describes. Absent if responses lack that header.
 */
export function windows(all: readonly Window[], reports?: Window): Limiter {
  const used = new Map(all.map((window) => [window, { since: start, count: 0 }]));
  return (now) => {
    for (const [{ ms }, state] of used) {
      const begun = Math.floor((now - start) / ms) * ms + start;
      if (begun > state.since) Object.assign(state, { since: begun, count: 0 });
    }
    const full = all.filter((window) => used.get(window)!.count >= window.allows);
    const passed = full.length === 0;
    if (passed) for (const state of used.values()) state.count += 1;
    const missing = Math.max(0, ...full.map((window) => used.get(window)!.since + window.ms - now));
    const heard: RateLimitReport = {
      ...(reports && { remaining: reports.allows - used.get(reports)!.count }),
      ...(!passed && { limitedFor: Math.ceil(missing / 1000) * 1000 }),
    };
    return { heard, passed };
  };
}
