/** The types of fields in a body, and the service's messages for wrong values. */
import { z } from "zod";
import { validationError, type FieldErrors, type Message } from "../base/http-error.js";
import type { Body } from "../base/service.js";
import { freeForm } from "../base/state.js";
import { type Dialect, isZoneInPhp } from "../base/dialect.js";

/** Text that is not blank and has `min` to `max` characters. */
export function text(max = Number.MAX_SAFE_INTEGER, min = 1): z.ZodType<string> {
  return z
    .string()
    .refine((value) => value.trim() !== "", { error: "required", abort: true })
    .refine((value) => length(value) >= min, { error: `must be at least ${min} characters` })
    .refine((value) => length(value) <= max, { error: `must not be greater than ${max} characters` });
}

/** Text that may be empty. */
export function looseText(max: number): z.ZodType<string> {
  return z
    .string()
    .refine((value) => length(value) <= max, { error: `must not be greater than ${max} characters` });
}

export function pattern(
  expression: RegExp,
  message: string,
  max = Number.MAX_SAFE_INTEGER,
  min = 1,
): z.ZodType<string> {
  return text(max, min).refine((value) => expression.test(value), { error: message });
}

export const url = text().refine(isUrl, { error: "must be a valid URL" });

export const flag = z.boolean();

/**
 * Free-form keys and values. Also accepts `[]`, because some languages serialize an empty object as an array.
 */
export const pairs = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  freeForm,
);

export function whole(min: number, max: number): z.ZodType<number> {
  return z.int().min(min).max(max);
}

export const id = z.int();

export function decimal(min: number, max: number): z.ZodType<number> {
  return z.number().min(min).max(max);
}

/** How the service reads the fields of a body. */
export interface ReadingModes {
  refuseUnknownFields: boolean;
  digitStrings: boolean;
  dialect: Dialect;
  /** Fields that are known in addition to those of the schema. */
  extraFields: string[];
}

interface Checked<T> {
  value: T | undefined;
  /** The errors by field, such as "schema.0.name". */
  errors: FieldErrors;
  /** The body after conversions. */
  read: Body;
}

export function validate<T>(schema: z.ZodType<T>, body: Body, modes?: ReadingModes): Checked<T> {
  const read = withIntegers(schema, body, modes?.digitStrings === true ? () => true : isId);
  const parsed = schema.safeParse(read, { reportInput: true });
  const errors: FieldErrors = {};
  if (modes?.refuseUnknownFields === true && schema instanceof z.ZodObject) {
    const known = [...Object.keys(schema.shape), ...modes.extraFields];
    for (const field of Object.keys(read).filter((name) => !known.includes(name)))
      errors[field] = [`The ${field.replaceAll("_", " ")} field is prohibited.`];
  }
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path.join(".");
    (errors[field] ??= []).push(wording(field, issue));
  }
  if (modes?.dialect === "php" && !isZoneInPhp(read["timezone"]))
    errors["timezone"] ??= ["The timezone field must be a valid timezone."];
  return { value: parsed.data, errors, read };
}

/** The checked body. Throws if it is not valid. */
export function validated<T>(schema: z.ZodType<T>, body: Body, modes?: ReadingModes, message?: Message): T {
  const { value, errors } = validate(schema, body, modes);
  if (value === undefined || Object.keys(errors).length > 0) throw validationError(errors, message);
  return value;
}

/** The service also takes ids as text. */
const isId = (path: readonly PropertyKey[]): boolean => /(^|_)ids?(\.\d+)?$/.test(path.join("."));

/** A copy of the body with strings of digits as integers, in the fields to convert whose type is a number. */
function withIntegers(
  schema: z.ZodType,
  body: Body,
  isConverted: (path: readonly PropertyKey[]) => boolean,
): Body {
  const copy = structuredClone(body);
  for (const { code, path, ...issue } of schema.safeParse(body, { reportInput: true }).error?.issues ?? []) {
    const { input } = issue;
    const isDigits = typeof input === "string" && /^\s*[+-]?\d{1,15}\s*$/.test(input);
    if (
      code !== "invalid_type" ||
      !isDigits ||
      !isConverted(path) ||
      !("expected" in issue) ||
      issue.expected !== "number"
    )
      continue;
    let place = copy as Record<PropertyKey, unknown>;
    for (const key of path.slice(0, -1)) place = place[key] as Record<PropertyKey, unknown>;
    place[path.at(-1) ?? ""] = Number(input);
  }
  return copy;
}

function wording(field: string, issue: z.core.$ZodIssue): string {
  const label = field.replaceAll("_", " ");
  if (issue.input === undefined && issue.code !== "custom") return `The ${label} field is required.`;
  switch (issue.code) {
    case "custom":
      if (issue.message === "required") return `The ${label} field is required.`;
      // A message that is a full sentence needs no prefix.
      return /^[A-Z]/.test(issue.message) ? issue.message : `The ${label} field ${issue.message}.`;
    case "invalid_value":
      return `The selected ${label} is invalid.`;
    case "too_small":
      return `The ${label} field must be at least ${String(issue.minimum)}.`;
    case "too_big":
      return `The ${label} field must not be greater than ${String(issue.maximum)}.`;
    case "invalid_type":
      return `The ${label} field must be ${typeNames[issue.expected] ?? issue.expected}.`;
    default:
      return `The ${label} field is invalid.`;
  }
}

const typeNames: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  record: "an array",
  object: "an array",
};

export function isUrl(value: string): boolean {
  // `new URL` also accepts an address without the two slashes. `URL.canParse` rejects umlauts in Node 20.
  if (!/^https?:\/\/[^\s/]\S*$/i.test(value)) return false;
  try {
    return new URL(value).hostname !== "";
  } catch {
    return false;
  }
}

/** Counts characters, not UTF-16 units. */
function length(value: string): number {
  return [...value].length;
}
