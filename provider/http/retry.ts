// See docs/decisions/requests.md.
import type { Method } from "./routes.js";
import type { TransportErrorKind } from "./transport-error.js";

export type Outcome =
  /**
   * `retryAfter` is the header `Retry-After`. For a 429 without this header, it is `retry_after` from the
   * body, or else the header `X-RateLimit-Reset`. `isFinal`: the header `X-Should-Retry` is "false".
   */
  | { kind: "response"; status: number; retryAfter?: string | undefined; isFinal?: boolean }
  | { kind: TransportErrorKind; retryAfter?: never; isFinal?: boolean };

export type Decision = { retry: false } | { retry: true; delayMs: number };

export const mostAttempts = 4;
/** Milliseconds for which requests that cannot be sent wait for a service that has answered before. */
export const longestOutage = 60_000;
const shortestOutageDelay = 1_000;
const firstDelay = 500;
const longestDelay = 8_000;
const longestRetryAfter = 60_000;

/** A 500 may be of a database that was locked. Nothing in it tells whether it will come back, so it is tried. */
const passing = new Set([429, 500, 502, 503, 504]);

/**
 * Decides whether to retry a request, and when.
 * @param attempt number of the attempt that has just ended, counted from 1
 * @param isRepeatable whether to process the request twice has the effect of once
 * @param random in [0, 1)
 * @param now milliseconds since the epoch
 * @param outageEnd the time until which a request that was not sent is tried again
 */
export function decide(
  attempt: number,
  isRepeatable: boolean,
  outcome: Outcome,
  random: number,
  now: number,
  outageEnd = 0,
): Decision {
  if (!isWorthwhile(outcome) || (!isRepeatable && !surelyNotProcessed(outcome))) return { retry: false };
  const delayMs = delay(attempt, outcome, random, now);
  if (attempt < mostAttempts) return { retry: true, delayMs };
  if (now >= outageEnd || attempt >= longestOutage / shortestOutageDelay) return { retry: false };
  return { retry: true, delayMs: Math.min(Math.max(delayMs, shortestOutageDelay), outageEnd - now) };
}

/** An outage of a service, for all requests of a client: together they wait for it once, not each in turn. */
export class Outage {
  /** Undefined while the service answers. One that has never answered is not waited for: its address may be wrong. */
  #end: number | undefined = 0;
  #isSaid = false;

  constructor(private readonly say: (line: string) => void) {}

  /** The time until which to try again after this outcome; 0 without an outage. */
  endAfter(attempt: number, outcome: Outcome, now: number): number {
    if (outcome.kind === "response") {
      this.#end = undefined;
      this.#isSaid = false;
    }
    if (outcome.kind !== "not-sent" || outcome.isFinal) return 0;
    this.#end ??= now + longestOutage;
    if (attempt >= mostAttempts && now < this.#end && !this.#isSaid) {
      this.#isSaid = true;
      this.say(`The service cannot be reached: trying again for up to ${longestOutage / 1000} seconds.`);
    }
    return this.#end;
  }
}

/**
 * Milliseconds until the next attempt. Full jitter keeps clients that failed together from retrying together.
 * The result is at least the delay that the service requests, or one minute if the service requests more.
 */
export function delay(attempt: number, outcome: Outcome, random: number, now: number): number {
  const jitter = Math.floor(random * Math.min(longestDelay, firstDelay * 2 ** (attempt - 1)));
  return Math.max(jitter, Math.min(requestedPause(outcome, now), longestRetryAfter));
}

export function surelyNotProcessed(outcome: Outcome): boolean {
  return outcome.kind === "response"
    ? outcome.status >= 300 && outcome.status < 500
    : outcome.kind === "not-sent" || outcome.kind === "withheld";
}

/** @param isPassing whether a response with this status may be another one later */
export function isWorthwhile(outcome: Outcome, isPassing = (status: number) => passing.has(status)): boolean {
  if (outcome.isFinal === true) return false;
  return outcome.kind === "response" ? isPassing(outcome.status) : outcome.kind !== "too-large";
}

/** A PATCH of this client sets values, as its PUT does. */
export const isRepeatable = (method: Method): boolean => method !== "POST";

/**
 * Milliseconds from now; 0 for an unknown format. Accepts seconds, an HTTP date (RFC 9110, 10.2.3), and seconds or
 * milliseconds since the epoch, because `X-RateLimit-Reset` may have any of these formats. The number of digits
 * tells the numbers apart.
 */
export function requestedPause({ retryAfter }: Outcome, now: number): number {
  const value = retryAfter?.trim() ?? "";
  if (/^\d{13}$/.test(value)) return Math.max(0, Number(value) - now);
  if (/^\d{10,}$/.test(value)) return Math.max(0, Number(value) * 1000 - now);
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse would read "-5" as a month, and a date without a time zone as local time.
  const date = /^[A-Z][a-z]{2,8}, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
