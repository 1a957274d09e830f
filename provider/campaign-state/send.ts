import { asVoicecallError } from "../base/bug.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { printable, quoted } from "../base/quoted.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { shownValue } from "../core/run/describe.js";
import { HalfCreated } from "../core/run/results.js";
import type { Operation } from "../core/run/operation.js";
import { HIDDEN } from "../core/run/state.js";
import {
  type Action,
  type Seen,
  type Sent,
  contradicts,
  isRunning,
  isUnsuccess,
  lookAt,
  meaningOf,
  sendAction,
  statusAfter,
  statusOf,
  tryLookAt,
} from "./api.js";
import { liveOf } from "./facts.js";
import { NOT_AGAIN, type Refusal } from "./plan.js";
import { ORDERED_AT, type Order, inDoubt, lastState, stored } from "./record.js";
import { fields } from "./schema.js";

export const purposeOf = (action: Action, { recordId, news }: Operation): string =>
  `${action} campaign ${shownValue(fields.campaign, ownValue(news, "campaign"))} (id ${recordId})`;

export function refuse(order: Order, { code, what, remedy, keeps }: Refusal): VoicecallError {
  const error = order.operation.error(code, what, { remedy });
  return keeps ? keptStart(order, stored(order), error) : error;
}

/** What the service shows after an action, and why the action cannot count as done. */
interface Attempt {
  readonly sent: Sent;
  readonly failure?: VoicecallError;
}

/** Sends an action once. If the response is lost, looks whether the action had an effect. */
async function attempt(operation: Operation, action: Action): Promise<Attempt> {
  const { session, recordId: id, purpose } = operation;
  const result = await sendAction(session, id, action, purpose).catch((error: unknown) => {
    if (!isVoicecallError(error) || !error.lost) throw error;
    return error;
  });
  // From now on, this run sends no other start.
  if (action === "start") operation.object.start = {};
  if (isVoicecallError(result)) return lookAfter(operation, result, action);
  const status = await statusAfter(session, id, result);
  const failure = contradicts(status, action) && { failure: contradicted(operation, action, status) };
  return { sent: { ...result, status }, ...failure };
}

/**
 * Sends a start, once: if its response is lost, only the listing or a person can tell whether it had an effect.
 * @returns the outputs to store
 */
export async function start(order: Order): Promise<Record<string, unknown>> {
  const { object } = order.operation;
  object.start = undefined;
  const { sent, failure } = await attempt(order.operation, "start");
  if (!failure?.lost) object.stoppedAt = undefined;
  const outs = stored(order, sent);
  if (failure) throw keptStart(order, outs, failure.lost ? lost(failure, sent.status) : failure);
  return outs;
}

function lost(error: VoicecallError, status: string | null): VoicecallError {
  const listed = status === null ? "lists no status for it" : `lists it as ${printable(status)}`;
  const doubt = `It is not known whether the campaign was started (the service ${listed}).`;
  return error.with({ code: "lost", doubt, remedy: NOT_AGAIN });
}

/**
 * Sends a stop, and once more if the first response was lost.
 * @returns the outputs to store
 */
export async function stop(order: Order): Promise<Record<string, unknown>> {
  const { operation } = order;
  const { session, object, isNew } = operation;
  let isRepeated = false;
  try {
    let { sent, failure } = await attempt(operation, "stop");
    if (failure?.lost) {
      isRepeated = true;
      ({ sent, failure } = await attempt(operation, "stop"));
    }
    if (failure) throw failure;
    object.stoppedAt = session.clock.now();
    object.start = undefined;
    return stored(order, sent);
  } catch (error) {
    // The service rejects a stop, for example, because the campaign does not run or does not exist.
    if (isVoicecallError(error, "refused", "not-found") && !error.lost)
      return stored({ ...order, seen: await assertNeedless(operation, error, isRepeated) });
    if (!isNew || !(isRepeated || isVoicecallError(error, "not-kept"))) throw error;
    // Marks `state` as not applied, so that the next apply sends the stop again.
    const outs = stored(order, { action: "stop", status: statusOf(order.seen), message: null });
    throw new HalfCreated(operation.id, { ...outs, [HIDDEN.partial]: ["state"] }, asVoicecallError(error));
  }
}

/** Looks whether an action had an effect although its response was lost, and says so. */
async function lookAfter(operation: Operation, error: VoicecallError, action: Action): Promise<Attempt> {
  const { session, recordId, purpose } = operation;
  const expected = action === "start" ? "runs" : "rests";
  // A stop can be sent again at once.
  const time = action === "start" ? session.settings.listLag : 0;
  const { found, status } = await session.lookUntil(async () => {
    const seen = await tryLookAt(session, recordId, "now");
    // A listing from before the previous action proves nothing.
    const value = { found: liveOf(operation, seen) === expected, status: statusOf(seen) };
    return { done: seen === "unlisted" || value.found, value };
  }, session.clock.now() + time);
  const now = `the campaign's status is now ${printable(String(status))}.`;
  if (found)
    operation.say(
      isUnsuccess(error)
        ? error.with({ doubt: undefined, remedy: `Yet ${now}` }).message
        : `${purpose}: the response was lost, but ${now}`,
    );
  return { sent: { action, status, message: null }, ...(!found && { failure: error }) };
}

/** The status contradicts the reported success: after a stop, people may still be called. */
function contradicted(operation: Operation, action: Action, status: string | null): VoicecallError {
  const next =
    action === "start"
      ? `. ${NOT_AGAIN}`
      : " and may continue to call people. Run again to send the stop once more.";
  const still = `the service reported success, but the campaign is still ${printable(String(status))}`;
  return operation.error("not-kept", still + next);
}

/** Keeps the resource and the doubt in state, so that no later apply starts the campaign by itself. */
function keptStart({ operation, seen }: Order, outs: Bag, error: VoicecallError): HalfCreated {
  const failure = new HalfCreated(operation.id, { ...outs, ...inDoubt(seen) }, error);
  operation.object.start = { failure };
  return failure;
}

/**
 * Checks that a campaign whose stop was rejected is not running. Only the listing can prove that.
 * @param isRepeated whether an earlier stop may have had an effect that a listing does not show yet
 * @throws VoicecallError unless the listing shows the campaign as not running, or does not contain it. If it does
 *   not, only a destroy has nothing to do.
 */
async function assertNeedless(
  operation: Operation,
  refusal: VoicecallError,
  isRepeated: boolean,
): Promise<Seen> {
  const { session, recordId, olds, verb } = operation;
  const orderedAt = ownValue(olds, ORDERED_AT);
  const since = isRepeated ? session.clock.now() : typeof orderedAt === "number" ? orderedAt : 0;
  const settled = (remedy: string): VoicecallError => refusal.with({ doubt: undefined, remedy });
  const look = async () => ({ done: false, value: await lookAt(session, recordId, "now") });
  const seen = await session.lookUntil(look, since + session.settings.listLag).catch((error: unknown) => {
    throw settled(
      `Whether the campaign still calls people could not be checked: ${asVoicecallError(error).message}`,
    );
  });
  // A paused or unrecognized status does not prove it.
  if (seen !== "absent" && !["rests", "ended"].includes(meaningOf(statusOf(seen))))
    throw settled(stillThere(operation, seen, refusal));
  if (seen === "absent" && verb !== "delete") throw refusal;
  const listed =
    seen === "absent" ? "no longer lists the campaign" : `lists the campaign as ${String(statusOf(seen))}`;
  operation.say(settled(`The account ${listed}, so there was nothing to stop.`).message);
  return seen;
}

function stillThere(operation: Operation, seen: Seen, { details }: VoicecallError): string {
  if (isRunning(seen))
    return `But the account lists the campaign as ${String(statusOf(seen))}, so it may continue to call people. ${details.remedy ?? "Run again later."} To stop it sooner, use the service's dashboard.`;
  const why =
    seen === "unlisted"
      ? "the service lists no campaigns"
      : `the account lists it as ${quoted(String(statusOf(seen)))}, which may not mean that it is stopped`;
  return `It is not known whether the campaign still calls people: ${why}. If it calls nobody, ${howToLeave(operation)}.`;
}

/** How to remove the resource without stopping the campaign. */
function howToLeave({ verb, isNew, olds }: Operation): string {
  if (isNew) return "remove this resource from the program";
  // Otherwise, `pulumi up` would send the declared stop again.
  return verb === "update" && lastState(olds) === "started"
    ? 'run `pulumi up` with state: "started" and onDestroy: "leave", which sends nothing, before you destroy the resource'
    : 'run `pulumi up` with onDestroy: "leave" before you destroy the resource';
}
