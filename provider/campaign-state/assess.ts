import type { Change, Assessment } from "../core/results.js";
import { type Bag, own } from "../core/values.js";
import { printable } from "../quoted.js";
import { RESTING } from "./api.js";
import { withoutMovedName } from "./name.js";
import { ORDERED, isSameTrigger } from "./record.js";

/** A manually stopped campaign is a note, never a difference: a refresh must not make phones ring. */
export function assess(olds: Bag, news: Bag, all: readonly Change[], who: string): Assessment {
  const found = withoutMovedName(olds, news, all).filter(
    ({ property }) => property !== "trigger" || !isSameTrigger(own(olds, "trigger"), own(news, "trigger")),
  );
  const lastState = own(olds, ORDERED);
  const isNewState =
    lastState !== undefined &&
    lastState !== news["state"] &&
    !found.some(({ property }) => property === "state");
  const status = own(olds, "status");
  const rests =
    news["state"] === "started" &&
    lastState === "started" &&
    typeof status === "string" &&
    RESTING.includes(status);
  const note = `${who}: declared as started, but the service reports ${printable(String(status))}. It is not started again automatically. To start it, change \`trigger\`.`;
  return {
    // The declared action changed, even if a manual change already led to the same state.
    found: isNewState ? [...found, { property: "state", how: "moved" }] : found,
    notes: rests && found.length === 0 ? [note] : [],
  };
}
