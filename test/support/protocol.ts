/** What the engine's protocol makes of values, and which of them the engine takes for different. */
import { isDeepStrictEqual } from "node:util";

type Props = Record<string, unknown>;

/** The top-level keys that differ. The engine treats null as a missing value. */
export function topLevel(left: Props, right: Props): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter((key) => !isDeepStrictEqual(withoutNulls(left[key]), withoutNulls(right[key])))
    .sort();
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}

/** The value as it arrives on the other side of the engine's protocol. A Struct cannot contain undefined values. */
export function crossing<T>(value: T): T {
  const walk = (inner: unknown, path: string): void => {
    if (inner === undefined) throw new Error(`Unexpected struct type: ${path} is undefined`);
    if (typeof inner === "bigint" || typeof inner === "function" || typeof inner === "symbol")
      throw new Error(`${path} cannot be sent in the engine's protocol`);
    if (typeof inner === "object" && inner !== null)
      for (const [key, item] of Object.entries(inner)) walk(item, `${path}.${key}`);
  };
  walk(value, "bag");
  return structuredClone(value);
}
