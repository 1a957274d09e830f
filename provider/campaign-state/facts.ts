import type { Operation } from "../core/run/operation.js";
import { ownValue } from "../core/fields/values.js";
import { RESTING, type Seen, isRunning, mayRunWith, statusOf } from "./api.js";
import { movedText } from "./name.js";
import type { Facts, Live } from "./plan.js";
import { ORDERED_AT, isDue, isFoundState } from "./record.js";

/** What the plan depends on. */
export async function factsOf(
  operation: Operation,
  seen: Seen,
  wanted: unknown = operation.news["state"],
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
  };
}

/** Soon after an action, the listing may still show the status before it, which then proves nothing. */
export function liveOf({ session, olds, object }: Operation, seen: Seen): Live {
  if (typeof seen !== "object") return seen;
  const isRecent = (at: unknown): boolean =>
    typeof at === "number" && session.clock.now() - at < session.settings.listLag;
  if (mayRunWith(statusOf(seen))) {
    if (isRecent(object.stoppedAt)) return "idle";
    return isRunning(seen) ? "runs" : "unclear";
  }
  if (!RESTING.includes(statusOf(seen) ?? "")) return "idle";
  const wasStarted = ownValue(olds, "lastAction") === "start" && isRecent(ownValue(olds, ORDERED_AT));
  return object.start || wasStarted ? "idle" : "rests";
}
