import { apiOf, assertSame, findOrProveGone, stillThere } from "./steps/api.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { asVoicecallError } from "../base/bug.js";
import { NOT_DELETED, mayDelete } from "./run/fence.js";
import type { Operation, Standard } from "./run/operation.js";
import { keepDeleted } from "./steps/overwritten.js";
import type { ServiceRecord } from "./records/record.js";
import { ownValue } from "./fields/values.js";

/** Deletes the object. If it is already gone, that counts as success. */
export async function remove(operation: Operation<Standard>): Promise<void> {
  const { session, kind, object, label, recordId } = operation;
  if (ownValue(operation.olds, "gone") === true) return;
  if (object.origin === "adopted") {
    operation.say(`${label} was not deleted: another resource of this program has just adopted it.`);
    return;
  }
  if (object.fate === "kept") {
    operation.say(
      `${label} was not deleted: another resource of this program manages the same object. Only this resource was removed from state.`,
    );
    return;
  }
  if (!mayDelete(session.settings, kind)) throw operation.error("fenced", NOT_DELETED);
  const api = apiOf(operation);
  // A delete does not depend on the listing: if it cannot be read, the id counts, and no delete tries again.
  const reading = session.ledger.readOnce(
    `${kind} before deletes`,
    async () => (await session.records[kind].read("known")).shown,
  );
  const listed = await reading.catch(() => []);
  const record = listed.find(({ id }) => id === recordId);
  if (record) assertSame(operation, record);
  await operation.definition.guard?.(operation, { kind: "delete" });
  await keepDeleted(operation, record);
  try {
    await api.remove(recordId);
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    await assertAbsent(error, async () => {
      const found = await findOrProveGone(operation);
      // An earlier attempt whose response was lost may have deleted the object, although the listing still
      // shows it.
      if (!found || error.status !== 404) return found;
      return session.lookUntil(async () => {
        const value = await api.find(recordId, "now");
        return { done: !value, value };
      });
    });
  }
  object.fate = "deleted";
}

/**
 * After a 404, a missing route or a lost response, looks for the object. If it is absent, the delete counts
 * as successful. Throws if the object still exists, if the lookup fails, and immediately after any other
 * error.
 */
async function assertAbsent(
  error: VoicecallError,
  find: () => Promise<ServiceRecord | undefined>,
): Promise<void> {
  const noSuchRoute = error.code === "unsupported" || error.code === "route-missing";
  const notFound = error.code === "not-found";
  if (!noSuchRoute && !notFound && !error.lost) throw error;
  let found: ServiceRecord | undefined;
  try {
    found = await find();
  } catch (unread) {
    if (isVoicecallError(unread, "could-not-tell")) throw unread;
    if (notFound) throw doubtful(error, `The lookup failed: ${asVoicecallError(unread).message}`);
    throw noSuchRoute ? noRoute(error) : error;
  }
  if (!found) return;
  if (notFound) throw doubtful(error, "Yet the service still lists the object.");
  throw noSuchRoute ? noRoute(stillThere(error)) : error;
}

/** A 404 alone proves nothing. An outage or a wrong path can cause it. */
function doubtful(error: VoicecallError, why: string): VoicecallError {
  return error.with({
    code: "could-not-tell",
    doubt: undefined,
    remedy: `${why} The object stays in state. Run again later; if it is really gone, \`pulumi refresh\` removes it from state.`,
  });
}

function noRoute(error: VoicecallError): VoicecallError {
  return error.with({
    code: "unsupported",
    remedy:
      `${error.details.remedy ?? ""} Without such a route, run \`pulumi up\` with retainOnDelete: true first.`.trim(),
  });
}
