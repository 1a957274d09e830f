import { calledAfter, leadsOf as leadsIn, targetsOf } from "../campaign/leads.js";
import { unlistedIn } from "../campaign/unlisted.js";
import { counted, idsText, quoted } from "../base/quoted.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { obstacle } from "../core/run/fence.js";
import type { Operation } from "../core/run/operation.js";
import type { DiffResult } from "../core/run/results.js";
import { SOME_CAMPAIGN, comingCampaign, declaredCampaign, sayOldPolicy } from "../core/steps/campaigns.js";
import { type Seen, isNewCampaign, mayRunWith, statusOf, tryLookAt } from "./api.js";
import { NOBODY, allowsNobody, factsOf } from "./facts.js";
import { movedText } from "./name.js";
import { FOUND_STATE, type Refusal, plan } from "./plan.js";
import { isDue, isFoundState, stopsOnDelete } from "./record.js";
import { purposeOf } from "./send.js";
import { whomItCalls } from "./called.js";

/** Announces whether creating a new or a replacement resource will call people. */
export async function sayCreate(operation: Operation): Promise<void> {
  const { session, news } = operation;
  if (session.offline || hasUnknown(news["campaign"])) return announce(operation);
  await announce(operation.with({ verb: "create", id: String(await declaredCampaign(operation)) }));
}

/**
 * Announces whether an update will call people. If the name now refers to another campaign, says that the
 * update ignores that campaign.
 */
export async function sayUpdate(operation: Operation, result: DiffResult): Promise<void> {
  const { olds, news, isChecked } = operation;
  const moved = await movedText(operation);
  if (moved !== undefined && !(isChecked && isDue(operation) && wantsStart(operation))) operation.note(moved);
  if (!isChecked || !isDue(operation)) return;
  if (!result.replaces) return announce(operation);
  if (isFoundState(olds, news)) throw operation.error("conflict", FOUND_STATE);
  // The engine then checks the new resource, and that check announces the start.
}

/** Says what a replacement does with the old campaign if the program's new `onDestroy` would do something else. */
export function sayReplaced(operation: Operation): void {
  const { olds, news, recordId } = operation;
  const stops = (onDestroy: unknown): boolean => stopsOnDelete(onDestroy, olds);
  const isStopped = stops(ownValue(olds, "onDestroy"));
  if (isStopped === stops(ownValue(news, "onDestroy"))) return;
  sayOldPolicy(operation, "onDestroy", `${isStopped ? "stops" : "does not stop"} campaign ${recordId}`);
}

/** Whether the program may declare "started", as far as a preview knows. */
const wantsStart = ({ news }: Operation): boolean =>
  news["state"] === "started" || hasUnknown(ownValue(news, "state"));

/** Prints what the apply will do, if that makes phones ring or fails. */
async function announce(operation: Operation): Promise<void> {
  const { session, isNew, id, label, news } = operation;
  if (session.offline || id === "") {
    if (news["state"] === "started" && allowsNobody(session)) throw refused(operation, NOBODY);
    if (wantsStart(operation)) sayStart(operation, undefined, await ofUnknown(operation));
    return;
  }
  const wanted = wantsStart(operation) ? "started" : "stopped";
  // If the campaigns cannot be read, the apply reports it.
  const seen = await tryLookAt(session, operation.recordId);
  const isComing = seen === "absent" && isNewCampaign(session, operation.recordId);
  const step = plan(await factsOf(operation, isComing ? "unlisted" : seen, wanted, true));
  if (step === "stop") {
    operation.object.isStopping = true;
    if (seen === "unlisted" || mayRunWith(statusOf(seen))) sayLeadsBesides(operation);
  } else if (step === "start") {
    const doubt = seen === "unlisted" ? IN_DOUBT : "";
    sayStart(operation, seen, `.${await leadsOf(operation, seen)}${doubt}`);
  } else if (step === "found" && (isNew || session.ledger.isPreview)) {
    // The engine does not tell the provider whether `--replace` was used.
    operation.warn(
      "start",
      !isNew
        ? "the campaign is already running, so applying this does not start it. If the campaign ends before the apply, it will START again."
        : "the campaign is already running, so a new resource does not start it. If this resource replaces the one that started the campaign (--replace), the campaign will be stopped and will START again.",
    );
  } else if (typeof step === "object") {
    if (step.isError) throw refused(operation, step);
    operation.predict([`${label}: applying this will fail: ${step.what}`]);
  }
}

/** A campaign that runs may call new leads of the run before it is stopped. */
function sayLeadsBesides(operation: Operation): void {
  const { session, recordId, inProgram } = operation;
  const { length } = session.ledger.leads.newIn(recordId);
  if (length === 0 || !session.ledger.isPreview) return;
  const time = length < 120 ? counted(length, "second") : `${Math.ceil(length / 60)} minutes`;
  operation.warn(
    "call",
    `applying this stops the campaign, and sends it ${counted(length, "new lead")} (at 60 requests a minute: ${time}), which it may call until it is stopped. To be sure that the stop comes first, apply it alone before: \`pulumi up ${inProgram.target}\`.`,
  );
}

const refused = (operation: Operation, { code, what, remedy }: Refusal): Error =>
  operation.error(code, what, { operation: purposeOf("start", operation), remedy });

/** What is known of the start of a campaign whose id is not. */
async function ofUnknown(operation: Operation): Promise<string> {
  const { session, news } = operation;
  if (session.offline) return ", unless it is already running.";
  const coming = await comingCampaign(operation);
  const isKnown = coming !== SOME_CAMPAIGN && !session.ledger.leads.isTold(SOME_CAMPAIGN);
  const expected = isKnown ? await calledAfter(session, coming).catch(() => undefined) : undefined;
  const isCertain = expected && news["state"] === "started" && session.ledger.leads.areReported;
  const found = isCertain && obstacle(session.settings, expected.flatMap(targetsOf), expected.length);
  if (found)
    throw operation.error("fenced", found.what, {
      operation: `start campaign ${quoted(coming)}`,
      remedy: found.remedy,
    });
  return expected
    ? `. It is ${quoted(coming)}, which this program creates.${await whomItCalls(session, coming, undefined, expected)}`
    : '. Which campaign and whom it calls is known only after an apply: to see that before the start, first apply state: "stopped".';
}

function sayStart(operation: Operation, seen: Seen | undefined, more: string): void {
  const { news } = operation;
  // A campaign that is declared by name has it in the label.
  const isNamed = typeof seen === "object" && typeof news["campaign"] === "number";
  const name = isNamed && typeof seen.name === "string" ? ` ${quoted(seen.name)}` : "";
  const may = hasUnknown(ownValue(news, "state")) || hasUnknown(ownValue(news, "trigger"));
  operation.warn(
    "start",
    `applying this ${may ? "may" : "will"} START the campaign${name}, and people are called${more}`,
  );
}

const IN_DOUBT =
  " Its status could not be listed: if an earlier `pulumi up` was interrupted while starting it, applying this starts the campaign a SECOND time. Look at the service's dashboard first.";

async function leadsOf({ session, recordId: id }: Operation, seen: Seen): Promise<string> {
  const leads = await leadsIn(session, id).catch(() => undefined);
  const expected = leads && (await calledAfter(session, id).catch(() => undefined));
  if (!expected) return " Whom it calls is unknown, because its leads could not be listed.";
  const unlisted = await unlistedIn(session, id);
  // Resources that are checked later may create leads too, so the text never says "creates 0 more".
  const more = expected.filter((lead) => lead.id === undefined).length;
  const changes = more > 0 ? `, and this program creates ${more} more` : "";
  return ` It has ${counted(leads.length, "lead")} now${changes}.${unlistedText(unlisted)}${await whomItCalls(session, id, seen, expected)}`;
}

const unlistedText = (ids: readonly number[]): string =>
  ids.length === 0
    ? ""
    : ` ${ids.length} of them ${ids.length === 1 ? "is" : "are"} in no list and of no resource of this program (${idsText(ids, 3)}).`;
