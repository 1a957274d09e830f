import { apiOf, readable } from "./api.js";
import type { VoicecallError } from "../../base/errors.js";
import { asVoicecallError } from "../../base/bug.js";
import { firstFew } from "../../base/quoted.js";
import { role } from "../fields/fields.js";
import type { Operation, Standard } from "../run/operation.js";
import type { Written } from "../run/requests.js";
import type { ServiceRecord } from "../records/record.js";
import type { Age } from "../records/snapshot.js";
import type { Memory } from "../run/state.js";
import { assertSame, memoryNow } from "./account.js";
import { changedBeside, compare, visible } from "./compared.js";
import { noteHidden } from "./hidden.js";
import { halfCreated, outputsOf } from "./outputs.js";
import { withOverwritten } from "./overwritten.js";
import { isDue } from "./plan.js";
import { ownValue } from "../fields/values.js";
import { type Values, addToBody, shownIn } from "../run/sides.js";

interface ReadBack {
  /** Undefined if no listing showed the object in time. */
  readonly record: ServiceRecord | undefined;
  readonly shown: Values;
  /** The live values of what the write contained, and the object does not have. */
  readonly lost: Values;
  /** The live values of what the write did not contain, and has changed from the declared value. */
  readonly beside: Values;
}

/**
 * Compares the object with the declared values after a write. Reads it, unless the response to the write
 * contained the whole record.
 */
async function readBack(
  operation: Operation<Standard>,
  { written: { whole, failure }, wanted, fields, targets }: Done,
  before: ServiceRecord | undefined,
): Promise<ReadBack> {
  const known: Values = new Map([...wanted, ...targets]);
  const was = before && (await shownIn(operation, before, known));
  const none: Values = new Map();
  const compared = async (record: ServiceRecord | undefined): Promise<ReadBack> => {
    if (!record) return { record, shown: none, lost: none, beside: none };
    const shown = await shownIn(operation, record, known);
    const { lost } = failure ? { lost: none } : compare(operation, shown, targets, fields);
    const changed = was ? changedBeside(operation, [was, shown], wanted, targets) : none;
    return { record, shown, lost, beside: new Map([...changed].filter(([property]) => !lost.has(property))) };
  };
  if (whole) return compared(whole);
  const api = apiOf(operation);
  const { session, kind, recordId } = operation;
  const back = await session.lookUntil(async (age) => {
    const value = await compared(
      age === "now"
        ? await api.find(recordId, age)
        : readable(operation, await session.records[kind].shown(recordId)),
    );
    return { done: value.record !== undefined && changesIn(value).size === 0, value };
  });
  const isHidden = back.record && (await noteHidden(operation, back.record, [...changesIn(back).keys()]));
  return isHidden ? compared(back.record) : back;
}

const changesIn = ({ lost, beside }: ReadBack): Values => new Map([...lost, ...beside]);

/** A write that has succeeded, at least in part. */
export interface Done {
  readonly how: "created" | "adopted" | "changed";
  readonly written: Written;
  /** What the program declares. */
  readonly wanted: Values;
  /** The properties to compare, and the values that the record should have. */
  readonly fields: readonly string[];
  readonly targets: Values;
  /** The live values that the write has replaced, and that no program had declared. */
  readonly overwritten?: Values;
  /** When the object was created, if it was. */
  readonly createdAt?: number;
}

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
    const isThere = how !== "created" || whole === undefined || (await isListed(operation));
    const back = await readBack(operation, done, before).catch((error: unknown) => {
      throw unreadBack(operation, how, error);
    });
    const found = isThere ? back.record : undefined;
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
    if (changesIn(back).size > 0) throw await keptError(operation, back, whole !== undefined);
    record = (await sendOrders(operation, orders)) ?? found;
    return await outputsOf(operation, record, wanted, memory([]));
  } catch (error) {
    throw await halfCreated(operation, { record, wanted, memory: memory(partial) }, error);
  }
}

/** A response with a whole record proves nothing: its id may be that of no object. */
async function isListed(operation: Operation<Standard>): Promise<boolean> {
  const { session, kind, recordId } = operation;
  const listing = session.records[kind];
  return session
    .lookUntil(async (age) => {
      const record =
        age === "now" ? (await listing.read(age)).withId(recordId) : await listing.shown(recordId);
      const value = record !== undefined;
      return { done: value, value };
    })
    .catch((error: unknown) => {
      throw unreadBack(operation, "created", error);
    });
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

/** The error for a write that succeeded but cannot be read back. */
function unreadBack(operation: Operation, how: Done["how"], error: unknown): VoicecallError {
  const { code, message } = asVoicecallError(error);
  const what = `the object was ${how} and is in state, but could not be read back: ${message}`;
  return operation.error(code, `${what} The next \`pulumi up\` reads it again.`, {
    cause: error,
  });
}

const notShown = (operation: Operation, how: Done["how"]): VoicecallError =>
  operation.error(
    "could-not-tell",
    how === "changed"
      ? "the object was changed, but the listing no longer shows it. State is kept; the next `pulumi up` reads the object again."
      : `the object was ${how}, but the listing does not show it yet. The object is kept in state; the next \`pulumi up\` reads it again.`,
  );

/**
 * The error names the values that the service holds instead, as far as messages may show them.
 * @param isWhole whether the response to the write contained the whole object, so that no read followed
 */
async function keptError(operation: Operation, back: ReadBack, isWhole: boolean): Promise<VoicecallError> {
  const [lost, beside] = [back.lost, back.beside].map((values) => [...values.keys()]) as [string[], string[]];
  const held = await visible(operation, changesIn(back));
  const heldInstead = held.length > 0 ? ` (${firstFew(held, 5)})` : "";
  const { listLag } = operation.session.settings;
  const { unchangeable } = operation.definition;
  const sends = beside.length > 0 ? "all of it together" : "what still differs";
  const next =
    unchangeable === undefined
      ? `The next \`pulumi up\` sends ${sends}. If that fails again, declare what the service stores`
      : `The next \`pulumi up\` compares again. If they still differ, declare what the service stores, because ${unchangeable}`;
  const seen = isWhole || listLag === 0 ? "" : `, as the listing shows after ${listLag / 1000} s`;
  const it = lost.length === 1 ? "it" : "them";
  const what = [
    ...(lost.length > 0 ? [`accepted ${lost.join(", ")} but did not keep ${it} as sent${seen}`] : []),
    ...(beside.length > 0 ? [`changed ${firstFew(beside, 5)} beside what was sent`] : []),
  ].join(", and ");
  return operation.error("not-kept", `the service ${what}. The object is in state. ${next}${heldInstead}.`);
}

/**
 * The error of a failed update or delete whose object still exists, so that a missing route is not reported
 * as a missing object.
 */
export function stillThere(error: VoicecallError): VoicecallError {
  if (error.code !== "route-missing")
    return error.with({
      remedy: `${error.details.remedy ?? ""} The object still exists.`.trim(),
      lost: false,
    });
  const remedy = `The object still exists, so the route is wrong. ${error.details.setRoute ?? ""}`.trim();
  return error.with({ doubt: undefined, remedy, lost: false });
}

/**
 * The live record. Undefined only if the object is proven to be gone. The caller has verified the account,
 * because absence from another account proves nothing.
 */
export async function findOrProveGone(
  operation: Operation<Standard>,
  age: Age = "current",
): Promise<ServiceRecord | undefined> {
  const { createdAt } = operation.memory;
  const { session, recordId } = operation;
  const api = apiOf(operation);
  const record = await api.find(recordId, age);
  if (record) assertSame(operation, record);
  if (record || createdAt === undefined) return record;
  // The listing may not show a new object yet. `createdAt` may be in the future if another machine has set it.
  return session.lookUntil(
    async (next) => {
      const value = next === "now" ? await api.find(recordId, next) : undefined;
      return { done: value !== undefined, value };
    },
    Math.min(createdAt, session.clock.now()) + session.settings.listLag,
  );
}
