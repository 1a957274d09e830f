/** Declares a live object as a program would: required fields, and fields that differ from their default. */
import { z } from "zod";
import { catalog } from "./catalog.js";
import { accountMark } from "./core/steps/account.js";
import type { Finding } from "./core/run/results.js";
import { type Field, role } from "./core/fields/fields.js";
import { type Definition, Operation, type Standard } from "./core/run/operation.js";
import { inFormOf, inServiceForm } from "./core/steps/form.js";
import { outputsOf } from "./core/steps/outputs.js";
import { everyInput } from "./core/read.js";
import { shownIn } from "./core/run/sides.js";
import type { ServiceRecord } from "./core/records/record.js";
import { faultIn } from "./core/records/unreadable.js";
import { check } from "./core/resource.js";
import type { Session } from "./core/run/session.js";
import { type Type, structureOf } from "./core/fields/structure.js";
import { type Bag, hasUnknown, isObject, ownValue, same } from "./core/fields/values.js";
import type { Kind } from "./base/kind.js";

export interface Declared {
  /** The inputs after check, as state will contain them. */
  readonly inputs: Bag;
  readonly outputs: Bag;
  /** Fields that are left out because the check rejects their values, each with the reason. */
  readonly notes: readonly string[];
  readonly omitted: Omitted;
}

/** How many live values the declaration leaves out, by reason. */
export interface Omitted {
  /** The value is the service's default, or has no effect. */
  readonly defaults: number;
  /** The provider's check rejects the value. */
  readonly values: number;
}

/** Why an object cannot be declared at all. */
export class Undeclarable {
  constructor(readonly reason: string) {}
}

export interface DeclareOptions {
  /** Declares all readable fields, including those with their default value. */
  readonly full: boolean;
  /** Values to declare instead of those in the record. */
  readonly instead?: Bag;
}

export async function declare(
  kind: Kind,
  session: Session,
  record: ServiceRecord,
  options: DeclareOptions,
): Promise<Declared | Undeclarable> {
  if (record.id < 1) return new Undeclarable("no resource has an id below 1");
  const fault = faultIn(record);
  if (fault) return new Undeclarable(fault);
  const { standard, readOnly } = catalog[kind];
  const why = readOnly?.(record);
  if (why !== undefined) return new Undeclarable(why);
  return standard ? declareFields(standard, session, record, options) : declareInputs(kind, session, record);
}

/** Declares an object of a kind whose inputs are not the fields of a record. */
async function declareInputs(
  kind: Kind,
  session: Session,
  record: ServiceRecord,
): Promise<Declared | Undeclarable> {
  const { resource, exported } = catalog[kind];
  const wanted = (await exported.inputs?.(record, session)) ?? {};
  if (typeof wanted === "string") return new Undeclarable(wanted);
  // The object already exists, so check must not announce that it will be created or started.
  const operation = new Operation({
    definition: resource.definition,
    session,
    verb: "check",
    olds: wanted,
    news: wanted,
    isLive: true,
  });
  const { inputs, failures: refused } = await resource.check(operation);
  const failures = [...takenForUnknown(wanted), ...refused];
  if (failures.length > 0) return new Undeclarable(reasons(failures).join("; "));
  const { props } = await resource.read(operation.with({ verb: "read", id: String(record.id), olds: {} }));
  const omitted = { defaults: 0, values: 0 };
  return { inputs, outputs: { ...props, ...inputs }, notes: [], omitted };
}

export async function definitionFor<D extends Definition>(
  definition: D,
  session: Session,
  record: ServiceRecord,
): Promise<D> {
  const operation = new Operation({ definition, session, verb: "check" });
  return inFormOf((await inServiceForm(operation)).definition, record);
}

async function declareFields(
  standard: Standard,
  session: Session,
  record: ServiceRecord,
  { full, instead = {} }: DeclareOptions,
): Promise<Declared | Undeclarable> {
  const found = await liveFields(standard, session, record, { full, instead });
  const { operation, defaults } = found;
  const { definition } = operation;
  const notes: string[] = [];
  let wanted: Record<string, unknown> = found.fields;
  const all = Object.keys(wanted);
  for (;;) {
    const { inputs, failures: refused } = await check(operation.with({ news: wanted }));
    const failures = [...takenForUnknown(wanted), ...refused];
    if (failures.length === 0) {
      const checked = operation.with({ news: inputs });
      const memory = { account: accountMark(operation), partial: [] };
      const outputs = await outputsOf(checked, record, await checked.resolved(), memory);
      const rejected = all.filter((property) => !Object.hasOwn(wanted, property)).length;
      return { inputs, outputs, notes, omitted: { defaults, values: rejected } };
    }
    const rest = withoutRefused(definition, wanted, failures);
    if (rest === undefined) return new Undeclarable(reasons(failures).join("; "));
    notes.push(...reasons(failures).map((reason) => `left out: ${reason}`));
    wanted = rest;
  }
}

/** The live values that a program would declare, before any check. */
export async function liveFields(
  standard: Standard,
  session: Session,
  record: ServiceRecord,
  { full, instead = {} }: DeclareOptions,
): Promise<{ operation: Operation<Standard>; fields: Record<string, unknown>; defaults: number }> {
  const definition = await definitionFor(standard, session, record);
  // The object already exists, so check must not warn that creating it may cause calls.
  const olds = { id: String(record.id) };
  const operation = new Operation({ definition, session, verb: "check", olds, isLive: true });
  const live = { ...(await everyInput(operation, await shownIn(operation, record))), ...instead };
  const found: Record<string, unknown> = {};
  let defaults = 0;
  for (const [property, field] of Object.entries(definition.fields)) {
    const value = asDeclared(field, ownValue(live, property));
    if (value === undefined || role(field) !== "field") continue;
    if (field.required || full || isWorthSaying(field, value, live)) found[property] = value;
    else if (!isNothing(field, value)) defaults += 1;
  }
  return { operation, fields: found, defaults };
}

/** The value as a program declares it: null only where it means something. */
export function asDeclared(field: Field, value: unknown): unknown {
  if (value === null && !field.nullable) return undefined;
  const tidy = withoutNulls(field.type, field.tidy ? field.tidy(value) : value);
  // The service may return {} as [] (docs/assumptions.md: text and empties).
  const isEmptyObject = Array.isArray(tidy) && tidy.length === 0 && !field.type.safeParse([]).success;
  return isEmptyObject ? {} : tidy;
}

/** Leaves out details that the service shows as null, if a program can leave them out too. */
function withoutNulls(type: Type | undefined, value: unknown): unknown {
  const { element, shape } = structureOf(type);
  if (element && Array.isArray(value)) return value.map((item) => withoutNulls(element, item));
  if (!shape || !isObject(value)) return value;
  const set = Object.entries(value).filter(([key, item]) => item !== null || isRequired(shape[key]));
  return Object.fromEntries(set.map(([key, item]) => [key, withoutNulls(shape[key], item)]));
}

const isRequired = (type: Type | undefined): boolean =>
  type !== undefined && !z.safeParse(type, undefined).success;

function isWorthSaying(field: Field, value: unknown, live: Bag): boolean {
  if (field.needs !== undefined && !ownValue(live, field.needs)) return false;
  if (field.assumedDefault !== undefined) return !same(field, value, field.assumedDefault);
  return !isNothing(field, value);
}

const isNothing = (field: Field, value: unknown): boolean =>
  same(field, value, null) || same(field, value, []);

/** Finds text that the engine would treat as an unknown value. */
function takenForUnknown(wanted: Bag): Finding[] {
  const found = Object.keys(wanted).filter((property) => hasUnknown(wanted[property]));
  return found.map((path) => ({
    path,
    reason: "must not contain the text that Pulumi uses for a value that is not known yet",
  }));
}

/**
 * The inputs without the rejected optional fields, and without fields that the service validates together
 * with them. Undefined if a required field was rejected, or if no field can be left out.
 */
function withoutRefused(
  { fields }: Standard,
  wanted: Record<string, unknown>,
  failures: readonly Finding[],
): Record<string, unknown> | undefined {
  const refused = new Set(failures.map(({ path }) => path.split(/[.[]/)[0]!));
  for (const property of [...refused]) {
    const field = fields[property];
    if (!field || field.required) return undefined;
    for (const bound of field.together ?? []) refused.add(bound);
  }
  const rest = Object.entries(wanted).filter(([property]) => !refused.has(property));
  return rest.length < Object.keys(wanted).length ? Object.fromEntries(rest) : undefined;
}

const reasons = (failures: readonly Finding[]): string[] => [
  ...new Set(failures.map(({ path, reason }) => `${path} ${reason}`)),
];
