/** The JSON report of `voicecall drift`. Scripts depend on its format, so new versions only add keys. */
import { z } from "zod";
import { errorSchema } from "../../provider/base/messages.js";

const resource = z.object({
  urn: z.string(),
  /** The kind of resource, such as `Assistant`. */
  kind: z.string(),
  /** The resource's name in the program. */
  name: z.string(),
  /** The object's kind and name: `Assistant "Support"`. */
  title: z.string(),
  /** The service's id. */
  id: z.string().optional(),
});

const field = z.object({
  /** The property and, within an object, the key that differs: `variables.company`. */
  path: z.string(),
  /** The value at the last apply; absent if the program lacks the key. */
  declared: z.json().optional(),
  /** The live value; absent if the service lacks the key. */
  live: z.json().optional(),
  /** Names for the ids in both values, by id. */
  names: z.record(z.string(), z.string()).optional(),
  /** What differs, if the values do not show it. */
  text: z.string().optional(),
  /** State or the field's definition marks the value as secret, so both values are masked. */
  secret: z.literal(true).optional(),
});

const undeclaredField = z.object({
  path: z.string(),
  live: z.json(),
  /** The live value is masked. */
  secret: z.literal(true).optional(),
  /** The line that would declare the live value in the program. */
  line: z.string(),
});

export const reportSchema = z.object({
  version: z.literal(1),
  stack: z.string(),
  outcome: z.enum(["no drift", "drift", "could not tell"]),
  /** When the last update of the whole stack began, if the stack's history shows it. ISO 8601. */
  appliedAt: z.string().optional(),
  /** The number of resources that were compared with the service. */
  compared: z.int(),
  drift: z.array(
    resource.extend({
      fields: z.array(field).min(1),
      /** When the service last changed the object since the last apply, if its record shows that. ISO 8601. */
      changedAt: z.string().optional(),
    }),
  ),
  /** Objects that are gone from the service. The next `up --refresh` creates them again. */
  gone: z.array(resource),
  /** Facts that are not drift, such as an inactive assistant. */
  notes: z.array(resource.partial().extend({ text: z.string() })),
  /** Declared fields that cannot be compared, for example because the service does not return them. */
  notReadable: z.array(resource.extend({ paths: z.array(z.string()).min(1) })),
  /** With `--untracked`: objects in the account that no resource of the stack manages. */
  untracked: z
    .array(z.object({ account: z.string(), kind: z.string(), title: z.string(), id: z.string() }))
    .optional(),
  /** With `--undeclared`: live values that the program does not declare and that are not the service's defaults. */
  undeclared: z.array(resource.extend({ fields: z.array(undeclaredField).min(1) })).optional(),
  /** Why the result is unknown, for one resource or for all. Provider errors also have a code and a reason. */
  errors: z.array(resource.partial().extend({ text: z.string(), ...errorSchema.partial().shape })),
});

export type Report = z.output<typeof reportSchema>;
export type ReportedResource = z.output<typeof resource>;
export type ReportedField = z.output<typeof field>;

type Findings = Pick<Report, "drift" | "gone" | "untracked" | "undeclared" | "errors">;

export function outcomeOf(found: Findings): Report["outcome"] {
  if (found.errors.length > 0) return "could not tell";
  const { drift, gone, untracked = [], undeclared = [] } = found;
  return [drift, gone, untracked, undeclared].some(({ length }) => length > 0) ? "drift" : "no drift";
}

/** The report about a stack that could not be read. */
export const unreadable = (stack: string, text: string): Report => ({
  version: 1,
  stack,
  outcome: "could not tell",
  compared: 0,
  drift: [],
  gone: [],
  notes: [],
  notReadable: [],
  errors: [{ text }],
});

/** What an additional look at the accounts of the stack finds. */
export interface Addition extends Pick<Report, "notes" | "errors"> {
  readonly untracked?: NonNullable<Report["untracked"]>;
  readonly undeclared?: NonNullable<Report["undeclared"]>;
}
export type Untracked = Addition & { readonly untracked: NonNullable<Report["untracked"]> };
export type Undeclared = Addition & { readonly undeclared: NonNullable<Report["undeclared"]> };

export function withAddition(report: Report, { notes, errors, ...found }: Addition): Report {
  const whole = {
    ...report,
    ...found,
    notes: [...report.notes, ...notes],
    errors: [...report.errors, ...errors],
  };
  return { ...whole, outcome: outcomeOf(whole) };
}
