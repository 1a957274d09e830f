/** The types of fields in a body, and the service's validation messages. */
import { z } from "zod";
import { validationError, type FieldErrors } from "../http-error.js";
import type { Body } from "../service.js";

/** Text that is not blank, with at most `max` characters. */
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

export function pattern(expression: RegExp, message: string): z.ZodType<string> {
  return text().refine((value) => expression.test(value), { error: message });
}

export const url = text().refine(isUrl, { error: "must be a valid URL" });

export const flag = z.boolean();

/** Free-form key/value pairs. Some languages serialize an empty object as an empty array. */
export const pairs = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
);

export function whole(min: number, max: number): z.ZodType<number> {
  return z.int().min(min).max(max);
}

export const id = z.int();

export function decimal(min: number, max: number): z.ZodType<number> {
  return z.number().min(min).max(max);
}

/** The checked body, and its errors by field, such as "schema.0.name". */
export function validate<T>(schema: z.ZodType<T>, body: Body): { value: T | undefined; errors: FieldErrors } {
  const parsed = schema.safeParse(body, { reportInput: true });
  const errors: FieldErrors = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path.join(".");
    (errors[field] ??= []).push(wording(field, issue));
  }
  return { value: parsed.data, errors };
}

/** The checked body. Throws a validation error if the body is invalid. */
export function validated<T>(schema: z.ZodType<T>, body: Body): T {
  const { value, errors } = validate(schema, body);
  if (value === undefined) throw validationError(errors);
  return value;
}

function wording(field: string, issue: z.core.$ZodIssue): string {
  const label = field.replaceAll("_", " ");
  if (issue.input === undefined && issue.code !== "custom") return `The ${label} field is required.`;
  switch (issue.code) {
    case "custom":
      if (issue.message === "required") return `The ${label} field is required.`;
      // Keep a message that is a full sentence.
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

function isUrl(value: string): boolean {
  if (/\s/.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (protocol === "http:" || protocol === "https:") && hostname !== "";
}

/** Characters, not UTF-16 units. */
function length(value: string): number {
  return [...value].length;
}
