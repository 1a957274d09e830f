import { carried } from "../../base/carried.js";
import { orElse } from "../../base/errors.js";
import { type Names, asId } from "../lookup/names.js";
import { decimalText } from "../fields/codecs.js";
import { type ApiForm, type Field, type FieldTable, role } from "../fields/fields.js";
import { keyOf } from "./ledger.js";
import type { ServiceRecord } from "../records/record.js";
import { isFaulty } from "../records/unreadable.js";
import { type Memory, isOfForm } from "./state.js";
import { declaredPart, isStructured, typed, withUndeclared } from "../fields/structure.js";
import { type Bag, NOT_READABLE, isObject, ownValue } from "../fields/values.js";

/** A declared value with its names resolved. */
export interface Wanted {
  /** For comparison with a record: ids for references, otherwise the program's value. */
  readonly comparable: unknown;
  readonly request: unknown;
  /** For references: the ids, in the order of the program. */
  readonly ids?: unknown;
}

export type WantedFields = ReadonlyMap<string, Wanted>;

export async function resolveAll(fields: FieldTable, inputs: Bag, names: Names): Promise<WantedFields> {
  const wanted = new Map<string, Wanted>();
  for (const [property, field] of Object.entries(fields)) {
    const value = ownValue(inputs, property);
    if (value !== undefined) wanted.set(property, await resolve(field, value, names));
  }
  return wanted;
}

export async function resolve(field: Field, value: unknown, names: Names): Promise<Wanted> {
  const { refers } = field;
  if (!refers) return { comparable: value, request: field.codec ? field.codec.encode(value) : value };
  if (value === null) return { comparable: null, request: null, ids: null };
  if (refers.many) {
    const found = await Promise.all(
      (value as (string | number)[]).map((item) => names.resolve(refers.to, item)),
    );
    const ids = found.map(({ id }) => id);
    const distinct = [...new Set(ids)];
    return { comparable: distinct, request: distinct, ids };
  }
  const { id, name } = await names.resolve(refers.to, value as string | number);
  return { comparable: id, request: refers.sends === "name" ? name : id, ids: id };
}

/** The parts of a definition that these functions need. */
interface Keyed {
  readonly kind: string;
  readonly fields: FieldTable;
  readonly keyFields: readonly string[];
}

/** The key of an object as text. Different spellings of the same key give the same text. */
export const keyText = (
  { kind, keyFields }: Pick<Keyed, "kind" | "keyFields">,
  wanted: WantedFields,
): string =>
  keyOf(
    kind,
    keyFields.map((property) => wanted.get(property)?.comparable),
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
export const hasKey = (definition: Keyed, record: ServiceRecord, wanted: WantedFields): boolean =>
  recordKey(definition, record) === keyText(definition, wanted);

/** The key that state records, in the format of `keyText`. */
export const recordedKey = ({ kind, fields, keyFields }: Keyed, olds: Bag): string =>
  keyOf(
    kind,
    keyFields.map((property) => recorded(fields[property]!, property, olds)),
  );

/** The recorded value of a field, for comparison. For references: ids, or undefined if none were recorded. */
export function recorded(field: Field, property: string, olds: Bag): unknown {
  const value = ownValue(olds, property);
  if (value === undefined || !field.refers) return value;
  const ids = ownValue(olds, field.refers.idAs);
  return ids === null && field.refers.many ? [] : ids;
}

/** The parts of an operation that `recordedIds` needs. */
interface Recorded {
  readonly definition: { readonly fields: FieldTable; readonly form?: ApiForm };
  readonly session: { readonly names: Names };
  readonly olds: Bag;
  readonly memory: Memory;
}

/**
 * The recorded ids of a reference, as this form of the API has them. The other form may have different ids, so if
 * state was written in the other form, the recorded names are looked up again. Undefined if there are no ids.
 */
export async function recordedIds(
  { definition, session, olds, memory }: Recorded,
  property: string,
): Promise<unknown> {
  const field = definition.fields[property]!;
  const ids = recorded(field, property, olds);
  const value = ownValue(olds, property);
  if (isOfForm(definition.form, memory) || ids === undefined || value === undefined) return ids;
  const resolving = resolve(field, value, session.names);
  return (await resolving.catch(orElse(undefined, "unknown-name", "ambiguous-name")))?.ids;
}

export const distinct = (ids: unknown): unknown => (Array.isArray(ids) ? [...new Set<unknown>(ids)] : ids);

/** The numeric ids in the value of a reference. */
export const knownIds = (ids: unknown): number[] =>
  (Array.isArray(ids) ? ids : [ids]).filter((id): id is number => typeof id === "number");

/**
 * The live value of a field, for comparison. `carried` replaces values that state cannot contain.
 * @param want the declared value, which decides which parts of the live value count and which ids need no
 * lookup
 */
export async function live(
  field: Field,
  record: ServiceRecord,
  names: Names,
  want: Partial<Wanted> = {},
): Promise<unknown> {
  const value = await shownBy(field, record, names, want);
  // State can contain this text, because the program declares the same text.
  if (typeof value === "string" && value === want.comparable) return value;
  return value === NOT_READABLE ? value : carried(declaredPart(field, value, want.comparable));
}

async function shownBy(
  field: Field,
  record: ServiceRecord,
  names: Names,
  { comparable, ids }: Partial<Wanted>,
): Promise<unknown> {
  if (field.record === undefined) return NOT_READABLE;
  if (field.record === "*") return extraFieldsOf(record, comparable);
  const keys = [field.record, ...(field.codec?.alsoReads ?? [])];
  if (!keys.some((key) => Object.hasOwn(record, key))) return NOT_READABLE;
  const value = decoded(field, record, field.record);
  if (value === NOT_READABLE || isHidden(field, record, names)) return NOT_READABLE;
  if (field.merged) return comparable === undefined ? value : onlyKeys(value, comparable);
  return field.refers?.onlyListed ? listedIds(field.refers, value, knownIds(ids), names) : value;
}

/** Whether the record hides the references of the field. Notes a record that shows some. */
export function isHidden({ record: key = "", codec, refers }: Field, record: Bag, names: Names): boolean {
  if (!refers || !codec?.mayHide) return false;
  if (codec.mayHide(record[key], record)) return names.isHidden(refers.to);
  if (knownIds(codec.decode(record[key], record)).length > 0) names.note(refers.to, "shown");
  return false;
}

function decoded({ codec, type, refers }: Field, record: ServiceRecord, key: string): unknown {
  const value = codec ? codec.decode(record[key], record) : record[key];
  return refers || value === NOT_READABLE ? value : typed(type, value);
}

/**
 * The value that an update sends for a field: the declared value plus the undeclared parts that must stay.
 */
export function requestValue(field: Field, record: ServiceRecord, { comparable, request }: Wanted): unknown {
  if (!isStructured(field) || field.refers || field.record === undefined) return request;
  const whole = withUndeclared(field, decoded(field, record, field.record), comparable);
  return field.codec ? field.codec.encode(whole) : whole;
}

/**
 * The declared extra fields, with their live values. A field that the record lacks keeps its declared value.
 */
function extraFieldsOf(record: ServiceRecord, declaredValue: unknown): unknown {
  if (!isObject(declaredValue)) return NOT_READABLE;
  const entries = Object.entries(declaredValue);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Object.hasOwn(record, key) ? extraValue(record[key], value) : value]),
  );
}

/**
 * The live value of an extra field. Equals the declared value if the record only has another format for it: the
 * service returns decimals as text, and some booleans as 1 or 0.
 */
export function extraValue(raw: unknown, declaredValue: unknown): unknown {
  if (typeof declaredValue === "boolean") return raw === Number(declaredValue) ? declaredValue : raw;
  const isNumber = typeof declaredValue === "number" && decimalText.decode(raw, {}) === declaredValue;
  return isNumber ? declaredValue : raw;
}

function onlyKeys(value: unknown, declaredValue: unknown): unknown {
  if (!isObject(declaredValue) || !isObject(value)) return {};
  return Object.fromEntries(
    Object.keys(declaredValue).flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])),
  );
}

/** The ids that are declared or in the listing. A single reference without such an id is not readable. */
async function listedIds(
  { to, many }: NonNullable<Field["refers"]>,
  value: unknown,
  known: readonly number[],
  names: Names,
): Promise<unknown> {
  const ids = knownIds(value);
  const checks = ids.map(async (id) => known.includes(id) || (await names.has(to, id)));
  const isListed = await Promise.all(checks);
  const listed = ids.filter((_, index) => isListed[index]);
  return many ? listed : (listed[0] ?? NOT_READABLE);
}

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

/** The paths of a field whose values this record does not show. Empty for a field that no record shows. */
export function hiddenPaths(
  property: string,
  field: Field,
  { record, value, declared }: { record: ServiceRecord; value: unknown; declared: unknown },
): string[] {
  if (field.record === "*" && isObject(declared))
    return Object.keys(declared)
      .filter((key) => !Object.hasOwn(record, key))
      .map((key) => `${property}.${key}`);
  return field.record !== undefined && value === NOT_READABLE ? [property] : [];
}

/**
 * The body of a create: the declared fields, without nulls (docs/assumptions.md: nulls) and without fields
 * that have the role `order`.
 * @param isRest the body of the update after the create, which has the fields that the create cannot contain
 */
export function createBody(
  fields: FieldTable,
  wanted: WantedFields,
  isRest = false,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [property, { request }] of wanted) {
    const field = fields[property]!;
    if (field.request === undefined || role(field) === "order" || request === null) continue;
    if ((field.notInCreate ?? false) === isRest) addToBody(body, field, request);
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
