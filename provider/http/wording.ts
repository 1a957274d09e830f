/** What the service said in an error, made fit for a terminal: masked, bounded, on one line each. */
export interface ServiceWords {
  /** Empty when it said nothing. */
  message: string;
  /** «field: message», at most twenty. */
  fields: string[];
}

const mostFields = 20;
const longestText = 300;

/**
 * Reads `{message, errors}` (spec 7), and `{error}`, which later routes of such services answer.
 * @param conceal masks secrets; applied before anything is cut off, so that no half of a secret is left
 */
export function serviceWords(body: unknown, conceal: (text: string) => string): ServiceWords {
  if (!isObject(body)) return { message: "", fields: [] };
  const clean = (text: string) => bounded(conceal(text));
  return { message: clean(messageOf(body)), fields: fieldLines(body["errors"], clean) };
}

function messageOf(body: Record<string, unknown>): string {
  const { message, error } = body;
  if (typeof message === "string") return message;
  if (typeof error === "string") return error;
  return isObject(error) && typeof error["message"] === "string" ? error["message"] : "";
}

function fieldLines(errors: unknown, clean: (text: string) => string): string[] {
  if (typeof errors !== "object" || errors === null) return [];
  const lines: string[] = [];
  for (const [field, said] of Object.entries(errors)) {
    const messages = (Array.isArray(said) ? said : [said]).filter((item) => typeof item === "string");
    const text = clean(messages.join(" "));
    if (text !== "") lines.push(Array.isArray(errors) ? text : `${clean(field)}: ${text}`);
  }
  const rest = lines.length - mostFields;
  return rest > 0 ? [...lines.slice(0, mostFields), `and ${rest} more`] : lines;
}

/** Control characters could rewrite the terminal. Of a text that is much too long only the beginning is worked on. */
function bounded(text: string): string {
  const line = text
    .slice(0, 10 * longestText)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
