import { accountMark } from "../core/steps/account.js";
import type { Operation } from "../core/run/operation.js";
import { HIDDEN, outputs } from "../core/run/state.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { type Seen, type Sent, meaningOf, statusOf } from "./api.js";

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
/**
 * Output: set while it is not known whether the last start had an effect. The value is the status before it, or
 * empty text.
 */
const DOUBT = "__doubt";

/** What an apply or a destroy does for one campaign, with what was seen before it. */
export interface Order {
  /** Its purpose names the action. */
  readonly operation: Operation;
  readonly seen: Seen;
  readonly ranBefore: boolean;
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

/**
 * Whether the declaration has yet to be applied: the program has changed, the last stop had no effect, or a refresh
 * found the campaign running. The service may reject a stop because the campaign is paused. So a new `onDestroy`,
 * which may be the way out, is stored without a stop.
 */
export const isDue = ({ isNew, olds, news, memory }: Operation): boolean =>
  isNew ||
  lastState(olds) !== news["state"] ||
  isNewTrigger(olds, news) ||
  memory.partial.length > 0 ||
  (ownValue(olds, "state") !== news["state"] && ownValue(olds, "onDestroy") === ownValue(news, "onDestroy"));

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

export const doubtIn = (bag: Bag): string | undefined => ownValue(bag, DOUBT) as string | undefined;

/** Outputs that mark the last start as in doubt. */
export const inDoubt = (seenBefore: Seen): Record<string, unknown> => ({
  [DOUBT]: statusOf(seenBefore) ?? "",
  lastMessage: "It is not known whether the campaign was started.",
});

/** The outputs without a doubt that the listing settles: the campaign runs, or has ended since the start. */
export function withoutSettled(olds: Bag, seen: Seen): Bag {
  const status = statusOf(seen);
  const doubt = doubtIn(olds);
  const meaning = meaningOf(status);
  const hadEffect = meaning === "runs" || (meaning === "ended" && status !== doubt);
  if (doubt === undefined || !hadEffect) return olds;
  return { ...olds, [DOUBT]: undefined, status, lastMessage: null };
}

/** The outputs to store after an action, or if no action was needed. */
export function stored({ operation, seen, ranBefore }: Order, sent?: Sent): Record<string, unknown> {
  const { session, recordId, news, memory } = operation;
  const olds = withoutSettled(operation.olds, seen);
  const live = typeof seen === "object" ? statusOf(seen) : ownValue(olds, "status");
  const name = typeof seen === "object" ? seen.name : ownValue(olds, HIDDEN.campaignName);
  const doubt = sent || news["state"] !== "started" ? undefined : doubtIn(olds);
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
    ...(doubt !== undefined && { [DOUBT]: doubt }),
  };
}
