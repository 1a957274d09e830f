import { accountMark } from "../core/steps/account.js";
import type { Operation } from "../core/run/operation.js";
import { HIDDEN, outputs } from "../core/run/state.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import type { Seen } from "./api.js";

export const KIND = "CampaignState";

/** Output: the state that the program declared at the last apply. Manual changes do not affect it. */
export const ORDERED = "__ordered";
/**
 * Output: whether the campaign was or may have been running without a start by this resource. False once this
 * resource has sent a start.
 */
export const RAN_BEFORE = "__ranBefore";
/** Output: when the last action was sent. A listing soon after that may still show the previous status. */
export const ORDERED_AT = "__orderedAt";

export type Action = "start" | "stop";

/** A sent action, the status after it, and the service's message. */
export interface Sent {
  readonly action: Action;
  readonly status: string | null;
  readonly message: string | null;
}

/** The `state` that the program declared at the last apply. If that is not recorded, the `state` in Pulumi's state. */
export const lastState = (olds: Bag): unknown => ownValue(olds, ORDERED) ?? ownValue(olds, "state");

/** Removing the trigger does not count as a new trigger: cleaning up a program must not start calls. */
export function isNewTrigger(olds: Bag, news: Bag): boolean {
  const trigger = ownValue(news, "trigger");
  return trigger !== undefined && !isSameTrigger(ownValue(olds, "trigger"), trigger);
}

/**
 * Whether `state` is "started" perhaps only because a refresh found a manually started campaign. With
 * `ignoreChanges`, the engine passes that value instead of the program's.
 */
export const isFoundState = (olds: Bag, news: Bag): boolean =>
  lastState(olds) === "stopped" &&
  ownValue(olds, "state") === "started" &&
  ownValue(news, "state") === "started" &&
  !isNewTrigger(olds, news);

/** Why a state that `isFoundState` recognizes starts nothing. */
export const FOUND_STATE =
  'nothing is started, because state: "started" may come from a refresh that found the campaign running, and not from the program. To start the campaign, give `trigger` a new value. Otherwise, run `pulumi up --refresh` while the campaign is not running.';

/** A number equals the same number as text, since configuration values are text. */
export const isSameTrigger = (before: unknown, after: unknown): boolean =>
  (before === undefined) === (after === undefined) && String(before) === String(after);

/** Whether the last action of this resource started the campaign. The live status does not matter. */
export const isOurs = (bag: Bag): boolean =>
  ownValue(bag, RAN_BEFORE) !== true &&
  ownValue(bag, "lastAction") === "start" &&
  ownValue(bag, ORDERED) === "started";

/** Whether deleting the resource stops its campaign. Without an `onDestroy`, only if this resource started it. */
export const stopsOnDelete = (onDestroy: unknown, olds: Bag): boolean =>
  onDestroy === "stop" || (onDestroy !== "leave" && isOurs(olds));

/** The outputs to store after an action, or if no action was needed. */
export function stored(
  operation: Operation,
  seen: Seen,
  ranBefore: boolean,
  sent?: Sent,
): Record<string, unknown> {
  const { session, recordId, olds, news, memory } = operation;
  const live = typeof seen === "object" ? (seen.status ?? null) : ownValue(olds, "status");
  const name = typeof seen === "object" ? seen.name : ownValue(olds, HIDDEN.campaignName);
  return {
    ...outputs(
      news,
      {
        campaignId: recordId,
        status: sent ? sent.status : (live ?? null),
        lastAction: sent?.action ?? ownValue(olds, "lastAction") ?? null,
        lastMessage: sent ? sent.message : (ownValue(olds, "lastMessage") ?? null),
      },
      { account: accountMark(operation, memory.account), partial: [] },
    ),
    ...(name !== undefined && { [HIDDEN.campaignName]: name }),
    [ORDERED]: news["state"],
    // After this start, the campaign runs because of this resource, even if it was already running.
    [RAN_BEFORE]: sent?.action === "start" ? false : ranBefore,
    [ORDERED_AT]: sent ? session.clock.now() : (ownValue(olds, ORDERED_AT) ?? null),
  };
}
