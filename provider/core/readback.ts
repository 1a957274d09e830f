import { VoicecallError, isVoicecallError, messageOf } from "../http/errors.js";
import type { Api, Known } from "./api.js";
import type { Definition, ServiceRecord } from "./definition.js";
import type { Session } from "./session.js";
import { type WantedFields, liveValues, notKept } from "./wanted.js";

/** Waits between looks while a listing may still lag behind: the next pause, or undefined when time is up. */
function nextPause(session: Session, until: number, tries: number): number | undefined {
  const left = until - session.clock.now();
  return left <= 0 ? undefined : Math.min(left, 250 * 2 ** tries);
}

/** Looks again, at growing intervals, until `look` is satisfied or the listing lag is over. */
export async function lookUntil<T>(
  session: Session,
  until: number,
  look: () => Promise<{ done: boolean; value: T }>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const { done, value } = await look();
    if (done) return value;
    const pause = nextPause(session, until, tries);
    if (pause === undefined) return value;
    await session.clock.sleep(pause);
  }
}

export interface ReadBack {
  /** Undefined when a listing did not show the object in time. */
  readonly record: ServiceRecord | undefined;
  readonly notKept: readonly string[];
  /** What the service holds instead, of fields whose values may be shown: `speechSpeed: 1.23`. */
  readonly heldInstead: readonly string[];
}

/** Reads what was just written and names the declared fields that the service did not keep. */
export async function readBack(
  definition: Definition,
  api: Api,
  session: Session,
  id: number,
  whole: ServiceRecord | undefined,
  wanted: WantedFields,
  properties: readonly string[],
): Promise<ReadBack> {
  const compared = async (record: ServiceRecord): Promise<ReadBack> => {
    const lost = await notKept(definition, record, wanted, properties, session);
    const heldInstead = await liveValues(definition, record, wanted, lost, session);
    return { record, notKept: lost, heldInstead };
  };
  if (whole) return compared(whole);
  let first = true;
  return lookUntil(session, session.clock.now() + session.settings.listLag, async () => {
    const record = await api.find(id, !first);
    first = false;
    const value = record ? await compared(record) : { record, notKept: [], heldInstead: [] };
    return { done: record !== undefined && value.notKept.length === 0, value };
  });
}

/** The error for a write that was carried out and cannot be looked at. */
export function unreadBack(
  purpose: string,
  done: "created" | "adopted" | "changed",
  error: unknown,
): VoicecallError {
  const why = messageOf(error);
  return new VoicecallError(
    isVoicecallError(error) ? error.code : "could-not-tell",
    `${purpose}: it was ${done}, but could not be read back: ${why} It is kept in state; the next up looks again.`,
  );
}

/** @param waited milliseconds that a listing was given to show it; 0 when the answer itself shows the object */
export function keptError(purpose: string, back: ReadBack, waited: number): VoicecallError {
  const { notKept: properties, heldInstead } = back;
  const held = heldInstead.length > 0 ? ` (${heldInstead.join(", ")})` : "";
  const seen = waited > 0 ? `, as its listing shows after ${waited / 1000} s` : "";
  return new VoicecallError(
    "not-kept",
    `${purpose}: the service accepted ${properties.join(", ")} but did not keep ${properties.length === 1 ? "it" : "them"} as sent${seen}. ` +
      "The object is kept in state; the next up looks again and sends what still differs. If the service will not have it, declare the value that it keeps" +
      `${held}.`,
  );
}

/** What is known now: that it is the route that is missing, and not the object. */
export function stillThere({ code, message, parts }: VoicecallError): string {
  if (code !== "route-missing") return `${message} The object is still there.`;
  return `${parts?.what ?? message} The object is still there, so the route is another one: name it in the setting voicecall:routes, or say «none» there.`;
}

/**
 * The living record, or undefined on proof that it is gone. That the account is the recorded one has to be shown
 * before: absence from another account proves nothing.
 */
export async function findOrProveGone(
  api: Api,
  session: Session,
  known: Known,
): Promise<ServiceRecord | undefined> {
  const { createdAt } = known.memory;
  const look = async (anew: boolean): Promise<ServiceRecord | undefined> => api.find(known.id, anew);
  const record = await look(false);
  if (record || createdAt === undefined) return record;
  // A listing may lag behind what was created a moment ago.
  let first = true;
  return lookUntil(session, createdAt + session.settings.listLag, async () => {
    const value = first ? undefined : await look(true);
    first = false;
    return { done: value !== undefined, value };
  });
}
