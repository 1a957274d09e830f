import { z } from "zod";
import { asFlag, asList, asNumber } from "../../base/spellings.js";
import { isObject } from "../../base/wording.js";
import type { ComputedTable, Field, FieldTable } from "../fields/fields.js";
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
  for (const field of Object.values(fields)) for (const variant of variantsOf(field)) note(variant);
  Object.values(computed).forEach(note);
  const converted = (raw: unknown): unknown =>
    isObject(raw)
      ? Object.fromEntries(
          Object.entries(raw).map(([key, value]) => [
            key,
            [...(conversions.get(key) ?? [])].reduce<unknown>((one, convert) => convert(one), value),
          ]),
        )
      : raw;
  return tolerant(shape, converted) as z.ZodType<ServiceRecord & z.output<z.ZodObject<S>>>;
}

/** The field in the 2025 form, and in each engine mode of the 2026 form. */
function variantsOf(field: Field): Partial<Field>[] {
  const { in2026 } = field;
  if (!in2026 || "absent" in in2026) return [field];
  const later = { ...field, ...in2026 } as Partial<Field>;
  return [
    field,
    later,
    ...Object.values(in2026.byMode ?? {}).map((mode) => ({ ...later, ...mode }) as Partial<Field>),
  ];
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
