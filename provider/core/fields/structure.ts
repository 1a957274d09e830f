/**
 * Selects what to compare in lists and in objects with known keys, and merges them for an update. Keys that
 * the program does not declare, and items that the service adds by itself, are not differences. An update
 * sends them back unchanged.
 */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Field } from "./fields.js";
import { carried } from "../../base/carried.js";
import { asFlag, asList, asNumber } from "../../base/spellings.js";
import { decimalText } from "./codecs.js";
import { type Bag, NOT_READABLE, isObject, normal, ownValue } from "./values.js";

export type Type = z.core.$ZodType;

/**
 * The part of a live value to compare: only declared keys of each object, or all known keys if nothing is
 * declared.
 */
export function declaredPart(field: Field, value: unknown, declared: unknown): unknown {
  if (value === NOT_READABLE) return value;
  if (field.record === "*") return isObject(value) ? extraFieldsOf(value, declared) : NOT_READABLE;
  if (!field.merged || declared === undefined) return part(field, field.type, value, declared);
  if (!isObject(declared) || !isObject(value)) return {};
  const keys = Object.keys(declared).filter((key) => Object.hasOwn(value, key));
  return Object.fromEntries(keys.map((key) => [key, value[key]]));
}

/** The declared extra fields, with their live values. A field that the record lacks keeps its declared value. */
function extraFieldsOf(record: Bag, declared: unknown): unknown {
  if (!isObject(declared)) return NOT_READABLE;
  const entries = Object.entries(declared);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Object.hasOwn(record, key) ? extraValue(record[key], value) : value]),
  );
}

/**
 * The live value of an extra field. Equals the declared value if the record only has another format for it: the
 * service returns decimals as text, and some booleans as 1 or 0.
 */
export function extraValue(raw: unknown, declared: unknown): unknown {
  if (typeof declared === "boolean") return raw === Number(declared) ? declared : carried(raw);
  return typeof declared === "number" && decimalText.decode(raw, {}) === declared ? declared : carried(raw);
}

function part(field: Field, type: Type | undefined, value: unknown, declared: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { element, shape } = structureOf(type);
  if (element && Array.isArray(value)) {
    if (!Array.isArray(declared)) return value.map((item) => part(field, element, item, undefined));
    const partners = pairs(field, declared, value);
    return [...value.entries()]
      .filter(([index, item]) => partners.has(index) || !isOfService(field, item))
      .map(([index, item]) => part(field, element, item, declared[partners.get(index) ?? -1]));
  }
  if (!shape || !isObject(value)) return value;
  const keys = new Set(Object.keys(isObject(declared) ? declared : shape));
  const found = Object.entries(value).filter(([key]) => keys.has(key));
  const below = isObject(declared) ? declared : {};
  return Object.fromEntries(
    found.map(([key, item]) => [key, part(field, shape[key], item, ownValue(below, key))]),
  );
}

/** The declared value, plus undeclared keys of the live value and items that the service adds by itself. */
export function withUndeclared(field: Field, value: unknown, declared: unknown): unknown {
  return merged(field, field.type, value, declared);
}

function merged(field: Field, type: Type | undefined, value: unknown, declared: unknown): unknown {
  const { element, shape } = structureOf(type);
  if (element && Array.isArray(value) && Array.isArray(declared)) {
    const partners = pairs(field, declared, value);
    const live = new Map([...partners].map(([index, one]) => [one, value[index] as unknown]));
    const items = declared.map((item, index) => merged(field, element, live.get(index), item));
    const ofService = value.filter((item, index) => !partners.has(index) && isOfService(field, item));
    return items.concat(ofService);
  }
  if (!shape || !isObject(value) || !isObject(declared)) return declared;
  // The service may reject null in a request, even for a key that its record shows as null.
  const undeclared = Object.entries(value).filter(
    ([key, item]) => item !== null && !Object.hasOwn(declared, key),
  );
  const known = Object.entries(declared).map(
    ([key, item]) => [key, merged(field, shape[key], ownValue(value, key), item)] as const,
  );
  return Object.fromEntries([...undeclared, ...known]);
}

const isOfService = (field: Field, item: unknown): boolean => field.serviceItems?.(item) ?? false;

/**
 * Maps indexes of live items to indexes of declared items. Items of an ordered list are paired by position.
 * In other lists, equal items are paired first. Then items with equal sort keys (`field.unordered`) are paired: first
 * if the live item has all properties of the declared item with the same values, and then the remaining ones.
 */
function pairs(field: Field, declared: readonly unknown[], value: readonly unknown[]): Map<number, number> {
  const found = new Map<number, number>();
  const free = new Set(declared.keys());
  const pair = (belong: (item: unknown, other: unknown) => boolean): void => {
    for (const one of [...free]) {
      const index = value.findIndex((item, at) => !found.has(at) && belong(declared[one], item));
      if (index < 0) continue;
      found.set(index, one);
      free.delete(one);
    }
  };
  if (!field.unordered)
    return new Map([...free].filter((index) => index < value.length).map((index) => [index, index]));
  const hasSameKey = (item: unknown, other: unknown): boolean => keyOf(field, item) === keyOf(field, other);
  pair((item, other) => isDeepStrictEqual(normal(item), normal(other)));
  pair((item, other) => hasSameKey(item, other) && contains(other, item));
  pair(hasSameKey);
  return found;
}

const keyOf = (field: Field, item: unknown): string => String(normal(field.unordered?.(item)));

const contains = (live: unknown, declared: unknown): boolean =>
  isObject(live) && isObject(declared)
    ? Object.keys(declared).every((key) =>
        isDeepStrictEqual(normal(ownValue(live, key)), normal(declared[key])),
      )
    : isDeepStrictEqual(normal(live), normal(declared));

/** Whether a field is a list or an object with known keys. */
export const isStructured = ({ type }: Field): boolean => Object.keys(structureOf(type)).length > 0;

interface Structure {
  readonly element?: Type;
  readonly shape?: Readonly<Record<string, Type>>;
}

export const unwrapped = (type: Type | undefined): Type | undefined =>
  type instanceof z.ZodOptional || type instanceof z.ZodNullable ? unwrapped(type.unwrap()) : type;

/** The value in the spelling of its type, at any depth (docs/assumptions.md: spellings). */
export function typed(wrapped: Type | undefined, value: unknown): unknown {
  const type = unwrapped(wrapped);
  if (type instanceof z.ZodNumber) return asNumber(value);
  if (type instanceof z.ZodBoolean) return asFlag(value);
  if (type instanceof z.ZodArray) {
    const list = asList(value);
    return Array.isArray(list) ? list.map((item) => typed(type.element, item)) : value;
  }
  if (type instanceof z.ZodObject && isObject(value)) {
    const { shape } = type;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, typed(shape[key] as Type, item)]),
    );
  }
  if (!(type instanceof z.ZodUnion)) return value;
  const options = type.options as z.ZodType[];
  const fits = (one: unknown): boolean => options.some((option) => option.safeParse(one).success);
  if (fits(value)) return value;
  return options.map((option) => typed(option, value)).find(fits) ?? value;
}

export function structureOf(wrapped: Type | undefined): Structure {
  const type = unwrapped(wrapped);
  if (type instanceof z.ZodArray) return { element: type.element };
  if (type instanceof z.ZodObject) return { shape: type.shape };
  if (!(type instanceof z.ZodUnion)) return {};
  const shapes = (type.options as Type[]).map((option) => structureOf(option).shape);
  return shapes.some(Boolean) ? { shape: Object.assign({}, ...shapes) as Record<string, Type> } : {};
}
