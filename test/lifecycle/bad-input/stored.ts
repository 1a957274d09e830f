/** The value that the local service stores for a declared value, under its own names (spec 2 and 4). */
import { isDeepStrictEqual } from "node:util";
import type { Kind } from "../../../provider/catalog.js";
import { fieldsOf } from "../../kinds/index.js";
import { type ApiForm, type Field, role } from "../../../provider/core/fields/fields.js";
import { brief } from "./values.js";

type Row = Record<string, unknown>;

const contacts = (value: unknown): unknown =>
  (value as Row[]).map(({ phoneNumber, variables = {} }) => ({ phone_number: phoneNumber, variables }));

/** Values for which the service uses different words. */
const OTHERWISE: Record<string, (value: unknown) => unknown> = {
  callsDirection: (value) => (value === "receive" ? "inbound" : "outbound"),
  whoSpeaksFirst: (value) => value === "Customer",
  secondaryContacts: contacts,
};

const OTHERWISE_IN_2026: typeof OTHERWISE = {
  schema: (value) => (value as Row[]).map((item) => ({ required: true, ...item })),
  builtInTools: (value) =>
    (value as Row[]).map(({ type, description = null }) => ({
      type: String(type).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      description,
    })),
};

/** The value as JSON carries it: -0 becomes 0. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

const unordered = (field: Field, value: unknown): unknown =>
  field.unordered && Array.isArray(value)
    ? value.map((item: unknown) => JSON.stringify(Object.entries(item as object).sort())).sort()
    : value;

/** The parts of a declared value that the service has not stored. */
export function notHeld(
  { kind, form, property }: { kind: Kind; form: ApiForm; property: string },
  value: unknown,
  row: Row,
  sent: Row,
): string[] {
  const fields: Readonly<Record<string, Field>> = fieldsOf(kind, form, "pipeline");
  const field = fields[property]!;
  if (role(field) !== "field" || field.refers || value === null) return [];
  const differs = (what: string, held: unknown, declared: unknown): string[] =>
    isDeepStrictEqual(unordered(field, asJson(held)), unordered(field, asJson(declared)))
      ? []
      : [`${what} is ${brief(held)} and not ${brief(declared)}`];
  if (field.request === "*")
    return Object.entries(value as Row).flatMap(([key, item]) =>
      Object.hasOwn(sent, key) ? differs(`sent ${key}`, sent[key], item) : [`${brief(key)} was not sent`],
    );
  const key = field.record ?? field.request!;
  const shownPart = SHOWN[form][property];
  const held = shownPart ? (row[key] as Row[]).map(shownPart) : row[key];
  const otherwise = { ...OTHERWISE, ...(form === "2026" && OTHERWISE_IN_2026) };
  return differs(`the stored ${key}`, held, otherwise[property]?.(value) ?? value);
}

const contact = ({ phone_number, variables }: Row): Row => ({ phone_number, variables });

/** For each form, the parts of stored items that are compared with the declared items. */
const SHOWN: Record<ApiForm, Record<string, (item: Row) => Row>> = {
  "2025": { secondaryContacts: contact, schema: ({ required: _, ...item }) => item },
  "2026": {
    secondaryContacts: contact,
    // The service adds defaults for the other keys, which test/lifecycle/built-in-tools.test.ts compares.
    builtInTools: ({ type, data }) => ({ type, description: (data as Row)["description"] ?? null }),
  },
};
