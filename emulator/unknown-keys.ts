/** The mode in which every object of a response has an undocumented key. */

/** Users choose the keys of these objects, so the service adds none. */
const freeForm = ["variables", "arguments"];

/** A copy of a response in which every object, at any depth, has the undocumented key. */
export function withUnknownKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownKeys);
  if (typeof value !== "object" || value === null) return value;
  const items = Object.entries(value as Record<string, unknown>).map(
    ([key, item]) => [key, freeForm.includes(key) ? item : withUnknownKeys(item)] as const,
  );
  return { ...Object.fromEntries(items), unknown_key: { nested: ["unknown", null, 1] } };
}
