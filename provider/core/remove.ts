import { VoicecallError, isVoicecallError, messageOf } from "../http/errors.js";
import { assertSameAccount } from "./account.js";
import type { Asked, Known } from "./api.js";
import type { ServiceRecord } from "./definition.js";
import { label } from "./describe.js";
import { assertId } from "./read.js";
import { recordedIn } from "./recorded.js";
import { findOrProveGone, lookUntil, stillThere } from "./readback.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import { memory } from "./state.js";
import { type Bag, own } from "./values.js";

/** Deletes the object. What is not there any more is deleted already; what cannot be deleted is an error. */
export async function remove(standard: Standard, session: Session, id: string, olds: Bag): Promise<void> {
  const who = label(standard.kind, olds, id);
  const asked: Asked = { purpose: `delete ${who}` };
  const known: Known = { id: Number(id), olds, memory: memory(olds) };
  assertId(id, asked.purpose);
  await assertSameAccount(session, recordedIn(standard, session, id, olds), asked.purpose, { waits: true });
  if (own(olds, "gone") === true) return;
  const object = session.ledger.object(standard.kind, id);
  if (object.origin === "adopted") {
    session.say(`${who} was not deleted: another resource of this program has just taken it over.`);
    return;
  }
  if (object.isKept) {
    session.say(
      `${who} was not deleted: another resource of this program has the same object. Only this entry has left the state.`,
    );
    return;
  }
  await standard.beforeDelete?.(known, session, asked);
  const api = standard.connect(session);
  try {
    await api.remove(known.id, asked);
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    await assertAbsent(error, async () => {
      const found = await findOrProveGone(api, session, known);
      // An attempt whose answer was lost may have deleted it, and a listing may lag behind that.
      if (!found || error.status !== 404) return found;
      return lookUntil(session, session.clock.now() + session.settings.listLag, async () => {
        const value = await api.find(known.id, true);
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
    throw noSuchRoute ? noRoute(error.message) : error;
  }
  if (!found) return;
  if (notFound) throw doubtful(error, "Yet the service still lists it.");
  throw noSuchRoute ? noRoute(stillThere(error)) : error;
}

/** "Not found" is only a hint: an outage and a wrong path answer the same. */
function doubtful({ parts, message }: VoicecallError, why: string): VoicecallError {
  return new VoicecallError(
    "could-not-tell",
    `${parts?.what ?? message} ${why} It is not taken for deleted, and stays in state. Run again later; if the service really has deleted it, \`pulumi refresh\` removes it from state.`,
  );
}

function noRoute(told: string): VoicecallError {
  return new VoicecallError(
    "unsupported",
    `${told} If the service cannot delete it, set retainOnDelete: true on the resource, which forgets it without deleting it.`,
  );
}
