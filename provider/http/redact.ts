/** The one place where secrets are taken out of what others wrote. */

export const mask = "[masked]";

/** Shorter texts are too common to be masked wherever they occur. */
export const shortestLeaf = 6;

/** Names and enumerations: what an error needs, and nothing about a person. */
const openKeys = new Set([
  "name",
  "assistant_name",
  "status",
  "action",
  "method",
  "type",
  "calls_direction",
  "engine_type",
  "mode",
  "endpoint_type",
  "language",
  "llm_model",
  "timezone",
  "who_speaks_first",
]);

/** Under these keys the user chooses the keys: `variables.name` is a person's name. */
const freeFormKeys = new Set(["variables"]);

/** Every text of a request body that must not come back in an error. */
export function bodySecrets(body: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown, key: string | undefined, freeForm: boolean): void => {
    if (typeof value === "string") {
      const open = !freeForm && key !== undefined && openKeys.has(key);
      if (!open && value.length >= shortestLeaf) found.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, key, freeForm);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value)) visit(item, name, freeForm || freeFormKeys.has(name));
    }
  };
  visit(body, undefined, false);
  return found;
}

/** Makes a function that replaces each of `secrets`, wherever it occurs, by «[masked]». */
export function redactor(secrets: Iterable<string | undefined>): (text: string) => string {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    if (secret === undefined) continue;
    // A service may quote what it trimmed, what it read from JSON text, or what stood in a URL.
    for (const spelling of [
      secret,
      secret.trim(),
      JSON.stringify(secret).slice(1, -1),
      urlSpelling(secret),
    ]) {
      if (spelling !== "") spellings.add(spelling);
    }
  }
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return (text) => replaceSpans(text, spans(text, longestFirst));
}

function urlSpelling(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate has no URL spelling.
    return "";
  }
}

type Span = [start: number, end: number];

function spans(text: string, needles: readonly string[]): Span[] {
  const found: Span[] = [];
  for (const needle of needles) {
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
      found.push([at, at + needle.length]);
  }
  return found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
}

/** Overlapping finds become one mask, so that no tail of a secret is left. */
function replaceSpans(text: string, found: readonly Span[]): string {
  let out = "";
  let shown = 0;
  let masked = -1;
  for (const [start, end] of found) {
    if (start >= masked) {
      out += text.slice(shown, start) + mask;
      masked = end;
    } else {
      masked = Math.max(masked, end);
    }
    shown = masked;
  }
  return out + text.slice(shown);
}
