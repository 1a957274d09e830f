import type { VoicecallError } from "../../base/errors.js";
import type { Operation, Standard } from "../run/operation.js";
import type { Api } from "../run/requests.js";
import { type ServiceRecord, isOther } from "../records/record.js";
import type { Age } from "../records/snapshot.js";
import { assertReadable, faultIn } from "../records/unreadable.js";

/** The requests of the kind. An answer to a write that cannot be read is not used: the listing shows the object. */
export function apiOf(operation: Operation<Standard>): Api {
  const api = operation.definition.connect(operation);
  const { kind, verb, session } = operation;
  // A change must see manual changes, so it does not rely on an old listing.
  const mostAge = verb === "update" || verb === "delete" ? session.settings.listLag : undefined;
  const find = api.find ?? (async (id, age) => (await session.records[kind].read(age, mostAge)).withId(id));
  return {
    ...api,
    find: async (id, age = "current") => readable(operation, await find(id, age)),
    create: async (body) => readablePart(await api.create(body)),
    update: async (id, body) => readablePart(await api.update(id, body)),
  };
}

/** @throws VoicecallError "unreadable" if a field of the record cannot be read */
export function readable<T extends ServiceRecord | undefined>(operation: Operation, record: T): T {
  if (record) assertReadable(record, operation.kind, { operation: operation.purpose });
  return record;
}

const readablePart = <T extends { whole?: ServiceRecord }>(written: T): T =>
  written.whole && faultIn(written.whole) !== undefined ? { ...written, whole: undefined } : written;

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

export function assertSame(operation: Operation, record: ServiceRecord): void {
  const other = otherObject(operation, record);
  if (other) throw other;
}

/** The error if the id now belongs to another object: state was edited, or the service has started its ids anew. */
export function otherObject(operation: Operation, record: ServiceRecord): VoicecallError | undefined {
  if (!isOther(record, operation.olds)) return undefined;
  return operation.error("could-not-tell", "this id belongs to another object, with another creation time.", {
    remedy: "Nothing is sent. Correct the id in state, or run `pulumi state delete`.",
  });
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
