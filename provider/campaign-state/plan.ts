import type { ErrorCode } from "../base/errors.js";
import { printable } from "../base/quoted.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import type { Assessment, Change } from "../core/run/results.js";
import { meaningOf, unclearStatus } from "./api.js";
import { withoutMovedName } from "./name.js";
import { ORDERED, doubtIn, isNewTrigger, isOurs, isSameTrigger, lastState } from "./record.js";

/**
 * What the listing proves about the campaign. "unclear": it may be running. "idle": it is neither running nor
 * certainly stopped, so both actions can matter. "unlisted": the service has no listing of campaigns.
 */
export type Live = "runs" | "unclear" | "rests" | "idle" | "absent" | "unlisted";

export const mayRun = (live: Live): boolean => live === "runs" || live === "unclear";

export interface Facts {
  readonly wanted: "started" | "stopped";
  /** Whether the program's declaration has yet to be applied. Otherwise only a running campaign matters. */
  readonly isDue: boolean;
  readonly live: Live;
  /** The id and the listed status, for texts. */
  readonly id: number;
  readonly status: string | null;
  /** Whether this run has sent a start already. */
  readonly isStartSent: boolean;
  /** Whether "started" may come from a refresh, and not from the program. */
  readonly isFoundState: boolean;
  /** Set if the campaign's name now refers to a different campaign: a text that says so. */
  readonly moved?: string | undefined;
  /** Set if the stack must not call the people in the campaign. */
  readonly fenced?: Refusal | undefined;
}

/** Why nothing is sent although the program asks for it. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly what: string;
  readonly remedy?: string;
  /** Whether a preview fails too. */
  readonly isError?: true;
  /** Whether the resource is kept in state, so that the next apply does not treat it as new. */
  readonly keeps?: true;
}

/** Preview prints it, and an apply executes it. "found": the campaign already runs. */
export type Plan = "start" | "stop" | "nothing" | "found" | Refusal;

/** Decides everything that makes phones ring, or stops them, except for a destroy. */
export function plan({ wanted, isDue, live, id, isStartSent, ...facts }: Facts): Plan {
  const absent: Refusal = { code: "gone", what: `the account has no campaign ${id}. Check the id or name.` };
  if (wanted === "stopped") {
    if (!isDue && !mayRun(live)) return "nothing";
    if (live === "absent") return absent;
    return live === "rests" ? "nothing" : "stop";
  }
  // A start is sent only if the program changed. A stop is also sent after a manual start.
  if (!isDue) return "nothing";
  if (facts.moved !== undefined)
    return { code: "conflict", what: `nothing is started, because ${facts.moved}`, isError: true };
  if (isStartSent) return "nothing";
  if (live === "absent") return absent;
  if (live === "runs") return "found";
  // An unclear status is neither a success nor a reason to send a start: people may already be called.
  if (live === "unclear")
    return {
      code: "could-not-tell",
      what: `${unclearStatus(facts.status)}, so people may already be called, and nothing is sent.`,
      remedy:
        'Look at the service\'s dashboard. If it runs, run `pulumi up` again, which sends nothing. Otherwise, apply state: "stopped", and then "started" again.',
      keeps: true,
    };
  if (facts.isFoundState) return { code: "conflict", what: FOUND_STATE };
  return facts.fenced ?? "start";
}

/** Why a "started" that may come from a refresh starts nothing. */
export const FOUND_STATE =
  "nothing is started, because state: \"started\" may come from a refresh that found the campaign running, and not from the program. To start the campaign, give `trigger` a new value. Otherwise, run `pulumi up --refresh --target '**:CampaignState::NAME'` while the campaign is not running.";

/**
 * Decides which differences count. A manual stop of a campaign is noted, but is never a difference: a refresh
 * must not make phones ring.
 */
export function assess(olds: Bag, news: Bag, all: readonly Change[], label: string): Assessment {
  const found = withoutMovedName(olds, news, all).filter(
    ({ property }) =>
      property !== "trigger" || !isSameTrigger(ownValue(olds, "trigger"), ownValue(news, "trigger")),
  );
  const ordered = ownValue(olds, ORDERED);
  const isNewState =
    ordered !== undefined && ordered !== news["state"] && !found.some(({ property }) => property === "state");
  const note = unfulfilled(olds, news);
  return {
    // If the declared state differs from the one at the last apply, that is a change, even if the campaign is
    // already in the declared state after a manual change.
    found: isNewState ? [...found, { property: "state", how: "moved" }] : found,
    notes: note === undefined ? [] : [`${label}: ${note}`],
  };
}

/** Why a start of an earlier apply has no effect, or may have none. Undefined if the program now asks for another. */
function unfulfilled(olds: Bag, news: Bag): string | undefined {
  if (news["state"] !== "started" || lastState(olds) !== "started" || isNewTrigger(olds, news))
    return undefined;
  const status = ownValue(olds, "status");
  const doubt = doubtIn(olds);
  const meaning = typeof status === "string" ? meaningOf(status) : "none";
  if (meaning === "rests" && (doubt === undefined || !isOurs(olds)))
    return `declared as started, but the service reports ${printable(String(status))}. The campaign is not started again automatically. To start it, change \`trigger\`.`;
  // The campaign of an own start may have any status.
  if (meaning === "unclear" && (doubt !== undefined || !isOurs(olds)))
    return `declared as started, but ${unclearStatus(String(status))}.`;
  return doubt === undefined ? undefined : DOUBT;
}

/** What to do about a start that had no effect, or may have had none. */
export const NOT_AGAIN =
  "It is not started again automatically. If the service's dashboard shows that it does not run, give `trigger` a new value.";

const DOUBT = `it is not known whether the campaign was started. ${NOT_AGAIN}`;
