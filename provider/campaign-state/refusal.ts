import { asVoicecallError } from "../base/bug.js";
import type { Operation } from "../core/run/operation.js";
import { ownValue } from "../core/fields/values.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { quoted } from "../base/quoted.js";
import { type Seen, isAtRest, isRunning, lookAt, statusOf } from "./api.js";
import { ORDERED_AT, lastState } from "./record.js";

/** Whether the service rejected a stop, for example because the campaign does not run or does not exist. */
export const isRefusal = (error: unknown): error is VoicecallError =>
  isVoicecallError(error, "refused", "not-found") && !error.lost;

/**
 * Checks that a campaign whose stop was rejected is not running. Only the listing can prove that.
 * @param inDoubt whether an earlier stop may have had an effect that a listing does not show yet
 * @returns the listed campaign, or "absent", with a message
 * @throws VoicecallError unless the listing shows the campaign as not running, or does not contain it
 */
export async function assertNeedless(
  operation: Operation,
  refusal: VoicecallError,
  inDoubt = false,
): Promise<{ seen: Seen; found: string }> {
  const { session, recordId, olds } = operation;
  const orderedAt = ownValue(olds, ORDERED_AT);
  const since = inDoubt ? session.clock.now() : typeof orderedAt === "number" ? orderedAt : 0;
  const settled = (remedy: string): VoicecallError => refusal.with({ doubt: undefined, remedy });
  const look = async (): Promise<{ done: boolean; value: Seen }> => ({
    done: false,
    value: await lookAt(session, recordId, true),
  });
  const seen = await session.lookUntil(look, since + session.settings.listLag).catch((error: unknown) => {
    throw settled(
      `Whether the campaign still calls people could not be checked: ${asVoicecallError(error).message}`,
    );
  });
  if (seen !== "absent" && !isAtRest(seen)) throw settled(stillThere(operation, seen, refusal));
  const listed =
    seen === "absent" ? "no longer lists the campaign" : `lists the campaign as ${String(statusOf(seen))}`;
  return { seen, found: settled(`The account ${listed}, so there was nothing to stop.`).message };
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
function howToLeave({ verb, olds }: Operation): string {
  if (verb === "create") return "remove this resource from the program";
  const leave = 'declare onDestroy: "leave" on the resource and run `pulumi up`';
  const then = "Then you can destroy the resource without stopping the campaign";
  // Otherwise, `pulumi up` would send the declared stop again.
  return verb === "update" && lastState(olds) === "started"
    ? `declare state: "started" again, ${leave}, which sends nothing. ${then}`
    : `${leave}. ${then}`;
}
