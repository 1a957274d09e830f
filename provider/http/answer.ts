import type { z } from "zod";
import type { TransportAnswer } from "./transport.js";

/** What an answer's body is. An empty one counts as an empty object: success codes and bodies of writes are not all shown. */
export type Content =
  { kind: "json"; value: unknown } | { kind: "empty" } | { kind: "html" } | { kind: "other" };

export function contentOf(answer: TransportAnswer): Content {
  const text = answer.body.trim();
  if (text === "") return { kind: "empty" };
  // A body that begins like a page is one, whatever its header says.
  if (/^<(!doctype|html|head|body)\b/i.test(text)) return { kind: "html" };
  try {
    return { kind: "json", value: JSON.parse(text) as unknown };
  } catch {
    return /\bhtml\b/i.test(answer.headers["content-type"] ?? "") ? { kind: "html" } : { kind: "other" };
  }
}

export type Understood<T> = { ok: true; value: T } | { ok: false; mismatches: string[] };

const mostMismatches = 5;

/** Mismatches are told by path and expected type, never by value. */
export function understand<T>(schema: z.ZodType<T>, value: unknown): Understood<T> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, mismatches: result.error.issues.slice(0, mostMismatches).map(mismatch) };
}

function mismatch(issue: z.core.$ZodIssue): string {
  const path = issue.path.length === 0 ? "the answer" : issue.path.map(String).join(".");
  return issue.code === "invalid_type"
    ? `${path}: expected ${issue.expected}`
    : `${path}: not of the expected form`;
}
