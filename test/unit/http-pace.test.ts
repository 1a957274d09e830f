import { describe, expect, test } from "vitest";
import { Gate } from "../../provider/http/gate.js";
import { Pace, type Heard } from "../../provider/http/pace.js";

/** A service that lets so many through at once and then so many a second, and says so or not. */
interface Limit {
  perSecond: number;
  burst: number;
  /** `X-RateLimit-Remaining` on every answer. */
  tells: boolean;
  /** `Retry-After`, in whole seconds; otherwise nothing but the 429. */
  asks: boolean;
  /** What others have used up already. */
  used?: number;
  /** All that a window allows is there again at its end, as with a limit a minute. */
  windowMs?: number;
}

/** Plays `requests` that all want to go at once, `inFlight` at a time, in simulated time. */
async function played(limit: Limit, requests: number, inFlight = 8, latency = 20) {
  const timers: { at: number; run: () => void }[] = [];
  let now = 1_000_000;
  const at = (delay: number): Promise<void> =>
    new Promise((run) => void timers.push({ at: now + delay, run }));
  const gate = new Gate(inFlight, { now: () => now, sleep: at, random: () => 0.5 });

  let tokens = limit.burst - (limit.used ?? 0);
  let told = now;
  const take = (): { heard: Heard; passed: boolean } => {
    const refill = limit.windowMs
      ? Math.floor((now - told) / limit.windowMs) * limit.burst
      : ((now - told) * limit.perSecond) / 1000;
    if (!limit.windowMs || refill > 0) told = now;
    tokens = Math.min(limit.burst, tokens + refill);
    const passed = tokens >= 1;
    if (passed) tokens -= 1;
    const missing = limit.windowMs ? told + limit.windowMs - now : ((1 - tokens) * 1000) / limit.perSecond;
    const heard: Heard = {
      ...(limit.tells && { remaining: Math.floor(tokens) }),
      ...(!passed && { limitedFor: limit.asks ? Math.ceil(missing / 1000) * 1000 : 250 }),
    };
    return { heard, passed };
  };

  let refusals = 0;
  let mostInARow = 0;
  const one = async (): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      mostInARow = Math.max(mostInARow, attempt);
      const result = await gate.pass(
        async () => {
          await at(latency / 2);
          const answer = take();
          await at(latency / 2);
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
    if (!next) throw new Error("nobody waits for anything, and not all is done");
    now = Math.max(now, next.at);
    next.run();
  }
  return { refusals, mostInARow, seconds: (now - begun) / 1000 };
}

describe("under a limit", () => {
  test.each<[string, Limit, number, number]>([
    ["5 a second, burst 10", { perSecond: 5, burst: 10, tells: true, asks: true }, 0.05, 1.15],
    ["20 a second, burst 20", { perSecond: 20, burst: 20, tells: true, asks: true }, 0.05, 1.25],
    [
      "a burst smaller than what is in flight",
      { perSecond: 5, burst: 2, tells: true, asks: true },
      0.05,
      1.45,
    ],
    [
      "60 a minute, in windows",
      { perSecond: 1, burst: 60, tells: true, asks: true, windowMs: 60_000 },
      0.05,
      1.3,
    ],
    ["that says only when to come back", { perSecond: 5, burst: 10, tells: false, asks: true }, 0.1, 1.5],
    ["that says nothing", { perSecond: 5, burst: 10, tells: false, asks: false }, 0.15, 1.5],
  ])("%s: few are refused, and little time is lost", async (_name, limit, refused, slower) => {
    const { refusals, mostInARow, seconds } = await played(limit, 200);
    expect(refusals / 200).toBeLessThanOrEqual(refused);
    expect(mostInARow, "attempts that one request needed").toBeLessThanOrEqual(3);
    const least = (200 - limit.burst) / limit.perSecond;
    expect(seconds / least).toBeLessThanOrEqual(slower);
  });

  test.each([30, 55, 59, 60])(
    "60 a minute, of which others have used %i, told by nothing but the refusal: soon at full speed again",
    async (used) => {
      const limit = { perSecond: 1, burst: 60, tells: false, asks: true, windowMs: 60_000, used };
      const { mostInARow, seconds } = await played(limit, 60);
      expect(mostInARow).toBeLessThanOrEqual(2);
      expect(seconds).toBeLessThan(60 + 60 * 2);
    },
  );

  test("without one, nothing ever waits", async () => {
    const limit = { perSecond: 1e9, burst: 1e9, tells: false, asks: false };
    expect(await played(limit, 400)).toEqual({ refusals: 0, mostInARow: 1, seconds: (400 / 8) * 0.02 });
  });
});

test.each([
  ["in the order they were sent", [5, 4, 3]],
  ["the other way round", [3, 4, 5]],
  ["the middle one first", [4, 5, 3]],
])("answers that overtake one another allow no more than is left, counted %s", (_name, left) => {
  const pace = new Pace();
  const sent = left.map(() => pace.sent(0));
  for (const n of [2, 0, 1]) pace.ended(sent[n]!, n, { remaining: left[n]! });
  let allowed = 0;
  for (; pace.wait(4) === 0; allowed += 1) pace.sent(4);
  expect(allowed).toBeGreaterThanOrEqual(1);
  expect(allowed).toBeLessThanOrEqual(3);
});

test("time in which nothing was to be sent does not look like a low limit", () => {
  const pace = new Pace();
  for (let n = 0; n < 10; n += 1) pace.ended(pace.sent(0), 0, {});
  pace.idled(600_000);
  pace.ended(pace.sent(600_000), 600_000, { limitedFor: 1_000 });
  pace.ended(pace.sent(601_000), 601_000, { remaining: 0 });
  expect(pace.wait(601_000)).toBeLessThanOrEqual(100);
});
