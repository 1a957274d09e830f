import { shownValue } from "../core/run/describe.js";
import type { Operation } from "../core/run/operation.js";
import { ownValue } from "../core/fields/values.js";
import { isVoicecallError } from "../base/errors.js";
import { quotedWord } from "../base/quoted.js";
import {
  type ActionResult,
  type Seen,
  isRunning,
  lookAt,
  mayRun,
  outcome,
  sendAction,
  statusOf,
} from "./api.js";
import { rememberName } from "./name.js";
import { contradicted, noteStop, rests, turn } from "./actions.js";
import { RAN_BEFORE, stopsOnDelete } from "./record.js";
import { assertNeedless, isRefusal } from "./refusal.js";
import { fields } from "./schema.js";

/**
 * Stops the campaign if `onDestroy` is "stop", or if `onDestroy` is not set and the campaign runs because of
 * this resource's last action. Does not stop it if another resource of the program manages the campaign.
 */
export async function remove(operation: Operation): Promise<void> {
  rememberName(operation);
  await operation.session.inTurn(turn(operation.recordId), () => stopIfOurs(operation));
}

async function stopIfOurs(operation: Operation): Promise<void> {
  const { session, object, olds, recordId } = operation;
  if (object.isKept) {
    operation.note(
      "the campaign was not stopped, because another resource of this program manages the same campaign. Only this entry was removed from state.",
    );
    return;
  }
  const policy = ownValue(olds, "onDestroy");
  if (policy === "leave") return;
  if (!stopsOnDelete(policy, olds)) return sayLeft(operation);
  const seen = await lookAt(session, recordId, true);
  if (rests(operation, seen)) return;
  await stop(operation);
}

async function stop(operation: Operation): Promise<void> {
  const { session, olds, recordId: id } = operation;
  const purpose = `stop campaign ${shownValue(fields.campaign, ownValue(olds, "campaign"))} (id ${id})`;
  const send = (): Promise<ActionResult> => sendAction(session, id, "stop", purpose);
  let isRepeated = false;
  try {
    const result = await send().catch((error: unknown) => {
      if (!isVoicecallError(error) || !error.lost) throw error;
      isRepeated = true;
      return send();
    });
    const { status, contrary } = await outcome(session, id, "stop", result);
    if (contrary) throw contradicted(purpose, "stop", status);
    noteStop(operation);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    operation.say((await assertNeedless(operation, error, isRepeated)).found);
  }
}

/** Notes that the campaign may keep running. */
async function sayLeft(operation: Operation): Promise<void> {
  const { session, olds, recordId } = operation;
  const seen = await lookAt(session, recordId, true).catch((): Seen => "unlisted");
  if (!mayRun(seen) && !(seen === "unlisted" && ownValue(olds, RAN_BEFORE) === true)) return;
  const found = isRunning(seen)
    ? "is running and was"
    : mayRun(seen)
      ? `may be running (its status is ${quotedWord(String(statusOf(seen)))}) and was`
      : "was";
  operation.note(
    `the campaign ${found} left as it is, because this resource has no record of starting it: someone else or an interrupted run started it. If people should not be called, stop it in the service's dashboard. To let \`pulumi destroy\` stop such a campaign in the future, declare onDestroy: "stop".`,
  );
}
