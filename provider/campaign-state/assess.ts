import type { Change, Assessment } from "../core/run/results.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { printable } from "../base/quoted.js";
import { RESTING, mayRunWith, statusMeans, unclearStatus } from "./api.js";
import { withoutMovedName } from "./name.js";
import { ORDERED, isOurs, isSameTrigger } from "./record.js";

/**
 * Decides which differences count. A manual stop of a campaign is noted, but is never a difference: a refresh
 * must not make phones ring.
 */
export function assess(olds: Bag, news: Bag, all: readonly Change[], label: string): Assessment {
  const found = withoutMovedName(olds, news, all).filter(
    ({ property }) =>
      property !== "trigger" || !isSameTrigger(ownValue(olds, "trigger"), ownValue(news, "trigger")),
  );
  const lastState = ownValue(olds, ORDERED);
  const isNewState =
    lastState !== undefined &&
    lastState !== news["state"] &&
    !found.some(({ property }) => property === "state");
  const status = ownValue(olds, "status");
  const notes: string[] = [];
  if (news["state"] === "started" && lastState === "started" && typeof status === "string") {
    if (RESTING.includes(status))
      notes.push(
        `${label}: declared as started, but the service reports ${printable(status)}. The campaign is not started again automatically. To start it, change \`trigger\`.`,
      );
    else if (mayRunWith(status) && statusMeans(status) === undefined && !isOurs(olds))
      notes.push(`${label}: declared as started, but ${unclearStatus(status)}.`);
  }
  return {
    // If the declared state differs from the one at the last apply, that is a change, even if the campaign is
    // already in the declared state after a manual change.
    found: isNewState ? [...found, { property: "state", how: "moved" }] : found,
    notes: found.length === 0 ? notes : [],
  };
}
