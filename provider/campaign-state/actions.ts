import { asVoicecallError } from "../base/bug.js";
import { shownValue } from "../core/run/describe.js";
import { HalfCreated } from "../core/run/half-created.js";
import type { Operation } from "../core/run/operation.js";
import { HIDDEN } from "../core/run/state.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { VoicecallError, isVoicecallError } from "../base/errors.js";
import { printable } from "../base/quoted.js";
import {
  type ActionResult,
  RESTING,
  type Seen,
  isRunning,
  isUnsuccess,
  lookAt,
  mayRun,
  sendAction,
  statusOf,
  outcome,
  unclearStatus,
} from "./api.js";
import { type Action, ORDERED_AT, type Sent, isOurs, lastState, stored } from "./record.js";
import { assertNeedless, isRefusal } from "./refusal.js";
import { fields } from "./schema.js";

export function noteStop({ session, object }: Operation): void {
  object.stoppedAt = session.clock.now();
  object.start = undefined;
}

/**
 * Whether the campaign is running or may be running. After this run has stopped it, the result is false until
 * the listing lag has passed, because the listing may still show the old status.
 */
export function runs({ session, object: { stoppedAt } }: Operation, seen: Seen): boolean {
  const lags = stoppedAt !== undefined && session.clock.now() - stoppedAt < session.settings.listLag;
  return mayRun(seen) && !lags;
}

/**
 * Throws the error of an earlier start whose outcome is unknown, unless the listing shows that the campaign is
 * running: a repeated operation must not report success.
 */
export function assertNoDoubt({ object }: Operation, seen: Seen): void {
  const doubt = object.start?.doubt;
  if (doubt && !isRunning(seen)) throw doubt;
}

/**
 * A key for `inTurn`: the actions for one campaign run one after another, so that each action sees the result
 * of the previous action.
 */
export const turn = (id: number): string => `CampaignState:${id}`;

/**
 * Whether a stop would change nothing. Soon after a start by this resource, the result is false, because the
 * listing may still show the old status.
 */
export function rests({ session, olds }: Operation, seen: Seen): boolean {
  const orderedAt = ownValue(olds, ORDERED_AT);
  const lags = typeof orderedAt === "number" && session.clock.now() - orderedAt < session.settings.listLag;
  return RESTING.includes(statusOf(seen) ?? "") && !(lags && ownValue(olds, "lastAction") === "start");
}

interface Given {
  readonly operation: Operation;
  readonly ranBefore: boolean;
  readonly action: Action;
  readonly purpose: string;
}

/**
 * Sends the action that the program declares, unless the listing shows that it is not needed, or this run has
 * already sent the start.
 */
export async function applyAction(
  operation: Operation,
  seen: Seen,
  ranBefore: boolean,
): Promise<Record<string, unknown>> {
  const { session, recordId: id, news, object: campaign } = operation;
  const action = news["state"] === "started" ? "start" : "stop";
  const purpose = `${action} campaign ${shownValue(fields.campaign, news["campaign"])} (id ${id})`;
  if (action === "start") assertNoDoubt(operation, seen);
  const needless =
    action === "start"
      ? runs(operation, seen) || campaign.start !== undefined
      : rests(operation, seen) && !campaign.start;
  const given: Given = { operation, ranBefore, action, purpose };
  if (needless) {
    // A campaign that runs although this resource was declared stopped was started by someone else.
    const isForeign = action === "start" && !campaign.start && lastState(operation.olds) === "stopped";
    const found = asSeen({ ...given, ranBefore: ranBefore || isForeign }, seen);
    if (action === "start" && !campaign.start) {
      if (!isRunning(seen)) throw keepInState(given, found, unclearStart(given, seen));
      sayFound(given, found);
    }
    return found;
  }
  campaign.start = undefined;
  let result: ActionResult;
  try {
    result = await sendAction(session, id, action, purpose);
  } catch (error) {
    if (action === "stop" && isRefusal(error)) return needlessStop(given, error);
    if (!isVoicecallError(error) || !error.lost) throw error;
    if (action === "start") campaign.start = {};
    return resolveLost(given, error);
  }
  if (action === "start") {
    campaign.start = {};
    campaign.stoppedAt = undefined;
  }
  return confirmStatus(given, seen, result);
}

const asSeen = ({ operation, ranBefore }: Given, seen: Seen): Record<string, unknown> =>
  stored(operation, seen, ranBefore);

const asSent = (
  { operation, ranBefore, action }: Given,
  seen: Seen,
  result: Omit<Sent, "action">,
): Record<string, unknown> => stored(operation, seen, ranBefore, { action, ...result });

export const unclear = (seen: Seen): string => unclearStatus(statusOf(seen));

/** An unclear status is neither a success nor a reason to send a start: people may already be called. */
const unclearStart = ({ operation, purpose }: Given, seen: Seen): VoicecallError =>
  operation.error("could-not-tell", `${unclear(seen)}, and nothing was sent.`, {
    operation: purpose,
    remedy:
      'Look at the campaign in the service\'s dashboard. If it is running, run `pulumi up` again, which keeps the resource and sends nothing. If it is not running, declare state: "stopped" and run `pulumi up`; then declare state: "started" and run `pulumi up` again.',
  });

/** Notes that the campaign was already running, and what destroying the resource will do. */
function sayFound({ operation }: Given, found: Bag): void {
  const policy = ownValue(operation.news, "onDestroy");
  if (policy === "leave" || isOurs(found)) return;
  const later =
    policy === "stop"
      ? 'Destroying this resource will still stop the campaign (onDestroy: "stop").'
      : 'So destroying this resource will leave the campaign running, unless you declare onDestroy: "stop".';
  operation.note(
    `the campaign is already running, and nothing was sent. This resource has no record of the start: someone else or an interrupted run started the campaign. ${later}`,
  );
}

async function needlessStop(
  given: Given,
  refusal: VoicecallError,
  inDoubt = false,
): Promise<Record<string, unknown>> {
  const { operation } = given;
  const { seen, found } = await assertNeedless(operation, refusal, inDoubt);
  if (seen === "absent") throw refusal;
  operation.say(found);
  return asSeen(given, seen);
}

/** Fails if the status contradicts the reported success: after a stop, people may still be called. */
async function confirmStatus(
  given: Given,
  seen: Seen,
  result: ActionResult,
): Promise<Record<string, unknown>> {
  const { operation, action, purpose } = given;
  const { session, recordId, isNew } = operation;
  const { status, contrary } = await outcome(session, recordId, action, result);
  const shownNow = { status, message: result.message };
  if (action === "stop" && !contrary) noteStop(operation);
  if (!contrary) return asSent(given, seen, shownNow);
  const error = contradicted(purpose, action, status);
  if (action === "stop" && !isNew) throw error;
  throw keepInState(given, asSent(given, seen, shownNow), error);
}

export function contradicted(purpose: string, action: Action, status: string | null): VoicecallError {
  const next =
    action === "start"
      ? ". It is not started again automatically. Look at the campaign in the service's dashboard. To start it, give `trigger` a new value."
      : " and may continue to call people. Run again to send the stop once more.";
  return new VoicecallError(
    "not-kept",
    `the service reported success, but the campaign is still ${printable(String(status))}${next}`,
    { operation: purpose },
  );
}

/**
 * A start whose response was lost is never sent again: only the listing or a person can tell whether it had an
 * effect. A stop may be sent again.
 */
async function resolveLost(given: Given, error: VoicecallError): Promise<Record<string, unknown>> {
  const { operation, action, purpose } = given;
  const { session, recordId: id, isNew } = operation;
  const seen = await session.lookUntil(
    async () => {
      const value = await lookAt(session, id, true).catch(() => "unlisted" as const);
      return { done: value === "unlisted" || isRunning(value), value };
    },
    session.clock.now() + (action === "start" ? session.settings.listLag : 0),
  );
  const status = statusOf(seen);
  const carriedOut = action === "start" ? isRunning(seen) : RESTING.includes(status ?? "");
  const result = { status, message: null };
  if (carriedOut) {
    const now = `the campaign's status is now ${printable(String(status))}.`;
    operation.say(
      isUnsuccess(error)
        ? error.with({ doubt: undefined, remedy: `Yet ${now}` }).message
        : `${purpose}: the response was lost, but ${now}`,
    );
    return asSent(given, seen, result);
  }
  if (action === "stop") {
    let again: ActionResult;
    try {
      again = await sendAction(session, id, "stop", purpose);
    } catch (second) {
      if (isRefusal(second)) return needlessStop(given, second, true);
      throw second instanceof VoicecallError && !isNew
        ? second
        : keepInState(given, asSent(given, seen, result), second);
    }
    return confirmStatus(given, seen, again);
  }
  const listed =
    status === null ? "the service lists no status for it" : `the service lists it as ${printable(status)}`;
  const unsettled = error.with({
    code: "lost",
    doubt: `It is not known whether the campaign was started (${listed}). It is not started again automatically.`,
    remedy:
      "Look at the campaign in the service's dashboard. If it was not started, give `trigger` a new value to start it.",
  });
  throw keepInState(given, asSent(given, seen, result), unsettled);
}

/** Keeps the resource in state, so that the next apply does not treat it as new and start the campaign again. */
function keepInState({ operation, action }: Given, outs: Bag, error: unknown): HalfCreated {
  const failure = asVoicecallError(error);
  if (action === "start")
    operation.object.start = { doubt: failure.with({ lost: false, status: undefined }) };
  // Marks `state` as not applied, so that the next apply sends the stop again.
  const partial = action === "stop" && { [HIDDEN.partial]: ["state"] };
  return new HalfCreated(operation.id, { ...outs, ...partial }, failure);
}
