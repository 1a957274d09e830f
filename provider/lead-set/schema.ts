import { getCountries } from "libphonenumber-js/max";
import { z } from "zod";
import type { ComputedTable, FieldTable } from "../core/fields/fields.js";
import { campaignField, policy } from "../core/fields/options.js";
import { flag, noIndexes, oneOf, text } from "../core/fields/types.js";

/** Created by the SDK's LeadSet class from a path or from rows. The content is never an input. */
const list = z
  .strictObject(
    { file: z.string("must be text").optional(), hash: z.string("must be text") },
    "must be the path of a CSV file, or rows",
  )
  .meta({
    rule: "the path of a CSV file, or an iterable of rows",
    typeText:
      "string | Iterable<{ readonly [column: string]: string | number | boolean | null | undefined }>",
    example: "leads.csv",
  });

const column = text({ min: 1 });

const columnOrObject = z.union([
  column,
  z.strictObject({ column, type: oneOf(["text", "number", "boolean"]).optional() }),
]);

const variable = z.custom(
  (value) => columnOrObject.safeParse(value).success,
  'must be the name of a column, or { column, type } with the type "text", "number" or "boolean"',
);

const columns = z
  .strictObject(
    {
      phoneNumber: column.meta({ doc: "The column with the phone number." }),
      variables: z
        .record(
          z.string(),
          variable,
          'must be an object that maps each variable to a column, such as { customer_name: "Name" }',
        )
        .superRefine(noIndexes)
        .meta({
          doc: "A column for each variable of the lead, and the type of its values. Without a type, values are text.",
          typeText:
            '{ readonly [variable: string]: string | { /** The name of the column. */ readonly column: string; /** The type of its values. Default: text. */ readonly type?: "text" | "number" | "boolean" } }',
        })
        .optional(),
    },
    "must be { phoneNumber, variables? }",
  )
  .meta({ rule: "{phoneNumber, variables?}" });

const countries: ReadonlySet<string> = new Set(getCountries());

const country = z
  .string("must be text")
  .refine((value) => countries.has(value), "must be a two-letter country code in capital letters, such as US")
  .meta({ rule: "a two-letter country code in capital letters (ISO 3166-1)", example: "US" });

export const fields = {
  campaign: {
    ...campaignField(
      "The campaign that the leads belong to",
      "2.2",
      " A program can have only one LeadSet per campaign.",
    ),
    replaces: true,
  },
  leads: {
    type: list,
    doc: "The people to call: either the path of a CSV file, relative to the program's folder, or an array or other iterable of rows. A row is an object whose keys are the columns. State contains the path and a hash of the content, both encrypted, but never the content.",
    spec: "2.2",
    required: true,
    exampleCode: '"leads.csv"',
    secret: true,
    // The same content in a different file is the same list.
    tidy: (value) => (value as { hash?: unknown } | null)?.hash ?? null,
  },
  columns: {
    type: columns,
    doc: "Which column has the phone number, and which columns become variables. Other columns are ignored and sent nowhere. For an empty cell, a new lead gets no variable, and an existing lead gets empty text, since the service cannot remove a variable.",
    spec: "2.2",
    example: { phoneNumber: "Phone", variables: { customer_name: "Name" } },
    required: true,
    shown: true,
  },
  defaultCountry: {
    type: country,
    doc: "The country to assume for a phone number without a country code. If it is not set, a number that does not begin with + or 00 is rejected.",
    spec: "2.2",
    role: "policy",
    shown: true,
  },
  onRefusedRow: policy(
    ["fail", "skip"],
    "2.2",
    'What to do about a row without a possible phone number, with a value of the wrong type, with more cells than there are columns, or with the phone number of an earlier row. "fail" (default) reports all such rows, with their line numbers, and sends nothing. "skip" reports these rows, and creates leads from the others. An existing lead with the phone number of a skipped row stays as it is. While no number can be read in a skipped row, an apply that would delete leads fails.',
  ),
  onRemove: policy(
    ["delete", "keep"],
    "4.3",
    'What to do with the lead of a row that is no longer in the list, and with all leads when the resource is destroyed. "delete" (default) deletes the lead, so that the campaign does not call this person. "keep" leaves it in the campaign, where it may be called, and no longer manages it. Deleting a lead uses an assumed route (docs/routes.md).',
  ),
  exclusive: {
    type: flag(),
    doc: 'Whether the campaign has no leads except those of the list and of the program\'s Lead resources. If true, an apply removes all others, for example those of an interrupted apply, and preview names them first. Blacklisted leads stay, because nobody calls them. If false (default), preview and up only name the others. Cannot be true with onRemove: "keep".',
    spec: "4.3",
    role: "policy",
    shown: true,
  },
  onGone: policy(
    ["keep", "recreate"],
    "2.2",
    'What to do about a lead that is gone from the service while its row is still in the list. "keep" (default) does not create it again, because the person may have asked not to be called. "recreate" creates it again.',
  ),
  onExisting: policy(
    ["fail", "adopt"],
    "1",
    'What to do if the campaign already has a lead with the phone number of a row. "fail" (default) counts these leads and sends nothing: they may belong to another stack, and this resource would delete them when it is destroyed. "adopt" adopts them, writes only what differs, and protects the resource from deletion. After an interrupted apply, the environment variable VOICECALL_RESUME continues it in one run.',
  ),
} as const satisfies FieldTable;

export const computed = {
  campaignId: { type: z.number(), doc: "Id of the campaign and of the resource." },
  campaignName: { type: z.string().nullable(), doc: "Name of the campaign." },
  leadCount: { type: z.number(), doc: "How many leads the resource manages." },
  goneCount: { type: z.number(), doc: "How many of the managed leads are gone from the service." },
} as const satisfies ComputedTable;
