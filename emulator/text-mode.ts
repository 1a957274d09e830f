/** The mode in which the service tidies what it is given (api-gaps: text and empties). */

/** Every text of a body trimmed, with LF for CRLF. */
export function tidied(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\r\n/g, "\n").trim();
  return mapped(value, tidied);
}

/** Every empty object of an answer as an empty array, which is how the service's language writes it. */
export function emptyObjectsAsArrays(value: unknown): unknown {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0)
    return [];
  return mapped(value, emptyObjectsAsArrays);
}

function mapped(value: unknown, change: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
}
