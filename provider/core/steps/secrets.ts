import type { Definition } from "../run/operation.js";
import { type Bag, isObject, ownValue } from "../fields/values.js";

/** The values of secret fields, such as those of HTTP headers. */
export function secretsIn({ fields }: Definition, ...bags: Bag[]): string[] {
  return Object.entries(fields).flatMap(([property, { secret, secretKeys }]) =>
    secret ? bags.flatMap((bag) => textsIn(ownValue(bag, property), secretKeys)) : [],
  );
}

/** @param keys the keys of items to include; absent: all keys */
function textsIn(value: unknown, keys?: readonly string[]): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, keys));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => (keys && !keys.includes(key) ? [] : textsIn(inner)));
}
