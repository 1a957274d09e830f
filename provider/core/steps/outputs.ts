/** The end of a write: what state keeps of the object. */
import { accountMark } from "./account.js";
import { apiOf } from "./api.js";
import { asVoicecallError } from "../../base/bug.js";
import type { VoicecallError } from "../../base/errors.js";
import { role } from "../fields/fields.js";
import { HalfCreated } from "../run/results.js";
import type { Operation, Standard } from "../run/operation.js";
import type { ServiceRecord } from "../records/record.js";
import { withOverwritten } from "./overwritten.js";
import { type Done, compare, keptError, readBack, unreadBack } from "./readback.js";
import { type Memory, notReadableIn, outputs } from "../run/state.js";
import { type Bag, NOT_READABLE, ownValue } from "../fields/values.js";
import { type Values, addToBody, shownIn } from "../run/sides.js";

/**
 * Reads the object back after a write, and returns its outputs. After a create, also sends the fields with the role
 * `order`. If anything fails, the object stays in state, and the next apply repairs it.
 * @param before the record before the write; absent after a create
 */
export async function finish(
  operation: Operation<Standard>,
  done: Done,
  before?: ServiceRecord,
): Promise<Record<string, unknown>> {
  const { how, written, wanted, fields, createdAt, overwritten = new Map<string, unknown>() } = done;
  const { whole, failure } = written;
  const { fields: table } = operation.definition;
  let record = before;
  let { resets = [] } = operation.memory;
  // Made last, because the read-back may show the owner of the account.
  const memory = (properties: readonly string[]): Memory => ({
    ...memoryNow(operation, properties),
    ...withOverwritten(operation, overwritten, how === "adopted" ? "adoption" : "update"),
    ...(createdAt !== undefined && { createdAt }),
    resets,
  });
  // After an update, excludes its orders, because the service has accepted them. If the next update sent a lead's
  // `status` again, the service could call the person again.
  let partial = fields.filter((property) => role(table[property]!) !== "creation");
  try {
    const back = await readBack(operation, done, before).catch((error: unknown) => {
      throw unreadBack(operation, how, error);
    });
    const found = back.record;
    record = found;
    if (!found) throw notShown(operation, how);
    const managed = [...wanted.keys()].filter((one) => role(table[one]!) === "field" && !table[one]!.fixed);
    // The service may have reset what no record shows too, and will reset what only this update contained.
    const hidden = back.beside.size > 0 ? compare(operation, back.shown, wanted, managed).hidden : [];
    const reset = [...back.beside.keys(), ...hidden];
    if (reset.length + resets.length > 0) resets = [...new Set([...resets, ...fields, ...reset])];
    if (failure) {
      partial = [...new Set([...partial, ...reset])];
      const which = how === "changed" ? "changed in part" : how;
      throw failure.with({ what: `the object was ${which}, but ${failure.what}` });
    }
    const isOpen = (property: string): boolean => isDue(operation, property, found);
    const orders = how === "created" ? Object.keys(table).filter(isOpen) : [];
    partial = [...new Set([...back.lost.keys(), ...reset, ...orders])];
    if (back.changes.size > 0) throw await keptError(operation, back, whole !== undefined);
    record = (await sendOrders(operation, orders)) ?? found;
    return await outputsOf(operation, record, wanted, memory([]));
  } catch (error) {
    throw await halfCreated(operation, { record, wanted, memory: memory(partial) }, error);
  }
}

const notShown = (operation: Operation, how: Done["how"]): VoicecallError =>
  operation.error(
    "could-not-tell",
    how === "changed"
      ? "the object was changed, but the listing no longer shows it. State is kept; the next `pulumi up` reads the object again."
      : `the object was ${how}, but the listing does not show it yet. The object is kept in state; the next \`pulumi up\` reads it again.`,
  );

/**
 * Whether a property with the role `order` is declared, and the record does not have its value yet. The service may
 * already be calling a new lead. If its initial status were sent again, it could be called twice.
 */
export function isDue({ definition, news }: Operation, property: string, record: Bag): boolean {
  const field = definition.fields[property]!;
  const value = ownValue(news, property);
  if (role(field) !== "order" || field.request === undefined || value === undefined) return false;
  // Such a field has the same name in requests and records.
  return ownValue(record, field.request) !== value;
}

/**
 * Sends the fields with the role `order` in a separate request, because a create cannot contain them. Returns
 * the changed record if it can be read.
 */
async function sendOrders(
  operation: Operation<Standard>,
  orders: readonly string[],
): Promise<ServiceRecord | undefined> {
  const { definition, news, label, recordId } = operation;
  if (orders.length === 0) return undefined;
  const body: Record<string, unknown> = {};
  for (const property of orders) addToBody(body, definition.fields[property]!, ownValue(news, property));
  const api = apiOf(operation.with({ purpose: `set ${orders.join(", ")} of ${label}` }));
  const { whole } = await api.update(recordId, body);
  return whole ?? api.find(recordId).catch(() => undefined);
}

/** What state will remember of the object, now that its account is verified. */
export const memoryNow = (operation: Operation, partial: readonly string[]): Memory => ({
  ...operation.memory,
  account: accountMark(operation, operation.memory.account),
  partial,
});

/**
 * The outputs for state: declared values in the program's own spelling, and values that the service has
 * assigned.
 * @param record undefined if the object could not be read; the computed outputs then stay as in state
 */
export async function outputsOf(
  operation: Operation<Standard>,
  record: ServiceRecord | undefined,
  wanted: Values,
  memory: Memory,
): Promise<Record<string, unknown>> {
  const { definition, news } = operation;
  const shown = record && (await shownIn(operation, record, wanted));
  const computed = record ? computedOf(operation, record, shown!, news) : recordedOutputs(operation);
  for (const [property, ids] of wanted) {
    const { refers } = definition.fields[property]!;
    if (refers) computed[refers.idAs] = ids;
  }
  const hidden = shown ? hiddenIn(operation, shown, wanted) : notReadableIn(operation.olds);
  return outputs(news, computed, memory, hidden);
}

/** The computed outputs in state. */
export function recordedOutputs({ definition, olds }: Operation): Record<string, unknown> {
  const entries = Object.keys(definition.computed).map((key) => [key, ownValue(olds, key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * The computed outputs of a record, and the ids of references that are not declared. The caller adds the ids
 * of declared references.
 */
export function computedOf(
  { definition }: Operation<Standard>,
  record: ServiceRecord,
  shown: Values,
  declaredInputs: Bag,
): Record<string, unknown> {
  const computed: Record<string, unknown> = {};
  for (const [property, { record: key, of }] of Object.entries(definition.computed)) {
    if (key !== undefined) computed[property] = ownValue(record, key) ?? null;
    else if (of) computed[property] = of(record);
  }
  for (const [property, field] of Object.entries(definition.fields)) {
    if (!field.refers || ownValue(declaredInputs, property) !== undefined || isHidden(field.refers.idAs))
      continue;
    const ids = shown.get(property);
    computed[field.refers.idAs] = ids === NOT_READABLE ? null : ids;
  }
  return computed;
}

const isHidden = (output: string): boolean => output.startsWith("__");

/** What is known about an object when an operation on it has failed. */
export interface Unfinished {
  readonly record: ServiceRecord | undefined;
  readonly wanted: Values;
  readonly memory: Memory;
}

/** Returns the error that keeps an object in state. Must not throw, because state would lose the object. */
export async function halfCreated(
  operation: Operation<Standard>,
  { record, wanted, memory }: Unfinished,
  error: unknown,
): Promise<HalfCreated> {
  const properties = await outputsOf(operation, record, wanted, memory).catch(() =>
    outputsOf(operation, undefined, wanted, memory),
  );
  return new HalfCreated(operation.id, properties, asVoicecallError(error));
}

/** The declared references that the record does not show. */
const hiddenIn = ({ definition }: Operation, shown: Values, wanted: Values): string[] =>
  [...wanted.keys()].filter(
    (property) => definition.fields[property]!.codec?.mayHide && shown.get(property) === NOT_READABLE,
  );
