import type { Operation, Standard } from "../run/operation.js";
import type { Api } from "../run/requests.js";
import type { ServiceRecord } from "../records/record.js";
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
