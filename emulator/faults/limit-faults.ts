/** Limits on requests and tools, and tokens that expire. */
import { z } from "zod";
import { plainMessage } from "../base/http-error.js";
import type { Substitute } from "../base/exchange.js";
import { kind, type ApplyFault } from "./kind.js";
import { Bucket } from "./bucket.js";

export const limitFaults = {
  /**
   * Each token may send a burst of `burst` requests, and then `ratePerSecond` per second of the clock.
   * Responses have the headers X-RateLimit-Limit and -Remaining. A 429 also has -Reset and Retry-After.
   * `headers: false` removes all of them.
   */
  rateLimit: kind({
    form: '{"ratePerSecond": 5, "burst": 10, "headers"?: false, "retryAfter"?: "seconds" | "date"}',
    schema: z.strictObject({
      ratePerSecond: z.number().positive(),
      burst: z.int().min(1),
      headers: z.boolean().optional(),
      retryAfter: z.enum(["seconds", "date"]).optional(),
    }),
    moments: ["before", "arrival"],
    arm: ({ ratePerSecond, burst, headers: shown = true, retryAfter }) => {
      const buckets = new Map<string | undefined, Bucket>();
      return ({ token, clock, headers }) => {
        const bucket = buckets.get(token) ?? new Bucket(ratePerSecond, burst);
        buckets.set(token, bucket);
        const now = clock.now();
        const wait = bucket.take(now);
        if (shown) {
          headers["x-ratelimit-limit"] = String(burst);
          headers["x-ratelimit-remaining"] = String(bucket.remaining(now));
        }
        if (wait === 0) return undefined;
        const reset = Math.ceil((now + wait) / 1000);
        const pause =
          retryAfter === "date" ? new Date(reset * 1000).toUTCString() : String(Math.ceil(wait / 1000));
        return rejection(429, shown ? { "retry-after": pause, "x-ratelimit-reset": String(reset) } : {});
      };
    },
  }),
  /** POST /user/tools fails once the account has this many tools. Replaces the account's own limit. */
  planLimit: kind({
    form: '{"planLimit": 5, "status"?: 403}',
    schema: z.strictObject({ planLimit: z.int().min(0), status: z.int().min(400).max(499).optional() }),
    moments: ["before"],
    arm:
      ({ planLimit, status = 422 }) =>
      ({ overrides }) =>
        void (overrides.planLimit = { limit: planLimit, status }),
  }),
  /**
   * The first token that a request uses expires after this many requests. Other tokens stay valid, for
   * example one set with PATCH /_emulator/records/users/{id}.
   */
  tokenExpiry: kind({
    form: '{"tokenExpiresAfter": 10}',
    schema: z.strictObject({ tokenExpiresAfter: z.int().min(0) }),
    moments: ["before", "arrival"],
    arm: ({ tokenExpiresAfter }): ApplyFault => {
      let first: string | undefined;
      let used = 0;
      return ({ token }) => {
        first ??= token;
        if (token === undefined || token !== first) return undefined;
        used += 1;
        return used > tokenExpiresAfter ? rejection(401) : undefined;
      };
    },
  }),
};

function rejection(status: number, headers: Record<string, string> = {}): Substitute {
  const body = JSON.stringify({ message: plainMessage(status) });
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}
