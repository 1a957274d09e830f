import { VoicecallError, isVoicecallError } from "../http/errors.js";
import { assertAbsenceCounts, assertSameAccount } from "./account.js";
import type { Asked, Known } from "./api.js";
import { label } from "./describe.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import { memory } from "./state.js";
import { type Bag, own } from "./values.js";
import { secretStrings } from "./wanted.js";

/** Deletes the object. What is not there any more is deleted already; what cannot be deleted is an error. */
export async function remove(standard: Standard, session: Session, id: string, olds: Bag): Promise<void> {
  const who = label(standard.kind, olds, id);
  const asked: Asked = { purpose: `delete ${who}`, secrets: secretStrings(standard, olds) };
  const known: Known = { id: Number(id), olds, memory: memory(olds) };
  await assertSameAccount(session, known.memory, asked.purpose);
  if (own(olds, "gone") === true) return;
  await standard.beforeDelete?.(known, session, asked);
  const api = standard.connect(session);
  try {
    await api.remove(known.id, asked);
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    if (isVoicecallError(error, "unsupported")) throw noRoute(error);
    if (!isVoicecallError(error, "not-found", "route-missing", "network", "server", "unreadable")) throw error;
    if (!isVoicecallError(error, "not-found") && (await api.find(known.id, true).catch(() => error)) !== undefined) {
      throw isVoicecallError(error, "route-missing") ? noRoute(error) : error;
    }
    await assertAbsenceCounts(session, known.memory, asked.purpose);
  }
}

function noRoute(error: VoicecallError): VoicecallError {
  return new VoicecallError(
    "unsupported",
    `${error.message} The object is still there. If the service cannot delete it, set retainOnDelete: true on the resource, which forgets it without deleting it.`,
  );
}
