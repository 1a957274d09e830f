import { type Secrets, shortestLeaf } from "../../http/redact.js";
import type { Definition } from "../run/operation.js";
import { type Bag, isObject, ownValue } from "../fields/values.js";

/**
 * The strings to mask in the messages of an operation, and the names that messages may contain. Short strings
 * are masked only if they are secret.
 */
export function secretsOf(definition: Definition, ...bags: Bag[]): Secrets {
  const strict: string[] = [];
  const texts: string[] = [];
  const names: string[] = [];
  for (const [property, field] of Object.entries(definition.fields)) {
    for (const value of bags.map((bag) => ownValue(bag, property))) {
      if (field.shown) names.push(...textsIn(value));
      else if (field.secret) strict.push(...privateTexts(value, field.secretKeys));
      if (!field.shown && (!field.secret || field.secretKeys))
        texts.push(...privateTexts(value).filter((text) => text.length >= shortestLeaf));
      names.push(...keysIn(value));
    }
  }
  return { strict, private: texts, names };
}

/** Names, keys and types of items contain nothing private, and errors need them. */
const isShown = (key: string): boolean => ["name", "key", "type"].includes(key);

/** @param keys the keys of items to include; absent: all keys */
const privateTexts = (value: unknown, keys?: readonly string[]): string[] =>
  Array.isArray(value)
    ? value.flatMap((item: unknown) =>
        isObject(item)
          ? Object.entries(item).flatMap(([key, inner]) =>
              isShown(key) || (keys && !keys.includes(key)) ? [] : textsIn(inner),
            )
          : textsIn(item),
      )
    : textsIn(value);

const textsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Object keys, and the names and keys of list items. The service's error messages contain them. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) =>
      isObject(item) ? [item["name"], item["key"]].filter((name) => typeof name === "string") : [],
    );
  return isObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(keysIn)] : [];
}
