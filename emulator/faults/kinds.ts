/** The table of faults: what each looks like in a rule, when it strikes, and what it does. */
import { z } from "zod";
import { plainMessage } from "../answers.js";

export interface Exchange {
  /** The message of a 500 on this route (spec 7). */
  failure: string | undefined;
  /** The answer of the service as text, once there is one. */
  answer: string | undefined;
  /** Fields of the body that will be accepted and not kept. */
  dropped: string[];
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** Undefined: the request goes on. */
export type Effect =
  { cut: true } | { status: number; headers: Record<string, string>; text: string } | undefined;

export type Moment = "before" | "after";

interface Kind<T> {
  schema: z.ZodType<T>;
  /** The moments at which it can strike, the default first: before the request is processed, or after. */
  moments: [Moment, ...Moment[]];
  strike(fault: T, exchange: Exchange): Effect | Promise<Effect>;
}

function kind<T>(definition: Kind<T>): Kind<T> {
  return definition;
}

const json = { "content-type": "application/json" };
const page = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>";
const html = { "content-type": "text/html; charset=utf-8" };

/** The headers of a refused request a second before it would be let through (api-gaps: rate limit). */
function rateLimit(now: number): Record<string, string> {
  return {
    "retry-after": "1",
    "x-ratelimit-limit": "60",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.floor(now / 1000) + 1),
  };
}

export const kinds = {
  /** An answer of this status; without a body, the one the service gives with it. */
  status: kind({
    schema: z.strictObject({
      status: z.int().min(200).max(599),
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
    moments: ["before", "after"],
    strike: ({ status, body, headers }, { failure, now }) => {
      const message = status === 500 && failure !== undefined ? failure : plainMessage(status);
      const limit = status === 429 ? rateLimit(now()) : {};
      const text = typeof body === "string" ? body : JSON.stringify(body ?? { message });
      return { status, headers: { ...json, ...limit, ...headers }, text };
    },
  }),
  /** The connection is cut and nothing processed. */
  cutBefore: kind({ schema: z.literal("cut-before"), moments: ["before"], strike: () => ({ cut: true }) }),
  /** The request is processed and its answer lost. */
  cutAfter: kind({ schema: z.literal("cut-after"), moments: ["after"], strike: () => ({ cut: true }) }),
  /** The request, or its answer, is held for so many milliseconds of the clock. */
  delay: kind({
    schema: z.strictObject({ delayMs: z.number().min(0) }),
    moments: ["before", "after"],
    strike: async ({ delayMs }, { sleep }) => {
      await sleep(delayMs);
      return undefined;
    },
  }),
  /** A web page instead of an answer. */
  html: kind({
    schema: z.literal("html"),
    moments: ["before", "after"],
    strike: () => ({ status: 200, headers: html, text: page }),
  }),
  /** The way to a login page, as a request without Accept is shown it. */
  redirect: kind({
    schema: z.literal("redirect"),
    moments: ["before", "after"],
    strike: () => ({ status: 302, headers: { ...html, location: "/login" }, text: page }),
  }),
  /** The request is processed and half of its answer sent. */
  invalidJson: kind({
    schema: z.literal("invalid-json"),
    moments: ["after", "before"],
    strike: (_, { answer = '{"message":"' }) => ({
      status: 200,
      headers: json,
      text: answer.slice(0, Math.max(1, Math.floor(answer.length / 2))),
    }),
  }),
  /** A field is checked, accepted and not kept. */
  dropField: kind({
    schema: z.strictObject({ dropField: z.string().min(1) }),
    moments: ["before"],
    strike: ({ dropField }, { dropped }) => {
      dropped.push(dropField);
      return undefined;
    },
  }),
};

export type Fault = { [K in keyof typeof kinds]: z.output<(typeof kinds)[K]["schema"]> }[keyof typeof kinds];

export interface Strike {
  moments: [Moment, ...Moment[]];
  run(exchange: Exchange): Effect | Promise<Effect>;
}

/** What a rule's `fault` does, or undefined when it is none of the table. */
export function strikeOf(fault: unknown): Strike | undefined {
  for (const entry of Object.values(kinds) as Kind<unknown>[]) {
    const parsed = entry.schema.safeParse(fault);
    if (parsed.success)
      return { moments: entry.moments, run: (exchange) => entry.strike(parsed.data, exchange) };
  }
  return undefined;
}

/** For messages: how each fault is written. */
export const faultForms =
  '{"status": 503, "body"?, "headers"?}, "cut-before", "cut-after", {"delayMs": 100}, "html", "redirect", "invalid-json" or {"dropField": "name"}';
