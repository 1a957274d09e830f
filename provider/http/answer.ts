import type { z } from "zod";
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
export function pauseIn(response: TransportResponse): string | undefined {
  const { value: body } = contentOf(response);
  const value = isObject(body) ? body["retry_after"] : undefined;
  const seconds = typeof value === "string" ? Number(value || Number.NaN) : value;
  return typeof seconds === "number" && seconds >= 0 ? String(Math.ceil(seconds)) : undefined;
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
