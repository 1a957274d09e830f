import { describe, expect, test } from "vitest";
import {
  decide,
  isRepeatable,
  mostAttempts,
  surelyNotProcessed,
  type Outcome,
} from "../../provider/http/retry.js";
import type { Method } from "../../provider/http/routes.js";

const now = Date.UTC(2030, 0, 1, 12, 0, 0);
const answer = (status: number, retryAfter?: string): Outcome => ({
  kind: "response",
  status,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

const idempotent: Method[] = ["GET", "PUT", "PATCH", "DELETE"];
const once: Method[] = ["POST"];

describe("which requests are retried", () => {
  const passing: Outcome[] = [
    ...[500, 502, 503, 504].map((status) => answer(status)),
    { kind: "cut" },
    { kind: "timeout" },
  ];
  const harmless: Outcome[] = [answer(429), { kind: "not-sent" }];
  const final: Outcome[] = [
    ...[200, 201, 300, 302, 400, 401, 403, 404, 405, 408, 422, 501].map((s) => answer(s)),
    { kind: "too-large" },
  ];
  const row = (methods: Method[], outcomes: Outcome[], retry: boolean) =>
    methods.flatMap((method) => outcomes.map((outcome) => [method, outcome, retry] as const));

  test.each([
    ...row([...idempotent, ...once], harmless, true),
    ...row(idempotent, passing, true),
    ...row(once, passing, false),
    ...row([...idempotent, ...once], final, false),
  ])("%s after %j: %s", (method, outcome, retry) => {
    expect(decide(1, isRepeatable(method), outcome, 0.5, now).retry).toBe(retry);
  });

  test("four attempts at most", () => {
    expect(decide(mostAttempts - 1, true, answer(503), 0, now).retry).toBe(true);
    expect(decide(mostAttempts, true, answer(503), 0, now).retry).toBe(false);
  });
});

describe("the delay before a retry", () => {
  test.each<[attempt: number, random: number, retryAfter: string | undefined, delayMs: number]>([
    [1, 0, undefined, 0],
    [1, 0.5, undefined, 250],
    [1, 0.999, undefined, 499],
    [2, 0.5, undefined, 500],
    [3, 0.5, undefined, 1_000],
    [1, 0.5, "2", 2_000],
    [1, 0.5, " 2 ", 2_000],
    [1, 0.5, "60", 60_000],
    [1, 0.5, "61", 60_000],
    [1, 0.5, "99999999999999999999", 60_000],
    [1, 0.5, "0", 250],
    [1, 0.5, "-5", 250],
    [1, 0.5, "1.5", 250],
    [1, 0.5, "soon", 250],
    [1, 0.5, "", 250],
    [1, 0.5, "Tue, 01 Jan 2030 12:00:07 GMT", 7_000],
    [1, 0.5, "Tuesday, 01-Jan-30 12:00:07 GMT", 7_000],
    [1, 0.5, "Tue, 01 Jan 2030 13:00:00 GMT", 60_000],
    [1, 0.5, "Tue, 01 Jan 2030 11:00:00 GMT", 250],
    [1, 0.5, "Tue, 99 Foo 2030 11:00:00 GMT", 250],
    [1, 0.5, "-Tue, 01 Jan 2030 12:00:07 GMT", 250],
    // This old format is ignored. It has no time zone, so the machine's time zone would decide.
    [1, 0.5, "Tue Jan  1 12:00:07 2030", 250],
    [1, 0.5, "Tue, 01 Jan 2030 12:00:07 GMT-1", 250],
    [1, 0.5, "Tue, 01 Jan 2030 12:00:07", 250],
    // Absolute times, as in X-RateLimit-Reset.
    [1, 0.5, "1893499207", 7_000],
    [1, 0.5, "1893499100", 250],
    [1, 0.5, "1893499207000", 7_000],
    [1, 0.5, "1893499100000", 250],
    [1, 0.5, "-1893499207", 250],
    [1, 0.5, "x1893499207", 250],
    [1, 0.5, "1893499207.5", 250],
    [1, 0.5, "999999999", 60_000],
  ])("attempt %i, chance %d, Retry-After %j: %i ms", (attempt, random, retryAfter, delayMs) => {
    expect(decide(attempt, false, answer(429, retryAfter), random, now)).toEqual({ retry: true, delayMs });
  });
});

test.each<[Outcome, boolean]>([
  [{ kind: "not-sent" }, true],
  [{ kind: "withheld" }, true],
  [{ kind: "cut" }, false],
  [{ kind: "timeout" }, false],
  [{ kind: "too-large" }, false],
  [answer(200), false],
  [answer(299), false],
  [answer(300), true],
  [answer(302), true],
  [answer(422), true],
  [answer(429), true],
  [answer(500), false],
])("certainly not processed: %j is %s", (outcome, sure) => {
  expect(surelyNotProcessed(outcome)).toBe(sure);
});
