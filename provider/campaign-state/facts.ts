import type { Operation } from "../core/run/operation.js";
import { ownValue } from "../core/fields/values.js";
import { isFenced, obstacle } from "../core/run/fence.js";
import type { Session } from "../core/run/session.js";
import { isVoicecallError } from "../base/errors.js";
import { calledAfter, calledNow, targetsOf } from "../campaign/leads.js";
import { type Seen, meaningOf, statusOf } from "./api.js";
import { movedText } from "./name.js";
import type { Facts, Live, Refusal } from "./plan.js";
import { ORDERED_AT, isDue, isFoundState } from "./record.js";

/**
 * What the plan depends on.
 * @param isForecast whether other resources of the run may still change the leads
 */
export async function factsOf(
  operation: Operation,
  seen: Seen,
  wanted: unknown = operation.news["state"],
  isForecast = false,
): Promise<Facts> {
  const { olds, news, recordId, object } = operation;
  return {
    wanted: wanted === "started" ? "started" : "stopped",
    isDue: isDue(operation),
    live: liveOf(operation, seen),
    id: recordId,
    status: statusOf(seen),
    isStartSent: object.start !== undefined,
    isFoundState: isFoundState(olds, news),
    moved: wanted === "started" ? await movedText(operation) : undefined,
    fenced: wanted === "started" && isDue(operation) ? await fenced(operation, isForecast) : undefined,
  };
}

/** Why the stack must not start the campaign. The leads that are already in the campaign count too. */
async function fenced({ session, recordId }: Operation, isForecast: boolean): Promise<Refusal | undefined> {
  if (!isFenced(session.settings)) return undefined;
  if (allowsNobody(session)) return NOBODY;
  try {
    const leads = await (isForecast ? calledAfter : calledNow)(session, recordId);
    const found = obstacle(session.settings, leads.flatMap(targetsOf), leads.length);
    return found && { code: "fenced", ...found, isError: true };
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    return {
      code: "could-not-tell",
      what: `nothing is started, because it could not be told whom voicecall:callOnly or voicecall:maxLeads allows: ${error.what}`,
      remedy: error.details.remedy ?? "Run again.",
      isError: true,
    };
  }
}

/** Whether `voicecall:callOnly` is `[]`. Then no campaign is started, because it may get leads later. */
export const allowsNobody = ({ settings: { callOnly } }: Session): boolean => callOnly?.length === 0;

export const NOBODY: Refusal = {
  code: "fenced",
  what: "voicecall:callOnly allows nobody, so nothing is started, even if the campaign has no leads.",
  remedy: "Remove the start, or use a stack that may call people.",
  isError: true,
};

/** Soon after an action, the listing may still show the status before it, which then proves nothing. */
export function liveOf({ session, olds, object }: Operation, seen: Seen): Live {
  if (typeof seen !== "object") return seen;
  const isRecent = (at: unknown): boolean =>
    typeof at === "number" && session.clock.now() - at < session.settings.listLag;
  const meaning = meaningOf(statusOf(seen));
  if (meaning === "runs" || meaning === "unclear") return isRecent(object.stoppedAt) ? "idle" : meaning;
  if (meaning !== "rests") return "idle";
  const wasStarted = ownValue(olds, "lastAction") === "start" && isRecent(ownValue(olds, ORDERED_AT));
  return object.start || wasStarted ? "idle" : "rests";
}
