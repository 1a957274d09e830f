import type { VoicecallError } from "../../base/errors.js";
import { asVoicecallError } from "../../base/bug.js";
import { shownValue, withNames } from "../run/describe.js";
import type { Operation, Standard } from "../run/operation.js";
import type { ServiceRecord } from "../records/record.js";
import { noteHidden } from "./hidden.js";
import { same } from "../fields/values.js";
import { type WantedFields, hiddenPaths, live } from "../run/wanted.js";

export interface ReadBack {
  /** Undefined if no listing showed the object in time. */
  readonly record: ServiceRecord | undefined;
  readonly notKept: readonly string[];
  /** Live values of fields in `notKept` that messages may show, such as `speechSpeed: 1.23`. */
  readonly heldInstead: readonly string[];
}

/**
 * Compares the object with the declared values after a write. Reads it, unless the response to the write
 * contained the whole record.
 */
export async function readBack(
  operation: Operation<Standard>,
  whole: ServiceRecord | undefined,
  wanted: WantedFields,
  properties: readonly string[],
): Promise<ReadBack> {
  const compared = async (record: ServiceRecord): Promise<ReadBack> => {
    const lost = await notKept(operation, record, wanted, properties);
    return { record, notKept: lost, heldInstead: await liveValues(operation, record, wanted, lost) };
  };
  if (whole) return compared(whole);
  const api = operation.api();
  const back = await operation.session.lookUntil(async (again) => {
    const { recordId } = operation;
    const record = again
      ? await api.find(recordId, true)
      : operation.readable(await api.listing.shown(recordId));
    const value = record ? await compared(record) : { record, notKept: [], heldInstead: [] };
    return { done: record !== undefined && value.notKept.length === 0, value };
  });
  const isHidden = back.record && (await noteHidden(operation, back.record, back.notKept));
  return isHidden ? compared(back.record) : back;
}

export async function notKept(
  { definition, session }: Operation,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: Iterable<string>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const property of properties) {
    const field = definition.fields[property]!;
    const want = wanted.get(property);
    if (!want) continue;
    if (!same(field, await live(field, record, session.names, want), want.comparable)) lost.push(property);
  }
  return lost;
}

/** The record's values of those properties that messages may show. */
async function liveValues(
  { definition, session }: Operation,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: readonly string[],
): Promise<string[]> {
  const visible = properties.filter((property) => definition.fields[property]!.shown);
  return Promise.all(
    visible.map(async (property) => {
      const field = definition.fields[property]!;
      const value = await live(field, record, session.names, wanted.get(property));
      return `${property}: ${shownValue(field, await withNames(field, value, session.names))}`;
    }),
  );
}

/** The properties that this record does not show, or shows only in part. */
export async function unreadable(
  { definition, session }: Operation,
  record: ServiceRecord,
  wanted: WantedFields,
  properties: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const property of properties) {
    const field = definition.fields[property]!;
    const want = wanted.get(property);
    const value = await live(field, record, session.names, want);
    const hidden = hiddenPaths(property, field, { record, value, declared: want?.comparable });
    if (field.record === undefined || hidden.length > 0) found.push(property);
  }
  return found;
}

/** The error for a write that succeeded but cannot be read back. */
export function unreadBack(
  operation: Operation,
  done: "created" | "adopted" | "changed",
  error: unknown,
): VoicecallError {
  const { code, message } = asVoicecallError(error);
  const what = `the object was ${done} and is in state, but could not be read back: ${message}`;
  return operation.error(code, `${what} The next \`pulumi up\` reads it again.`, {
    cause: error,
  });
}

/** @param isWhole whether the response to the write contained the whole object, so that no read followed */
export function keptError(operation: Operation, back: ReadBack, isWhole: boolean): VoicecallError {
  const { notKept: properties, heldInstead } = back;
  const held = heldInstead.length > 0 ? ` (${heldInstead.join(", ")})` : "";
  const { listLag } = operation.session.settings;
  const { unchangeable } = operation.definition;
  const next =
    unchangeable === undefined
      ? "The next `pulumi up` sends what still differs. If that fails again, declare what the service stores"
      : `The next \`pulumi up\` compares again. If they still differ, declare what the service stores, because ${unchangeable}`;
  const seen = isWhole || listLag === 0 ? "" : `, as the listing shows after ${listLag / 1000} s`;
  return operation.error(
    "not-kept",
    `the service accepted ${properties.join(", ")} but did not keep ${properties.length === 1 ? "it" : "them"} as sent${seen}. ` +
      `The object is in state. ${next}${held}.`,
  );
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
  isAgain?: boolean,
): Promise<ServiceRecord | undefined> {
  const { createdAt } = operation.memory;
  const { session, recordId } = operation;
  const api = operation.api();
  const record = await api.find(recordId, isAgain);
  if (record || createdAt === undefined) return record;
  // The listing may not show a new object yet. `createdAt` may be in the future if another machine has set it.
  return session.lookUntil(
    async (again) => {
      const value = again ? await api.find(recordId, true) : undefined;
      return { done: value !== undefined, value };
    },
    Math.min(createdAt, session.clock.now()) + session.settings.listLag,
  );
}
