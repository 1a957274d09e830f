import { carried } from "../carried.js";
import { VoicecallError } from "../http/errors.js";
import { asId } from "../lookup/names.js";
import type { Definition, ServiceRecord } from "./definition.js";
import { shown } from "./describe.js";
import { type Field, role } from "./fields.js";
import type { Session } from "./session.js";
import { type Bag, NOT_READABLE, isObject, own, same } from "./values.js";

/** A declared value with its names resolved. */
export interface Wanted {
  /** To compare with what a record shows: ids for references, the program's value otherwise. */
  readonly comparable: unknown;
  /** What a request carries. */
  readonly request: unknown;
  /** For references: the ids, in the order of the program. */
  readonly ids?: unknown;
}

export type WantedFields = ReadonlyMap<string, Wanted>;

/** Resolves every name that the program gives. */
export async function resolveAll(
  definition: Definition,
  inputs: Bag,
  session: Session,
): Promise<WantedFields> {
  const wanted = new Map<string, Wanted>();
  for (const [property, field] of Object.entries(definition.fields)) {
    const value = own(inputs, property);
    if (value !== undefined) wanted.set(property, await resolve(field, value, session));
  }
  return wanted;
}

export async function resolve(field: Field, value: unknown, session: Session): Promise<Wanted> {
  const { refers } = field;
  if (!refers) return { comparable: value, request: field.codec ? field.codec.encode(value) : value };
  if (value === null) return { comparable: null, request: null, ids: null };
  if (refers.many) {
    const found = await Promise.all(
      (value as (string | number)[]).map((item) => session.names.resolve(refers.to, item)),
    );
    const ids = found.map(({ id }) => id);
    const distinct = [...new Set(ids)];
    return { comparable: distinct, request: distinct, ids };
  }
  const { id, name } = await session.names.resolve(refers.to, value as string | number);
  return { comparable: id, request: refers.sends === "name" ? name : id, ids: id };
}

/** The recorded value of a field in comparable form: ids for references, undefined when none were recorded. */
export function recorded(field: Field, property: string, olds: Bag): unknown {
  const value = own(olds, property);
  if (value === undefined || !field.refers) return value;
  const ids = own(olds, field.refers.idAs);
  return ids === null && field.refers.many ? [] : ids;
}

/** Ids that are already known to be what the program's spelling stands for. */
export const knownIds = (ids: unknown): number[] =>
  (Array.isArray(ids) ? ids : [ids]).filter((id): id is number => typeof id === "number");

/**
 * The live value of a field in comparable form, as state can hold it.
 * @param declaredValue what the program declares: decides which keys of a merged object count
 * @param known ids that need no look-up to be recognised
 */
export async function live(
  field: Field,
  record: ServiceRecord,
  declaredValue: unknown,
  known: readonly number[],
  session: Session,
): Promise<unknown> {
  const value = await shownBy(field, record, declaredValue, known, session);
  return value === NOT_READABLE ? value : carried(value);
}

async function shownBy(
  field: Field,
  record: ServiceRecord,
  declaredValue: unknown,
  known: readonly number[],
  session: Session,
): Promise<unknown> {
  if (field.record === undefined) return NOT_READABLE;
  if (field.record === "*") return likeNamed(record, declaredValue);
  if (!Object.hasOwn(record, field.record)) return NOT_READABLE;
  const raw = record[field.record];
  const value = field.codec ? field.codec.decode(raw, record) : raw;
  if (field.merged) return declaredValue === undefined ? value : onlyKeys(value, declaredValue);
  if (field.refers?.to === "tool") return attached(value, known, session);
  if (field.refers?.to === "model") return modelOrNotReadable(value, known, session);
  return value;
}

/** Undeclared extra fields never differ, and where the record lacks a key there is nothing to compare. */
function likeNamed(record: ServiceRecord, declaredValue: unknown): unknown {
  if (!isObject(declaredValue)) return NOT_READABLE;
  const entries = Object.entries(declaredValue);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Object.hasOwn(record, key) ? record[key] : value]),
  );
}

function onlyKeys(value: unknown, declaredValue: unknown): unknown {
  if (!isObject(declaredValue) || !isObject(value)) return {};
  return Object.fromEntries(
    Object.keys(declaredValue).flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])),
  );
}

/** A record's `tools` may hold tools built into the service; attached ones stand in the tool listing too (api-gaps). */
async function attached(value: unknown, known: readonly number[], session: Session): Promise<number[]> {
  const ids = knownIds(value);
  const checks = ids.map(async (id) => known.includes(id) || (await session.names.has("tool", id)));
  const isAttached = await Promise.all(checks);
  return ids.filter((_, index) => isAttached[index]);
}

/** A multimodal assistant's model may be shown in a way that no look-up explains (api-gaps). */
async function modelOrNotReadable(
  value: unknown,
  known: readonly number[],
  session: Session,
): Promise<unknown> {
  if (typeof value !== "number") return NOT_READABLE;
  return known.includes(value) || (await session.names.has("model", value)) ? value : NOT_READABLE;
}

/** The live value of a reference, in the program's spelling as long as its id still matches. */
export async function spelled(
  field: Field,
  liveIds: unknown,
  spelling: unknown,
  spelledIds: unknown,
  session: Session,
): Promise<{ value: unknown; ids: unknown }> {
  const refers = field.refers!;
  const name = async (id: number): Promise<string | number> =>
    (await session.names.nameOf(refers.to, id)) ?? id;
  if (!refers.many) {
    if (typeof liveIds !== "number") return { value: null, ids: null };
    return { value: liveIds === spelledIds ? spelling : await name(liveIds), ids: liveIds };
  }
  const words = (Array.isArray(spelling) ? spelling : []) as (string | number)[];
  const before = Array.isArray(spelledIds) ? spelledIds : [];
  const found = await Promise.all(
    (liveIds as number[]).map(async (id) => ({ id, word: words[before.indexOf(id)] ?? (await name(id)) })),
  );
  const ordered = found.sort((left, right) => (String(left.word) < String(right.word) ? -1 : 1));
  return { value: ordered.map(({ word }) => word as unknown), ids: ordered.map(({ id }) => id) };
}

/** Ids that the program's own spelling shows without any look-up; undefined when a name is among them. */
export function idsWithoutLookup(field: Field, value: unknown): unknown {
  const { refers } = field;
  if (!refers || value === null) return value;
  const one = (item: unknown): number | undefined => asId(refers.to, item as string | number);
  if (!refers.many) return one(value);
  const ids = (value as unknown[]).map(one);
  return ids.includes(undefined) ? undefined : ids;
}

/** The live value beside what is wanted of it. */
const liveOf = (
  field: Field,
  record: ServiceRecord,
  want: { comparable: unknown; ids?: unknown } | undefined,
  session: Session,
): Promise<unknown> => live(field, record, want?.comparable, knownIds(want?.ids), session);

/** A declared field that the service did not keep. */
export async function notKept(
  definition: Definition,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: readonly string[],
  session: Session,
): Promise<string[]> {
  const lost: string[] = [];
  for (const property of properties) {
    const field = definition.fields[property]!;
    const want = wanted.get(property);
    if (!want || role(field) !== "field") continue;
    const seen = await liveOf(field, record, want, session);
    if (!same(field, seen, want.comparable)) lost.push(property);
  }
  return lost;
}

/** What the record holds in these properties, of those whose values may be shown. */
export async function liveValues(
  definition: Definition,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: readonly string[],
  session: Session,
): Promise<string[]> {
  const visible = properties.filter((property) => definition.fields[property]!.shown);
  return Promise.all(
    visible.map(async (property) => {
      const field = definition.fields[property]!;
      return `${property}: ${shown(field, await liveOf(field, record, wanted.get(property), session))}`;
    }),
  );
}

/** What this record does not show of a field that records can show. */
export function hiddenPaths(
  property: string,
  field: Field,
  record: ServiceRecord,
  before: unknown,
  value: unknown,
): string[] {
  if (field.record === "*" && isObject(before))
    return Object.keys(before)
      .filter((key) => !Object.hasOwn(record, key))
      .map((key) => `${property}.${key}`);
  return field.record !== undefined && value === NOT_READABLE ? [property] : [];
}

/** Of the properties, those that this record cannot settle: it does not show them, or not all of their keys. */
export async function unreadable(
  definition: Definition,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: readonly string[],
  session: Session,
): Promise<string[]> {
  const found: string[] = [];
  for (const property of properties) {
    const field = definition.fields[property]!;
    const want = wanted.get(property);
    const seen = await liveOf(field, record, want, session);
    if (field.record === undefined || hiddenPaths(property, field, record, want?.comparable, seen).length > 0)
      found.push(property);
  }
  return found;
}

/** What a create sends: every declared field; nulls are left out (api-gaps: null is shown for updates only). */
export function createBody(definition: Definition, wanted: WantedFields): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [property, { request }] of wanted) {
    const field = definition.fields[property]!;
    if (field.request === undefined || role(field) === "order" || request === null) continue;
    put(body, field, request);
  }
  return body;
}

/** Puts a value under its request name; extra fields stand beside the known ones, and never replace one. */
export function put(body: Record<string, unknown>, field: Field, value: unknown): void {
  if (field.request === "*") {
    for (const [key, item] of Object.entries(value as Bag)) if (!Object.hasOwn(body, key)) body[key] = item;
  } else if (field.request !== undefined) {
    body[field.request] = value;
  }
}

export function gone(purpose: string): VoicecallError {
  return new VoicecallError(
    "gone",
    `${purpose}: it is no longer in the service. Run \`pulumi up --refresh\`: it takes note of that and creates it again.`,
  );
}
