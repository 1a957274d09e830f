/** What an account may do no more: so many requests a second, so many tools, any request with an old token. */
import { z } from "zod";
import { plainMessage } from "../answers.js";
import type { Exchange, Substitute } from "./exchange.js";
import { kind, type Strike } from "./kind.js";
import { Bucket } from "./bucket.js";

const rateSchema = z.strictObject({
  ratePerSecond: z.number().positive(),
  burst: z.int().min(1),
  headers: z.boolean().optional(),
  retryAfter: z.enum(["seconds", "date"]).optional(),
});

export const limitFaults = {
  /**
   * Each token may make `burst` requests at once and gets `ratePerSecond` more of them each second of the clock.
   * Answers carry X-RateLimit-Limit and -Remaining, refusals -Reset and Retry-After as well; `headers: false`: none.
   */
  rateLimit: kind({
    form: '{"ratePerSecond": 5, "burst": 10, "headers"?: false, "retryAfter"?: "seconds" | "date"}',
    schema: rateSchema,
    moments: ["before", "arrival"],
    arm: (limit) => {
      const buckets = new Map<string | undefined, Bucket>();
      return (exchange) => {
        const bucket = buckets.get(exchange.token) ?? new Bucket(limit.ratePerSecond, limit.burst);
        buckets.set(exchange.token, bucket);
        return metered(limit, bucket, exchange);
      };
    },
  }),
  /** POST /user/tools is refused from so many tools on, whatever the account's own limit is; 422 unless told. */
  planLimit: kind({
    form: '{"planLimit": 5, "status"?: 403}',
    schema: z.strictObject({ planLimit: z.int().min(0), status: z.int().min(400).max(499).optional() }),
    moments: ["before"],
    arm:
      ({ planLimit, status = 422 }) =>
      ({ bends }) =>
        void (bends.planLimit = { most: planLimit, status }),
  }),
  /**
   * The first token that comes by is good for so many requests and then refused for good; another one is not, such
   * as the one that PATCH /_emulator/records/users/{id} sets.
   */
  tokenExpiry: kind({
    form: '{"tokenExpiresAfter": 10}',
    schema: z.strictObject({ tokenExpiresAfter: z.int().min(0) }),
    moments: ["before", "arrival"],
    arm: ({ tokenExpiresAfter }): Strike => {
      let first: string | undefined;
      let used = 0;
      return ({ token }) => {
        first ??= token;
        if (token === undefined || token !== first) return undefined;
        used += 1;
        return used > tokenExpiresAfter ? refusal(401) : undefined;
      };
    },
  }),
};

function metered(
  { burst, headers = true, retryAfter }: z.output<typeof rateSchema>,
  bucket: Bucket,
  exchange: Exchange,
): Substitute | undefined {
  const now = exchange.now();
  const wait = bucket.take(now);
  const limit = {
    "x-ratelimit-limit": String(burst),
    "x-ratelimit-remaining": String(bucket.remaining(now)),
  };
  if (headers) Object.assign(exchange.headers, limit);
  if (wait === 0) return undefined;
  const reset = Math.ceil((now + wait) / 1000);
  const pause = retryAfter === "date" ? new Date(reset * 1000).toUTCString() : String(Math.ceil(wait / 1000));
  return refusal(429, headers ? { "retry-after": pause, "x-ratelimit-reset": String(reset) } : {});
}

function refusal(status: number, headers: Record<string, string> = {}): Substitute {
  const body = JSON.stringify({ message: plainMessage(status) });
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}
