/** The mode that adds an undocumented key to the objects of a response. */

/** Users choose the keys of these objects, so nothing is added to them. */
const freeForm = ["variables", "arguments"];

/** A copy of a response with the undocumented key in its objects, at any depth, except in free-form ones. */
export function withUnknownKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownKeys);
  if (typeof value !== "object" || value === null) return value;
  const items = Object.entries(value as Record<string, unknown>).map(
    ([key, item]) => [key, freeForm.includes(key) ? item : withUnknownKeys(item)] as const,
  );
  return { ...Object.fromEntries(items), unknown_key: { nested: ["unknown", null, 1] } };
}
