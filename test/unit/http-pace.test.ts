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

describe("when the next request may go", () => {
  /** How many go at that time, without an answer to any of them. */
  function allowed(pace: Pace, now: number): number {
    let count = 0;
    for (; count < 50 && pace.wait(now) === 0; count += 1) pace.sent(now);
    return count;
  }

  /** So many were sent and answered at the time 0, without a word about a limit. */
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

  test("the first refusal: as fast as requests got through, with the pause counted in", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    expect(allowed(pace, 2_000)).toBe(1);
    expect([pace.wait(2_000), pace.wait(2_250), pace.wait(2_500)]).toEqual([500, 250, 0]);
    // Time alone saves nothing up.
    expect(allowed(pace, 60_000)).toBe(1);
  });

  test("each later one: as fast as requests got through since the last, without the pause", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, {});
    pace.ended(pace.sent(2_500), 2_500, {});
    refuse(pace, 3_000, 500);
    pace.sent(3_500);
    expect(pace.wait(3_500)).toBe(1_000);
  });

  test("a refusal straight after another keeps the speed that was learned", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    refuse(pace, 2_000, 1_000);
    pace.sent(3_000);
    expect(pace.wait(3_000)).toBe(500);
  });

  test("few requests tell little: never slower than one in two seconds", () => {
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

  test("what was sent before a refusal and let through does not lift the pause", () => {
    const pace = after(4);
    const [one, other] = [pace.sent(1_000), pace.sent(1_000)];
    pace.ended(one, 1_000, { limitedFor: 1_000 });
    pace.ended(other, 1_100, {});
    expect(pace.wait(1_100)).toBe(900);
  });

  test("a little faster with each success", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, {});
    expect(pace.wait(2_000)).toBe(496);
  });

  test("of what is left, those count that the service has not counted yet, or may not have", () => {
    const pace = new Pace();
    const [, second] = [pace.sent(0), pace.sent(0), pace.sent(0)];
    pace.ended(second, 10, { remaining: 5 });
    expect(allowed(pace, 10)).toBe(3);
  });

  test("older news never allows more than newer", () => {
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
  });

  test("what is left after a refusal goes before the speed that was learned", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, { remaining: 7 });
    expect(allowed(pace, 2_000)).toBe(7);
    expect(pace.wait(2_000)).toBe(500);
  });

  test("with nothing left, one goes as soon as the learned speed allows it", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.ended(pace.sent(2_000), 2_000, { remaining: 0 });
    expect([pace.wait(2_000), pace.wait(2_250), pace.wait(2_500)]).toEqual([500, 250, 0]);
    expect(allowed(pace, 2_500)).toBe(1);
  });

  test("where no speed was learned, nothing left means one at a time", () => {
    const pace = new Pace();
    pace.ended(pace.sent(0), 0, { remaining: 0 });
    expect(allowed(pace, 0)).toBe(1);
    expect(pace.wait(0)).toBe(Number.POSITIVE_INFINITY);
  });

  test("a clock that goes backwards takes nothing away", () => {
    const pace = after(4);
    refuse(pace, 1_000, 1_000);
    pace.sent(2_000);
    expect(pace.wait(2_000)).toBe(500);
    pace.idled(-1_000);
    expect(pace.wait(2_000)).toBe(500);
  });

  test("idle time counts from the last answer, or from the end of the pause", () => {
    const pace = after(4);
    // Idle from 0 to 1000, and from the end of the pause at 2000 to 12000.
    pace.idled(1_000);
    refuse(pace, 2_000, 0);
    pace.sent(2_000);
    expect(pace.wait(2_000)).toBe(250);
    const paused = after(4);
    refuse(paused, 1_000, 1_000);
    paused.idled(12_000);
    paused.ended(paused.sent(12_000), 12_000, {});
    // Since the refusal at 1000: one second of pause and one of work.
    refuse(paused, 13_000, 1_000);
    paused.sent(14_000);
    expect(paused.wait(14_000)).toBe(2_000);
  });
});
