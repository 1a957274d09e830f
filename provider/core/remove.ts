import { type VoicecallError, isVoicecallError, messageOf } from "../http/errors.js";
import type { Operation, Standard } from "./operation.js";
import { findOrProveGone, stillThere } from "./readback.js";
import type { ServiceRecord } from "./record.js";
import { own } from "./values.js";

/** Deletes the object. What is not there any more is deleted already; what cannot be deleted is an error. */
export async function remove(operation: Operation<Standard>): Promise<void> {
  const { session, object, label, recordId } = operation;
  if (own(operation.olds, "gone") === true) return;
  if (object.origin === "adopted") {
    session.say(`${label} was not deleted: another resource of this program has just taken it over.`);
    return;
  }
  if (object.isKept) {
    session.say(
      `${label} was not deleted: another resource of this program has the same object. Only this entry has left the state.`,
    );
    return;
  }
  await operation.definition.beforeDelete?.(operation);
  const api = operation.api();
  try {
    await api.remove(recordId);
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    await assertAbsent(error, async () => {
      const found = await findOrProveGone(operation);
      // An attempt whose answer was lost may have deleted it, and a listing may lag behind that.
      if (!found || error.status !== 404) return found;
      return session.lookUntil(async () => {
        const value = await api.find(recordId, true);
        return { done: !value, value };
      });
    });
  }
  object.isReplaced = true;
}

/** Absence is success, whatever went wrong before; what is there, or cannot be looked for, is an error. */
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
    if (notFound) throw doubtful(error, `It could not be looked for: ${messageOf(unread)}`);
    throw noSuchRoute ? noRoute(error) : error;
  }
  if (!found) return;
  if (notFound) throw doubtful(error, "Yet the service still lists it.");
  throw noSuchRoute ? noRoute(stillThere(error)) : error;
}

/** "Not found" is only a hint: an outage and a wrong path answer the same. */
function doubtful(error: VoicecallError, why: string): VoicecallError {
  return error.with({
    code: "could-not-tell",
    doubt: undefined,
    remedy: `${why} It is not taken for deleted, and stays in state. Run again later; if the service really has deleted it, \`pulumi refresh\` removes it from state.`,
    lost: false,
  });
}

function noRoute(error: VoicecallError): VoicecallError {
  return error.with({
    code: "unsupported",
    remedy:
      `${error.details.remedy ?? ""} If the service cannot delete it, set retainOnDelete: true on the resource, which forgets it without deleting it.`.trim(),
    lost: false,
  });
}
