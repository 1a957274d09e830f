/** What the service must hold for a declared value, in the local service's own names (spec 2 and 4). */
import { isDeepStrictEqual } from "node:util";
import type { Kind } from "../../../provider/catalog.js";
import { fieldsOf } from "../../kinds/index.js";
import { type Field, role } from "../../../provider/core/fields.js";
import { brief } from "./values.js";

type Row = Record<string, unknown>;

const contacts = (value: unknown): unknown =>
  (value as Row[]).map(({ phoneNumber, variables = {} }) => ({ phone_number: phoneNumber, variables }));

/** Values that the service keeps under other words. */
const OTHERWISE: Record<string, (value: unknown) => unknown> = {
  callsDirection: (value) => (value === "receive" ? "inbound" : "outbound"),
  whoSpeaksFirst: (value) => value === "Customer",
  secondaryContacts: contacts,
};

/** Numbers as JSON has them. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

const unordered = (field: Field, value: unknown): unknown =>
  field.unordered && Array.isArray(value)
    ? value.map((item: unknown) => JSON.stringify(Object.entries(item as object).sort())).sort()
    : value;

/** What of a declared value the service does not hold, in words. */
export function notHeld(kind: Kind, property: string, value: unknown, row: Row, sent: Row): string[] {
  const fields: Readonly<Record<string, Field>> = fieldsOf(kind);
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
  const held = SHOWN[property] ? (row[key] as Row[]).map(SHOWN[property]) : row[key];
  return differs(`the stored ${key}`, held, OTHERWISE[property]?.(value) ?? value);
}

/** The parts of stored items that the 2025 form shows. */
const SHOWN: Record<string, (item: Row) => Row> = {
  secondaryContacts: ({ phone_number, variables }) => ({ phone_number, variables }),
  schema: ({ required: _, ...item }) => item,
};
