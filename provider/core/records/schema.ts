import { z } from "zod";
import { asFlag, asList, asNumber } from "../../base/spellings.js";
import { isObject } from "../../base/wording.js";
import { type ComputedTable, type Field, type FieldTable, variants } from "../fields/fields.js";
import { structureOf, unwrapped } from "../fields/structure.js";
import type { ServiceRecord } from "./record.js";
import { tolerant } from "./unreadable.js";

type Convert = (value: unknown) => unknown;

/** The schema of a kind's records, which gives ids, numbers, flags and lists the spelling of their field's type. */
export function recordOf<S extends z.ZodRawShape>(
  fields: FieldTable,
  computed: ComputedTable,
  shape: S,
): z.ZodType<ServiceRecord & z.output<z.ZodObject<S>>> {
  // Two fields may have one key: the `tools` of a record are attached and built-in ones.
  const conversions = new Map<string, Set<Convert>>();
  const note = ({ record, type, refers }: Partial<Pick<Field, "record" | "type" | "refers">>): void => {
    const convert = refers ? asIds : type && conversionOf(type);
    if (record === undefined || !convert) return;
    conversions.set(record, (conversions.get(record) ?? new Set()).add(convert));
  };
  Object.values(fields).flatMap(variants).forEach(note);
  Object.values(computed).forEach(note);
  const converted = (raw: unknown): unknown => {
    if (!isObject(raw)) return raw;
    const record: Record<string, unknown> = { ...raw };
    for (const [key, all] of conversions)
      if (Object.hasOwn(record, key)) for (const convert of all) record[key] = convert(record[key]);
    return record;
  };
  return tolerant(shape, converted) as z.ZodType<ServiceRecord & z.output<z.ZodObject<S>>>;
}

const asIds: Convert = (value) => {
  const ids = asList(value);
  if (!Array.isArray(ids)) return asNumber(value);
  return ids.map((one: unknown) =>
    isObject(one) ? { ...one, ...("id" in one && { id: asNumber(one["id"]) }) } : asNumber(one),
  );
};

function conversionOf(type: z.ZodType): Convert | undefined {
  const inner = unwrapped(type);
  if (inner instanceof z.ZodNumber) return asNumber;
  if (inner instanceof z.ZodBoolean) return asFlag;
  return structureOf(type).element ? asList : undefined;
}
