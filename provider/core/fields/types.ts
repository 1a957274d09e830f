import { z } from "zod";
import { counted } from "../../base/quoted.js";
import { trimmed } from "../../base/trimmed.js";
import { decimalDoubt, urlDoubt } from "./doubts.js";
import { readPhone } from "./phone-number.js";
import { zoneDoubt, zoneNames, zoneOf } from "./time-zones.js";
import { UNKNOWN } from "./values.js";

/** Counts code points. `text.length` would count most emoji as two characters. */
const length = (text: string): number => [...text].length;

/** A code point has one or two code units, so `text.length` decides for most texts. */
const isWithin = (text: string, min: number, max: number): boolean =>
  (text.length <= max && text.length >= min * 2) || (length(text) >= min && length(text) <= max);

export interface TextLimits {
  min?: number;
  max?: number;
  /** Shown in the reference documentation. */
  example?: string;
}

/** Text with limits in characters. If `min` is 1 or more, blank text is rejected. */
export function text({ min = 0, max, example = "text" }: TextLimits = {}) {
  const schema = z.string("must be text").superRefine((value, context) => {
    if (min > 0 && trimmed(value) === "") {
      context.addIssue({ code: "custom", message: "must not be blank" });
    } else if (!isWithin(value, min, max ?? Number.POSITIVE_INFINITY)) {
      context.addIssue({
        code: "custom",
        message: `must be ${characters(min, max)}, has ${length(value)}`,
      });
      // The service may trim text before it counts (docs/assumptions.md: text and empties).
    } else if (!isWithin(trimmed(value), min, Number.POSITIVE_INFINITY)) {
      context.addIssue({
        code: "custom",
        message: `must be ${characters(min, max)}, has ${length(trimmed(value))} without the blanks around it`,
      });
    }
  });
  const rule = min > 0 || max !== undefined ? characters(min, max) : "text";
  return schema.meta({ rule, example });
}

function characters(min: number, max: number | undefined): string {
  if (max === undefined) return `at least ${counted(min, "character")}`;
  return min === 0 ? `at most ${counted(max, "character")}` : `${min}-${max} characters`;
}

export function wholeNumber(min: number, max: number, unit = "") {
  const rule = `a whole number, ${min}-${max}${unit && ` ${unit}`}`;
  const message = `must be ${rule}`;
  return z.int(message).min(min, message).max(max, message).meta({ rule });
}

export function decimal(min: number, max: number) {
  const rule = `a number, ${min}-${max}`;
  const message = `must be ${rule}`;
  return z.number(message).min(min, message).max(max, message).meta({ rule, doubt: decimalDoubt });
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  const rule = values.map((value) => `"${value}"`).join(" or ");
  return z.enum(values, `must be ${rule}`).meta({ rule });
}

export const flag = () => z.boolean("must be true or false").meta({ rule: "true or false" });

export const id = () =>
  z
    .int("must be an id, a whole number")
    .positive("must be an id, a whole number above 0")
    .meta({ rule: "an id", example: 201 });

/** In Node 20, `URL.canParse` rejects valid names with umlauts as soon as V8 has optimized it. */
function isUrl(value: string): boolean {
  try {
    return new URL(value).host !== "";
  } catch {
    return false;
  }
}

/** A web address with http or https. */
export const webAddress = () =>
  z
    .string("must be a URL")
    // The URL parser accepts control characters, and drops some of them.
    .refine((value) => /^https?:\/\/[^\s/]/i.test(value) && !/[\s\p{Cc}]/u.test(value) && isUrl(value), {
      message: "must be a valid http:// or https:// URL",
    })
    .meta({ rule: "an http:// or https:// URL", example: "https://api.example.com/voice", doubt: urlDoubt });

/** Parameters as `{name}` and variables as `{{name}}`, which the service fills in during a call. */
const placeholder = /\{\{[^{}]+\}\}|\{[^{}]+\}/g;

export const addressTemplate = (max: number) =>
  text({ min: 1, max })
    .refine((value) => webAddress().safeParse(value.replace(placeholder, "0")).success, {
      message: "must be a valid http:// or https:// URL, which may contain {parameter} and {{variable}}",
    })
    .meta({
      rule: `an http:// or https:// URL of at most ${max} characters; may contain {parameter} and {{variable}}`,
    });

/** YAML reads an unquoted +4930123456 as a number and drops the plus. */
const WITHOUT_PLUS = '; the value has no "+": if it comes from Pulumi.<stack>.yaml, put it in quotes there';

/** A phone number in E.164 format, with a valid length for its country. */
export const phone = () =>
  z
    .string("must be a phone number in E.164 format")
    .superRefine((value, context) => {
      const message = phoneMistake(value);
      const spelling = /^[1-9]\d{6,14}$/.test(value) ? { params: { spelling: WITHOUT_PLUS } } : {};
      if (message !== undefined) context.addIssue({ code: "custom", message, ...spelling });
    })
    .meta({ rule: 'E.164, e.g. "+12025550101"', example: "+12025550101" });

function phoneMistake(value: string): string | undefined {
  if (!/^\+[1-9]\d{1,14}$/.test(value))
    return `must be in E.164 format: "+", country code and number, digits only`;
  const { numbers, mistake } = readPhone(value);
  if (mistake !== undefined) return "is not a possible phone number: too short or too long for its country";
  // With and without such a prefix, one person would have two numbers and could be called twice. The library removes a
  // prefix such as the 0 of +44020, and keeps the 0 of numbers in Italy.
  return numbers[0] === value
    ? undefined
    : "must be in E.164 format: without the prefix of calls within the country, such as the 0 after +44";
}

export const timeOfDay = () =>
  z
    .string("must be text")
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as "HH:MM", "00:00"-"23:59"')
    .meta({ rule: 'a time of day as "HH:MM"', example: "09:00" });

export const timeZone = () =>
  z
    .string("must be a time zone identifier")
    .refine((value) => zoneOf(value) !== undefined, {
      message: 'is not a time zone identifier such as "Europe/Berlin" or "UTC"',
      params: { words: () => [...zoneNames] },
    })
    .meta({
      rule: 'a time zone identifier, e.g. "Europe/Berlin"',
      example: "Europe/Berlin",
      doubt: zoneDoubt,
    });

/** An object in the account, by its name or by its id as a number. */
export function nameOrId(what: string) {
  const one = `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
  return z
    .union([id(), text({ min: 1 })], `must be ${one}'s name or id`)
    .meta({ rule: `${one}'s name, or its id as a number`, example: 1 });
}

/** Several objects, by name or id. Digits as text are an id, because the `id` of a resource is text. */
export function references(what: string) {
  const nameOrDigits = text({ min: 1 }).refine(
    (value) => !/^\d+$/.test(value) || (/^[1-9]/.test(value) && Number.isSafeInteger(Number(value))),
    `must be a ${what} resource, name or id; digits alone are an id, which must be a whole number above 0`,
  );
  return distinct(z.union([id(), nameOrDigits], `must be a ${what} resource, name or id`));
}

/** Several objects that no resource manages, by their names or by their ids as numbers. */
export const namesOrIds = (what: string) => distinct(nameOrId(what));

const distinct = <T extends z.ZodType>(item: T) => z.array(item, "must be an array").superRefine(noRepeats);

export function noRepeats(list: readonly unknown[], context: z.core.$RefinementCtx): void {
  const seen = new Set<unknown>();
  const twice = list.findIndex((one) => seen.size === seen.add(one).size);
  if (twice < 0) return;
  // With the value, the message would be: is in the list twice, not 5.
  const params = { withoutValue: true };
  context.addIssue({ code: "custom", path: [twice], message: "is in the list twice", params });
}

/**
 * A list of objects. Keys that are not in `shape` are rejected, and so are two items with one name.
 * @param sameName the form in which names are compared
 */
export function listOf<T extends z.core.$ZodLooseShape>(
  shape: T,
  rule: string,
  sameName = (name: string): string => name,
) {
  const item = `{ ${Object.keys(shape).join(", ")} }`;
  return z
    .array(z.strictObject(shape, `must be ${item}`), `must be an array of ${item}`)
    .superRefine((list, context) => {
      const names = (list as { name?: unknown }[]).map(({ name }) =>
        typeof name !== "string" || ["", UNKNOWN].includes(name) ? undefined : sameName(trimmed(name)),
      );
      const twice = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index);
      if (twice < 0) return;
      const params = { withoutValue: true };
      context.addIssue({
        code: "custom",
        path: [twice, "name"],
        message: "is the name of another item too",
        params,
      });
    })
    .meta({ rule: `an array of {${rule}}` });
}

export const byName = (item: unknown): string => String((item as { name?: unknown } | null)?.name);

export const byKey = (item: unknown): string => String((item as { key?: unknown } | null)?.key);

/**
 * Any JSON values. Users choose the keys, so they are never renamed.
 * @param isMerged whether they belong to a person, whose variables the service merges
 */
export const customVariables = ({ isMerged = false } = {}) =>
  z
    .custom<Record<string, Json>>((value) => isJsonObject(value), "must be an object of JSON values")
    .superRefine((value, context) => (isMerged ? noIndexes(value, context) : undefined))
    .meta({
      rule: "an object of JSON values",
      typeText: "{ [key: string]: any }",
      example: { company: "Acme" },
    });

/** PHP counts such keys anew when it merges, so each update would add a value, and replace none. */
export function noIndexes(value: object, context: z.core.$RefinementCtx): void {
  const isIndex = (key: string): boolean => /^(0|-?[1-9]\d{0,18})$/.test(key);
  const message = `must have no whole number as a key, because the service may add values under such keys instead of replacing them; rename it, for example to "option_0"`;
  if (!Array.isArray(value) && Object.keys(value).some(isIndex))
    context.addIssue({ code: "custom", message });
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function isJsonObject(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isJson)
  );
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) ? value.every(isJson) : isJsonObject(value);
}
