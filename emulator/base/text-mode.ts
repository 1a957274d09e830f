/** The mode that normalizes text (docs/assumptions.md: text and empties). */

/** A copy of a body with trimmed text, and CRLF as LF. */
export function tidied(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\r\n/g, "\n").trim();
  return mapItems(value, tidied);
}

/** A copy of a response with empty text as null, and empty objects as empty arrays, as PHP serializes them. */
export function withoutEmpties(value: unknown): unknown {
  if (value === "") return null;
  if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0)
    return [];
  return mapItems(value, withoutEmpties);
}

function mapItems(value: unknown, change: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
}
