import type { z } from "zod";
import type { Outcome } from "./retry.js";
import type { TransportResponse } from "./transport.js";
import { withRecords } from "./records-cutter.js";
import { isObject } from "../base/wording.js";

/** The content of a response body. It may be empty: the specification does not show the response of every write. */
export type Content = { kind: "json"; value: unknown } | { kind: "empty" | "html" | "other"; value?: never };

export function contentOf(response: TransportResponse): Content {
  const text = response.body.trim();
  if (text === "") return { kind: "empty" };
  if (/^<(!doctype|html|head|body)\b/i.test(text)) return { kind: "html" };
  try {
    return { kind: "json", value: withRecords(JSON.parse(text), response) };
  } catch {
    // PHP puts its warnings before the JSON, and then calls the response HTML.
    const isPage = /\bhtml\b/i.test(response.headers["content-type"] ?? "") && !/[}\]]$/.test(text);
    return { kind: isPage ? "html" : "other" };
  }
}

/** Whole seconds to wait, from `retry_after` in the body, which may be a number or a numeric string. */
function pauseIn(response: TransportResponse): string | undefined {
  const { value: body } = contentOf(response);
  const value = isObject(body) ? body["retry_after"] : undefined;
  const seconds = typeof value === "string" ? Number(value || Number.NaN) : value;
  return typeof seconds === "number" && seconds >= 0 ? String(Math.ceil(seconds)) : undefined;
}

/**
 * Whether the proxy may have answered in the service's place, but never with JSON: mitmproxy 8.1.1 in its tunnel, and
 * tinyproxy 1.11.1 with 401 instead of 407 for a wrong password.
 */
export function isOfProxy(response: TransportResponse): boolean {
  const { proxy, status } = response;
  const { kind } = contentOf(response);
  if (proxy === undefined || kind === "json") return false;
  return status === 403 || status >= 500 || (status === 401 && kind === "html");
}

/** What decides about a retry. */
export function outcomeOf(response: TransportResponse): Outcome {
  const { status, headers } = response;
  const limit = (): string | undefined => pauseIn(response) ?? headers["x-ratelimit-reset"];
  // LiteLLM passes on only this one of a provider's.
  const asked = headers["retry-after"] ?? headers["llm_provider-retry-after"];
  const retryAfter = asked ?? (status === 429 ? limit() : undefined);
  const isFinal = headers["x-should-retry"]?.trim().toLowerCase() === "false";
  return { kind: "response", status, retryAfter, isFinal };
}

export type ParsedBody<T> = { ok: true; value: T } | { ok: false; mismatches: string[] };

export const mostMismatches = 5;

/** Each mismatch names the path, but never the value, which may be private. */
export function parseBody<T>(schema: z.ZodType<T>, value: unknown): ParsedBody<T> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, mismatches: result.error.issues.slice(0, mostMismatches).map(mismatch) };
}

function mismatch(issue: z.core.$ZodIssue): string {
  const path = issue.path.length === 0 ? "the response" : issue.path.map(String).join(".");
  return issue.code === "invalid_type"
    ? `${path}: expected ${issue.expected}`
    : `${path}: not in the expected form`;
}
