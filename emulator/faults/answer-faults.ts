/** Answers that are not what was asked for. */
import { z } from "zod";
import { plainMessage } from "../answers.js";
import type { Moment } from "./exchange.js";
import { kind } from "./kind.js";
import { retype, retypings } from "./retype.js";

const json = { "content-type": "application/json" };
const html = { "content-type": "text/html; charset=utf-8" };
const page = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>";
const anyMoment: [Moment, ...Moment[]] = ["before", "after", "during", "arrival"];

/** The headers of a refused request a second before it would be let through (api-gaps: rate limit). */
function refusedFor(now: number): Record<string, string> {
  return {
    "retry-after": "1",
    "x-ratelimit-limit": "60",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.floor(now / 1000) + 1),
  };
}

export const answerFaults = {
  /**
   * An answer of this status; without a body, the one the service gives with it. `retryAfter` is told in seconds,
   * `retryAfterDate` as the date so many seconds from now.
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
      ({ failure, now }) => {
        const message = status === 500 && failure !== undefined ? failure : plainMessage(status);
        // A date tells no fractions; cut off, they would make the wait too short.
        const date = new Date(Math.ceil(now() / 1000 + (retryAfterDate ?? 0)) * 1000).toUTCString();
        const said = {
          ...json,
          ...(status === 429 ? refusedFor(now()) : {}),
          ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
          ...(retryAfterDate === undefined ? {} : { "retry-after": date }),
          ...headers,
        };
        const text =
          typeof body === "string" ? body : JSON.stringify(body === undefined ? { message } : body);
        return { status, headers: said, body: text };
      },
  }),
  /** A web page instead of an answer. */
  html: kind({
    form: '"html"',
    schema: z.literal("html"),
    moments: anyMoment,
    arm: () => () => ({ status: 200, headers: html, body: page }),
  }),
  /** The way to a login page, as a request without Accept is shown it. */
  redirect: kind({
    form: '"redirect"',
    schema: z.literal("redirect"),
    moments: anyMoment,
    arm: () => () => ({ status: 302, headers: { ...html, location: "/login" }, body: page }),
  }),
  /** The request is processed and the first half of its answer sent as if it were all of it. */
  invalidJson: kind({
    form: '"invalid-json"',
    schema: z.literal("invalid-json"),
    moments: ["after", "before"],
    arm:
      () =>
      ({ answer = '{"message":"' }) => ({
        status: 200,
        headers: json,
        body: answer.slice(0, Math.max(1, Math.floor(answer.length / 2))),
      }),
  }),
  /** `success: false` under 200; before: nothing is processed, after: it is. */
  successFalse: kind({
    form: '"success-false"',
    schema: z.literal("success-false"),
    moments: ["before", "after"],
    arm:
      () =>
      ({ answer }) => {
        const told =
          answer === undefined ? { message: "The request could not be completed" } : parsed(answer);
        const body = JSON.stringify({ ...(told as object), success: false });
        return { status: 200, headers: json, body };
      },
  }),
  /** Every value of one type as another: see `retypings`. */
  retype: kind({
    form: `{"retype": ${retypings.map((name) => `"${name}"`).join(" | ")}}`,
    schema: z.strictObject({ retype: z.enum(retypings) }),
    moments: ["after"],
    arm:
      ({ retype: which }) =>
      (exchange) =>
        rewrite(exchange, (body) => retype(body, which)),
  }),
  /** The answer under a key of its own, `{"result": …}`. */
  wrap: kind({
    form: '{"wrap": "result"}',
    schema: z.strictObject({ wrap: z.string() }),
    moments: ["after"],
    arm:
      ({ wrap }) =>
      (exchange) =>
        rewrite(exchange, (body) => ({ [wrap]: body })),
  }),
  /** What an answer holds under `data`, without the message or the envelope around it. */
  unwrap: kind({
    form: '"unwrap"',
    schema: z.literal("unwrap"),
    moments: ["after"],
    arm: () => (exchange) =>
      rewrite(exchange, (body) =>
        typeof body === "object" && body !== null && "data" in body ? body.data : body,
      ),
  }),
};

function rewrite(exchange: { answer: string | undefined }, change: (body: unknown) => unknown): undefined {
  if (exchange.answer === undefined) return;
  const body = parsed(exchange.answer);
  if (body !== undefined) exchange.answer = JSON.stringify(change(body));
}

/** Undefined for what is no JSON: another fault, or the login page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
