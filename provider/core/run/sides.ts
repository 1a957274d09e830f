import { carried } from "../../base/carried.js";
import { orElse } from "../../base/errors.js";
import { type Names, asId } from "../lookup/names.js";
import { type ApiForm, type Field, type FieldTable, role } from "../fields/fields.js";
import { asName } from "../../base/spellings.js";
import type { ServiceRecord } from "../records/record.js";
import { isFaulty } from "../records/unreadable.js";
import { type Memory, isOfForm } from "./state.js";
import { isStructured, typed, withUndeclared } from "../fields/structure.js";
import { type Bag, NOT_READABLE, distinct, isObject, normal, ownValue } from "../fields/values.js";

/**
 * Program, state and record, each as values of the fields that can be compared: ids for references, in the order of the
 * program, and otherwise values in the spelling of their type.
 */
export type Values = ReadonlyMap<string, unknown>;

/** The parts of an operation that `shownIn` needs. */
interface Comparing {
  readonly definition: { readonly fields: FieldTable };
  readonly session: { readonly names: Names };
}

/**
 * What a record shows. NOT_READABLE for a field that it does not show in a comparable form.
 * @param known values with ids that need no lookup
 */
export async function shownIn(
  { definition: { fields }, session: { names } }: Comparing,
  record: ServiceRecord,
  known: Values = new Map(),
): Promise<Values> {
  const values = new Map<string, unknown>();
  for (const [property, field] of Object.entries(fields)) {
    const value = isHidden(field, record, names) ? NOT_READABLE : decoded(field, record);
    const ids =
      field.refers?.onlyListed && listedIds(field.refers, value, knownIds(known.get(property)), names);
    // Check lets no program declare a value that `carried` would change, so only records need it.
    values.set(
      property,
      ids ? await ids : field.record === "*" || value === NOT_READABLE ? value : carried(value),
    );
  }
  return values;
}

function decoded({ codec, type, refers, record: key }: Field, record: ServiceRecord): unknown {
  if (key === undefined) return NOT_READABLE;
  if (key === "*") return record;
  if (![key, ...(codec?.alsoReads ?? [])].some((one) => Object.hasOwn(record, one))) return NOT_READABLE;
  const value = codec ? codec.decode(record[key], record) : record[key];
  return refers || value === NOT_READABLE ? value : typed(type, value);
}

/** Whether the record hides the references of the field. Notes a record that shows some. */
export function isHidden({ record: key = "", codec, refers }: Field, record: Bag, names: Names): boolean {
  if (!refers || !codec?.mayHide) return false;
  if (codec.mayHide(record[key], record)) return names.isHidden(refers.to);
  if (knownIds(codec.decode(record[key], record)).length > 0) names.note(refers.to, "shown");
  return false;
}

/** The ids that are declared or in the listing. A single reference without such an id is not readable. */
async function listedIds(
  { to, many }: NonNullable<Field["refers"]>,
  value: unknown,
  known: readonly number[],
  names: Names,
): Promise<unknown> {
  if (value === NOT_READABLE) return value;
  const ids = knownIds(value);
  const isListed = await Promise.all(ids.map(async (id) => known.includes(id) || (await names.has(to, id))));
  const listed = ids.filter((_, index) => isListed[index]);
  return many ? listed : (listed[0] ?? NOT_READABLE);
}

/** The numeric ids in the value of a reference. */
export const knownIds = (ids: unknown): number[] =>
  (Array.isArray(ids) ? ids : [ids]).filter((id): id is number => typeof id === "number");

/** The recorded value of a field. For references: ids, or undefined if none were recorded. */
export function recorded(field: Field, property: string, olds: Bag): unknown {
  const value = ownValue(olds, property);
  if (value === undefined || !field.refers) return value;
  const ids = ownValue(olds, field.refers.idAs);
  return ids === null && field.refers.many ? [] : ids;
}

/** The parts of an operation that `recordedNow` needs. */
interface Recorded {
  readonly definition: { readonly fields: FieldTable; readonly form?: ApiForm };
  readonly olds: Bag;
  readonly memory: Memory;
  resolve(property: string, value: unknown): Promise<unknown>;
}

/**
 * The recorded value in this form of the API. The other form may have different ids, so if state was written in the
 * other form, recorded names are looked up again. Undefined if there are no ids.
 */
export async function recordedNow(operation: Recorded, property: string): Promise<unknown> {
  const { definition, olds, memory } = operation;
  const field = definition.fields[property]!;
  const before = recorded(field, property, olds);
  if (!field.refers || isOfForm(definition.form, memory) || before === undefined) return before;
  const resolving = operation.resolve(property, ownValue(olds, property));
  return resolving.catch(orElse(undefined, "unknown-name", "ambiguous-name"));
}

/** The parts of a definition that these functions need. */
interface Keyed {
  readonly kind: string;
  readonly fields: FieldTable;
  readonly keyFields: readonly string[];
}

/** A key as text. Values that `normal` makes equal, or that look the same, give the same text. */
export const keyOf = (kind: string, values: readonly unknown[]): string =>
  asName(`${kind}:${JSON.stringify(normal(values))}`);

/** The key of an object as text. Different spellings of the same key give the same text. */
export const keyText = ({ kind, keyFields }: Pick<Keyed, "kind" | "keyFields">, wanted: Values): string =>
  keyOf(
    kind,
    keyFields.map((property) => wanted.get(property)),
  );

/** The key of a record, in the format of `keyText`. Undefined if it cannot be read. */
export const recordKey = ({ kind, fields, keyFields }: Keyed, record: ServiceRecord): string | undefined => {
  const keys = keyFields.map((property) => fields[property]?.record ?? "");
  if (keys.some((key) => isFaulty(record, key))) return undefined;
  return keyOf(
    kind,
    keys.map((key) => ownValue(record, key)),
  );
};

/** Whether a record has the key that the program declares. */
export const hasKey = (definition: Keyed, record: ServiceRecord, wanted: Values): boolean =>
  recordKey(definition, record) === keyText(definition, wanted);

/** The key that state records, in the format of `keyText`. */
export const recordedKey = ({ kind, fields, keyFields }: Keyed, olds: Bag): string =>
  keyOf(
    kind,
    keyFields.map((property) => recorded(fields[property]!, property, olds)),
  );

/** A reference as the program spells it, and its ids. */
export interface Spelling {
  readonly value: unknown;
  readonly ids: unknown;
}

/** The live value of a reference. Keeps the program's spelling if the id is unchanged. */
export async function spelled(
  field: Field,
  liveIds: unknown,
  names: Names,
  before: Partial<Spelling> = {},
): Promise<Spelling> {
  const refers = field.refers!;
  const name = async (id: number): Promise<string | number> => (await names.nameOf(refers.to, id)) ?? id;
  if (!refers.many) {
    if (typeof liveIds !== "number") return { value: null, ids: null };
    return { value: liveIds === before.ids ? before.value : await name(liveIds), ids: liveIds };
  }
  const words = (Array.isArray(before.value) ? before.value : []) as (string | number)[];
  const wordIds = Array.isArray(before.ids) ? before.ids : [];
  const found = await Promise.all(
    (liveIds as number[]).map(async (id) => {
      // The program may spell one object in two ways.
      const own = words.filter((_, index) => wordIds[index] === id);
      return (own.length > 0 ? own : [await name(id)]).map((word) => ({ id, word }));
    }),
  );
  const ordered = found.flat().sort((left, right) => (String(left.word) < String(right.word) ? -1 : 1));
  return { value: ordered.map(({ word }) => word as unknown), ids: ordered.map(({ id }) => id) };
}

/** The ids of a reference. Undefined if it contains a name, which would need a lookup. */
export function idsWithoutLookup(field: Field, value: unknown): unknown {
  const { refers } = field;
  if (!refers || value === null) return value;
  const one = (item: unknown): number | undefined => asId(refers.to, item as string | number);
  if (!refers.many) return one(value);
  const ids = (value as unknown[]).map(one);
  return ids.includes(undefined) ? undefined : ids;
}

/** The declared paths of a field that a record does not show. Empty for a field that no record shows. */
export function hiddenPaths(property: string, field: Field, shown: unknown, declared: unknown): string[] {
  if (field.record !== "*") return field.record !== undefined && shown === NOT_READABLE ? [property] : [];
  if (!isObject(declared)) return [property];
  const hidden = Object.keys(declared).filter((key) => !Object.hasOwn(shown as Bag, key));
  return hidden.map((key) => `${property}.${key}`);
}

/** A value in a request. An update (`record`) keeps the undeclared parts of lists and objects. */
export async function requestValue(
  field: Field,
  value: unknown,
  names: Names,
  record?: ServiceRecord,
): Promise<unknown> {
  const { refers, codec } = field;
  if (refers)
    return refers.sends === "name" && typeof value === "number"
      ? names.titleOf(refers.to, value)
      : distinct(value);
  const isMerged = record && isStructured(field) && field.record !== undefined;
  const whole = isMerged ? withUndeclared(field, decoded(field, record), value) : value;
  return codec ? codec.encode(whole) : whole;
}

/**
 * The body of a create: the declared fields, without nulls (docs/assumptions.md: nulls) and without fields
 * that have the role `order`.
 * @param isRest the body of the update after the create, which has the fields that the create cannot contain
 */
export async function createBody(
  fields: FieldTable,
  wanted: Values,
  names: Names,
  isRest = false,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [property, value] of wanted) {
    const field = fields[property]!;
    if (role(field) === "order" || (field.notInCreate ?? false) !== isRest) continue;
    const request = await requestValue(field, value, names);
    if (request !== null) addToBody(body, field, request);
  }
  return body;
}

/** Adds a value under its request name. An extra field never overwrites a known one. */
export function addToBody(body: Record<string, unknown>, field: Field, value: unknown): void {
  if (field.request === "*") {
    for (const [key, item] of Object.entries(value as Bag)) if (!Object.hasOwn(body, key)) body[key] = item;
  } else if (field.request !== undefined) {
    body[field.request] = value;
  }
}
