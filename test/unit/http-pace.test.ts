import { describe, expect, test } from "vitest";
import { type RateLimitReport, Pace } from "../../provider/http/pace.js";
import { type Limiter, played, start, windows } from "./http-pace-simulation.js";

/** A service that allows a burst and a rate per second. Its responses may have headers about this limit. */
interface Limit {
  perSecond: number;
  burst: number;
  /** Whether every response has `X-RateLimit-Remaining`. */
  tells: boolean;
  /** Whether a 429 has `Retry-After`, in whole seconds. */
  asks: boolean;
  /** Requests that other clients have already used. */
  used?: number;
  /** If set, all requests of a window become available at its end, as for a limit per minute. */
  windowMs?: number;
}

function limiter(limit: Limit): Limiter {
  let tokens = limit.burst - (limit.used ?? 0);
  let refilledAt = start;
  return (now) => {
    const refill = limit.windowMs
      ? Math.floor((now - refilledAt) / limit.windowMs) * limit.burst
      : ((now - refilledAt) * limit.perSecond) / 1000;
    if (!limit.windowMs || refill > 0) refilledAt = now;
    tokens = Math.min(limit.burst, tokens + refill);
    const passed = tokens >= 1;
    if (passed) tokens -= 1;
    const missing = limit.windowMs
      ? refilledAt + limit.windowMs - now
      : ((1 - tokens) * 1000) / limit.perSecond;
    const heard: RateLimitReport = {
      ...(limit.tells && { remaining: Math.floor(tokens) }),
      ...(!passed && { limitedFor: limit.asks ? Math.ceil(missing / 1000) * 1000 : 250 }),
    };
    return { heard, passed };
  };
}

describe("under a limit", () => {
  test.each<[string, Limit, number, number]>([
    ["5 a second, burst 10", { perSecond: 5, burst: 10, tells: true, asks: true }, 0.05, 1.15],
    ["20 a second, burst 20", { perSecond: 20, burst: 20, tells: true, asks: true }, 0.05, 1.25],
    [
      "a burst smaller than in-flight requests",
      { perSecond: 5, burst: 2, tells: true, asks: true },
      0.05,
      1.45,
    ],
    [
      "60 a minute, windowed",
      { perSecond: 1, burst: 60, tells: true, asks: true, windowMs: 60_000 },
      0.05,
      1.3,
    ],
    ["that says only when to retry", { perSecond: 5, burst: 10, tells: false, asks: true }, 0.1, 1.5],
    ["that says nothing", { perSecond: 5, burst: 10, tells: false, asks: false }, 0.15, 1.5],
  ])("%s: few rejections, and little time is lost", async (_name, limit, refused, slower) => {
    const { refusals, mostInARow, seconds } = await played(limiter(limit), 200);
    expect(refusals / 200).toBeLessThanOrEqual(refused);
    expect(mostInARow, "attempts that one request needed").toBeLessThanOrEqual(3);
    const least = (200 - limit.burst) / limit.perSecond;
    expect(seconds / least).toBeLessThanOrEqual(slower);
  });

  test.each([30, 55, 59, 60])("60 a minute, %i used by others: soon at full speed again", async (used) => {
    const limit = { perSecond: 1, burst: 60, tells: false, asks: true, windowMs: 60_000, used };
    const { mostInARow, seconds } = await played(limiter(limit), 60);
    expect(mostInARow).toBeLessThanOrEqual(2);
    expect(seconds).toBeLessThan(60 + 60 * 2);
  });

  const minute = { allows: 100, ms: 60_000 };
  const tenSeconds = { allows: 20, ms: 10_000 };

  test.each([
    ["what the minute has left", minute],
    ["what the ten seconds have left", tenSeconds],
    ["only when to retry", undefined],
  ])(
    "100 a minute and 20 in ten seconds, reporting %s: few rejections, little lost time",
    async (_name, reports) => {
      const limit = windows([minute, tenSeconds], reports);
      const { refusals, mostInARow, seconds } = await played(limit, 400);
      expect(mostInARow, "attempts that one request needed").toBeLessThanOrEqual(3);
      expect(refusals / 400).toBeLessThanOrEqual(0.06);
      // At best, the first 300 requests take three minutes, and the other 100 take forty seconds.
      expect(seconds).toBeLessThanOrEqual((180 + 40) * 1.3);
    },
  );

  test("without a limit, nothing ever waits", async () => {
    const limit = { perSecond: 1e9, burst: 1e9, tells: false, asks: false };
    expect(await played(limiter(limit), 400)).toEqual({
      refusals: 0,
      mostInARow: 1,
      seconds: (400 / 8) * 0.02,
    });
  });
});

test.each([
  ["in the order they were sent", [5, 4, 3]],
  ["the other way round", [3, 4, 5]],
  ["the middle one first", [4, 5, 3]],
])("responses in another order allow no more than what remains, counted %s", (_name, left) => {
  const pace = new Pace();
  const sent = left.map(() => pace.sent(0));
  for (const n of [2, 0, 1]) pace.ended(sent[n]!, n, { remaining: left[n]! });
  let allowed = 0;
  for (; pace.wait(4) === 0; allowed += 1) pace.sent(4);
  expect(allowed).toBeGreaterThanOrEqual(1);
  expect(allowed).toBeLessThanOrEqual(3);
});

describe("when the next request may be sent", () => {
  /** How many requests may be sent at this time without waiting for a response. */
  function allowed(pace: Pace, now: number): number {
    let count = 0;
    for (; count < 50 && pace.wait(now) === 0; count += 1) pace.sent(now);
    return count;
  }

  /** A pace after this many successful responses at time 0, which contained nothing about a limit. */
  function after(accepted: number): Pace {
    const pace = new Pace();
    for (let n = 0; n < accepted; n += 1) pace.ended(pace.sent(0), 0, {});
    return pace;
  }

  const refuse = (pace: Pace, now: number, limitedFor: number) =>
    pace.ended(pace.sent(now), now, { limitedFor });

  test("no request during the pause, then one, and the others after its response", () => {
    const pace = new Pace();
    refuse(pace, 0, 1_000);
    expect([pace.wait(0), pace.wait(999), pace.wait(1_000)]).toEqual([1_000, 1, 0]);
    const first = pace.sent(1_000);
    expect(pace.wait(5_000)).toBe(Number.POSITIVE_INFINITY);
    pace.ended(first, 1_020, {});
    expect(allowed(pace, 1_020)).toBe(2);
  });

  test("without a response nothing is learned, and the next request may be sent", () => {
    const pace = new Pace();
    refuse(pace, 0, 1_000);
    pace.ended(pace.sent(1_000), 2_000, undefined);
    expect(allowed(pace, 2_000)).toBe(1);
  });

  test("the first rejection: the rate of accepted requests, including the pause", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    expect(allowed(pace, 2_000)).toBe(1);
    expect([pace.wait(2_000), pace.wait(2_250), pace.wait(2_500)]).toEqual([500, 250, 0]);
    // Unused time does not accumulate: still only one request may be sent.
    expect(allowed(pace, 60_000)).toBe(1);
  });

  test("each later rejection: the rate of accepted requests since the last one, without the pause", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, {});
    pace.ended(pace.sent(2_500), 2_500, {});
    refuse(pace, 3_000, 500);
    pace.sent(3_500);
    expect(pace.wait(3_500)).toBe(1_000);
  });

  test("a rejection right after another keeps the learned rate", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    refuse(pace, 2_000, 1_000);
    pace.sent(3_000);
    expect(pace.wait(3_000)).toBe(500);
  });

  test("few requests prove little: never slower than one request in two seconds", () => {
    const pace = after(1);
    refuse(pace, 60_000, 1_000);
    pace.sent(61_000);
    expect(pace.wait(61_000)).toBe(2_000);
  });

  test("requests rejected together count once, and the longest pause applies", () => {
    const pace = after(4);
    const [one, other, third] = [pace.sent(1_000), pace.sent(1_000), pace.sent(1_000)];
    pace.ended(one, 1_000, { limitedFor: 1_000 });
    pace.ended(other, 1_100, { limitedFor: 2_000 });
    pace.ended(third, 1_200, { limitedFor: 100 });
    expect(pace.wait(1_200)).toBe(1_900);
    pace.sent(3_100);
    expect(pace.wait(3_100)).toBe(500);
  });

  test("a late rejection of a request sent before another one leaves the learned rate", () => {
    const pace = after(4);
    const [one, other] = [pace.sent(1_000), pace.sent(1_000)];
    pace.ended(one, 1_000, { limitedFor: 1_000 });
    pace.ended(other, 1_900, { limitedFor: 100 });
    pace.ended(pace.sent(2_000), 2_000, {});
    refuse(pace, 3_000, 500);
    pace.sent(3_500);
    expect(pace.wait(3_500)).toBe(2_000);
  });

  test("two rejections at the same time do not change the rate", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(1_000), 1_000, {});
    refuse(pace, 1_000, 1_000);
    pace.sent(2_000);
    expect(pace.wait(2_000)).toBe(496);
  });

  test("a request sent before a rejection and accepted does not end the pause", () => {
    const pace = after(4);
    const [one, other] = [pace.sent(1_000), pace.sent(1_000)];
    pace.ended(one, 1_000, { limitedFor: 1_000 });
    pace.ended(other, 1_100, {});
    expect(pace.wait(1_100)).toBe(900);
  });

  test("the rate grows a little with each success", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, {});
    expect(pace.wait(2_000)).toBe(496);
  });

  test("requests that the service may not have counted reduce the remaining count", () => {
    const pace = new Pace();
    const [, second] = [pace.sent(0), pace.sent(0), pace.sent(0)];
    pace.ended(second, 10, { remaining: 5 });
    expect(allowed(pace, 10)).toBe(3);
  });

  test("an older report never allows more than a newer one", () => {
    const pace = new Pace();
    const [first, second] = [pace.sent(0), pace.sent(0)];
    pace.sent(0);
    pace.ended(second, 10, { remaining: 4 });
    pace.ended(first, 20, { remaining: 9 });
    expect(allowed(pace, 20)).toBe(2);
    const other = new Pace();
    const [one, two] = [other.sent(0), other.sent(0)];
    other.sent(0);
    other.ended(two, 10, { remaining: 9 });
    other.ended(one, 20, { remaining: 4 });
    expect(allowed(other, 20)).toBe(2);
    const third = new Pace();
    const [early, late] = [third.sent(0), third.sent(0)];
    third.ended(early, 10, { remaining: 4 });
    third.ended(late, 20, { remaining: 9 });
    expect(allowed(third, 20)).toBe(3);
  });

  test("an older report does not make a newer one outdated", () => {
    const pace = new Pace();
    const [first, second] = [pace.sent(0), pace.sent(0)];
    pace.ended(second, 10, { remaining: 4 });
    const third = pace.sent(10);
    pace.ended(first, 20, { remaining: 5 });
    pace.ended(third, 30, { remaining: 9 });
    expect(allowed(pace, 30)).toBe(9);
  });

  test("without a report of a limit, any number of requests may be sent", () => {
    expect(allowed(after(1), 0)).toBe(50);
  });

  test("the remaining count after a rejection takes precedence over the learned rate", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, { remaining: 7 });
    expect(allowed(pace, 2_000)).toBe(7);
    expect(pace.wait(2_000)).toBe(500);
  });

  test("with nothing remaining, one request is sent as soon as the learned rate allows it", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, { remaining: 0 });
    expect([pace.wait(2_000), pace.wait(2_250), pace.wait(2_500)]).toEqual([500, 250, 0]);
    expect(allowed(pace, 2_500)).toBe(1);
  });

  test("without a learned rate, nothing remaining means one request at a time", () => {
    const pace = new Pace();
    pace.ended(pace.sent(0), 0, { remaining: 0 });
    expect(allowed(pace, 0)).toBe(1);
    expect(pace.wait(0)).toBe(Number.POSITIVE_INFINITY);
  });

  test("a clock that is set back reduces nothing", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.sent(2_000);
    expect(pace.wait(2_000)).toBe(500);
    pace.idled(-1_000);
    expect(pace.wait(2_000)).toBe(500);
  });

  test("idle time counts from the last response, or from the end of the pause", () => {
    const pace = after(4);
    // `pace` is idle from 0 to 1000. `paused` is idle from 2000, the end of its pause, to 12000.
    pace.idled(1_000);
    refuse(pace, 2_000, 0);
    pace.sent(2_000);
    expect(pace.wait(2_000)).toBe(250);
    const paused = after(4);
    refuse(paused, 1_000, 1_000);
    paused.idled(12_000);
    paused.ended(paused.sent(12_000), 12_000, {});
    // Since the 429 at 1000, the pause took one second, the requests took one second, and the rest was idle time.
    refuse(paused, 13_000, 1_000);
    paused.sent(14_000);
    expect(paused.wait(14_000)).toBe(2_000);
  });
});
