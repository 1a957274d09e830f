import { printable } from "./quoted.js";

/** The service's error text, safe for a terminal: without secrets, shortened, each part on one line. */
export interface ServiceWords {
  /** Empty if the response has no message. */
  message: string;
  /** "field: message", or "message" if fields have no names. At most twenty, then a count of the rest. */
  fields: string[];
}

const mostFields = 20;
const longestText = 300;

/**
 * Reads `{message, errors}` (spec 7), and `{error}`, which newer routes return.
 * @param conceal masks secrets; called before text is shortened, so that no part of a secret remains
 */
export function serviceWords(body: unknown, conceal: (text: string) => string): ServiceWords {
  if (!isObject(body)) return { message: "", fields: [] };
  const clean = (text: string) => bounded(conceal(text));
  return { message: clean(messageOf(body)), fields: fieldLines(body["errors"], clean) };
}

/** The message as the service wrote it: to decide by, never to show. */
export function messageOf(body: unknown): string {
  if (!isObject(body)) return "";
  const { message, error } = body;
  if (typeof message === "string") return message;
  if (typeof error === "string") return error;
  return isObject(error) && typeof error["message"] === "string" ? error["message"] : "";
}

function fieldLines(errors: unknown, clean: (text: string) => string): string[] {
  if (typeof errors !== "object" || errors === null) return [];
  const found = Object.entries(errors)
    .map(([field, messages]) => ({ field, text: joined(messages) }))
    .filter(({ text }) => text !== "");
  const lines = found
    .slice(0, mostFields)
    .map(({ field, text }) => (Array.isArray(errors) ? clean(text) : `${clean(field)}: ${clean(text)}`));
  const rest = found.length - mostFields;
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}

const joined = (messages: unknown): string =>
  (typeof messages === "object" && messages !== null ? Object.values(messages) : [messages])
    .filter((item) => typeof item === "string")
    .join(" ")
    .trim();

function bounded(text: string): string {
  const line = printable(
    text
      .slice(0, 10 * longestText)
      .replace(/\s+/g, " ")
      .trim(),
  );
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All texts in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The text without the period at its end, so that it can be part of a sentence. */
export const withoutPeriod = (text: string): string => text.replace(/[.\s]+$/, "");
