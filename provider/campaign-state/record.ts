import { accountMark } from "../core/account.js";
import type { Operation } from "../core/operation.js";
import { HIDDEN, outputs } from "../core/state.js";
import { type Bag, own } from "../core/values.js";
import type { Seen } from "./api.js";

export const KIND = "CampaignState";

/** What the program ordered last, as against what a hand did since; and whether the campaign ran before us. */
export const ORDERED = "__ordered";
export const RAN_BEFORE = "__ranBefore";
/** When the last order was sent: what is listed soon after it may be older. */
export const ORDERED_AT = "__orderedAt";

export type Action = "start" | "stop";

/** An order that was sent, and what the service said to it. */
export interface Sent {
  readonly action: Action;
  readonly status: string | null;
  readonly message: string | null;
}

/** What was imported knows only the state that was declared. */
export const lastOrdered = (olds: Bag): unknown => own(olds, ORDERED) ?? own(olds, "state");

/** Taking the trigger out asks for nothing: whoever tidies a program does not mean to call people. */
export function isNewTrigger(olds: Bag, news: Bag): boolean {
  const trigger = own(news, "trigger");
  return trigger !== undefined && !isSameTrigger(own(olds, "trigger"), trigger);
}

/** A number and the same number as text are one trigger: configuration gives text. */
export const isSameTrigger = (before: unknown, after: unknown): boolean =>
  (before === undefined) === (after === undefined) && String(before) === String(after);

/** Whether a running campaign runs because of the last order of this resource. */
export const isOurs = (bag: Bag): boolean =>
  own(bag, RAN_BEFORE) !== true && own(bag, "lastAction") === "start" && own(bag, ORDERED) === "started";

/** What is stored of a campaign, after an order or when none was needed. */
export function stored(
  { session, recordId, olds, news, memory }: Operation,
  seen: Seen,
  ranBefore: boolean,
  sent?: Sent,
): Record<string, unknown> {
  const live = typeof seen === "object" ? (seen.status ?? null) : own(olds, "status");
  const name = typeof seen === "object" ? seen.name : own(olds, HIDDEN.campaignName);
  return {
    ...outputs(
      news,
      {
        campaignId: recordId,
        status: sent ? sent.status : (live ?? null),
        lastAction: sent?.action ?? own(olds, "lastAction") ?? null,
        lastMessage: sent ? sent.message : (own(olds, "lastMessage") ?? null),
      },
      { account: accountMark(session, memory.account), partial: [] },
    ),
    ...(name !== undefined && { [HIDDEN.campaignName]: name }),
    [ORDERED]: news["state"],
    // A campaign that we have just started runs because of us, whoever let it run earlier.
    [RAN_BEFORE]: sent?.action === "start" ? false : ranBefore,
    [ORDERED_AT]: sent ? session.clock.now() : (own(olds, ORDERED_AT) ?? null),
  };
}
