/** Faulty responses. */
import { z } from "zod";
import { loginPage, plainMessage } from "../base/http-error.js";
import type { Moment } from "../base/exchange.js";
import { kind, named } from "./kind.js";
import { retype, retypings } from "./retype.js";

const json = { "content-type": "application/json" };
const html = { "content-type": "text/html; charset=utf-8" };
const anyMoment: [Moment, ...Moment[]] = ["before", "after", "during", "arrival"];

export const responseFaults = {
  /**
   * A response with this status. The default body is the service's usual message. `retryAfter` sends
   * Retry-After in seconds, and `retryAfterDate` sends it as a date that many seconds from now.
   */
  status: kind({
    form: '{"status": 503, "body"?, "headers"?, "retryAfter"? or "retryAfterDate"?: 3}',
    schema: z.strictObject({
      status: z.int().min(200).max(599),
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      retryAfter: z.int().min(0).optional(),
      retryAfterDate: z.int().optional(),
    }),
    moments: anyMoment,
    arm:
      ({ status, body, headers, retryAfter, retryAfterDate }) =>
      ({ failure, clock }) => {
        const now = clock.now();
        const message = status === 500 && failure !== undefined ? failure : plainMessage(status);
        // The headers of a 429 for a limit that ends in one second (docs/assumptions.md: rate limit).
        const rateLimit = {
          "retry-after": "1",
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Math.floor(now / 1000) + 1),
        };
        // Rounded up, because a date has whole seconds, and the wait must not be too short.
        const date = new Date(Math.ceil(now / 1000 + (retryAfterDate ?? 0)) * 1000).toUTCString();
        const allHeaders = {
          ...json,
          ...(status === 429 ? rateLimit : {}),
          ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
          ...(retryAfterDate === undefined ? {} : { "retry-after": date }),
          ...headers,
        };
        const text =
          typeof body === "string" ? body : JSON.stringify(body === undefined ? { message } : body);
        return { status, headers: allHeaders, body: text };
      },
  }),
  /** A web page instead of a JSON response. */
  html: named("html", anyMoment, () => ({ status: 200, headers: html, body: loginPage })),
  /** A redirect to a login page, as for an unauthenticated request that does not accept JSON. */
  redirect: named("redirect", anyMoment, () => ({
    status: 302,
    headers: { ...html, location: "/login" },
    body: loginPage,
  })),
  /**
   * Sends the first half of the response as if it were complete. With "before", the request is not processed.
   */
  invalidJson: named("invalid-json", ["after", "before"], ({ responseBody = '{"message":"' }) => ({
    status: 200,
    headers: json,
    body: responseBody.slice(0, Math.max(1, Math.floor(responseBody.length / 2))),
  })),
  /** A 200 with `success: false`. With "after", the request is processed. With "before", it is not. */
  successFalse: named(
    "success-false",
    ["before", "after"],
    ({ responseBody = '{"message":"The request could not be completed"}' }) => {
      const body = JSON.stringify({ ...(parsed(responseBody) as object), success: false });
      return { status: 200, headers: json, body };
    },
  ),
  /** Sends some values with a wrong JSON type, such as numbers as strings. See `retype.ts`. */
  retype: kind({
    form: `{"retype": ${retypings.map((name) => `"${name}"`).join(" | ")}}`,
    schema: z.strictObject({ retype: z.enum(retypings) }),
    moments: ["after"],
    arm:
      ({ retype: which }) =>
      (exchange) =>
        rewrite(exchange, (body) => retype(body, which)),
  }),
  /** Puts text before the response, as PHP does with its warnings. */
  before: kind({
    form: '{"before": "Warning: …"}',
    schema: z.strictObject({ before: z.string() }),
    moments: ["after"],
    arm:
      ({ before }) =>
      (exchange) => {
        if (exchange.responseBody !== undefined) exchange.responseBody = before + exchange.responseBody;
        return undefined;
      },
  }),
  /** Wraps the response in an object, `{"result": …}`. */
  wrap: kind({
    form: '{"wrap": "result"}',
    schema: z.strictObject({ wrap: z.string() }),
    moments: ["after"],
    arm:
      ({ wrap }) =>
      (exchange) =>
        rewrite(exchange, (body) => ({ [wrap]: body })),
  }),
  /** Sends only the `data` of the response, without message or envelope. */
  unwrap: named("unwrap", ["after"], (exchange) =>
    rewrite(exchange, (body) =>
      typeof body === "object" && body !== null && "data" in body ? body.data : body,
    ),
  ),
};

function rewrite(
  exchange: { responseBody: string | undefined },
  change: (body: unknown) => unknown,
): undefined {
  if (exchange.responseBody === undefined) return;
  const body = parsed(exchange.responseBody);
  if (body !== undefined) exchange.responseBody = JSON.stringify(change(body));
}

/** Undefined if the text is not JSON, because it comes from a different fault or is the login page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
