import { idsText, isBlacklisted, isNamed, leadsOf as leadsIn } from "../campaign/leads.js";
import type { DiffResult } from "../core/run/results.js";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import type { Session } from "../core/run/session.js";
import { announceFailures } from "../core/steps/failures.js";
import { shownValue } from "../core/run/describe.js";
import { type Bag, hasUnknown, ownValue } from "../core/fields/values.js";
import { resolve } from "../core/run/wanted.js";
import { counted } from "../base/quoted.js";
import { type Seen, isNewCampaign, isRunning, lookAt, mayRun } from "./api.js";
import { unclear } from "./actions.js";
import { assertNameStood, moved, movedText, movedTo } from "./name.js";
import { FOUND_STATE, isFoundState, isNewTrigger, lastState, stopsOnDelete } from "./record.js";
import { fields } from "./schema.js";

/** Announces whether creating a new or a replacement resource will call people. */
export async function sayCreate(operation: Operation): Promise<void> {
  const { session, news } = operation;
  const { state, campaign } = news;
  if (state !== "started" && !hasUnknown(state)) return;
  if (session.offline || hasUnknown(campaign)) {
    await sayStart(operation);
    return;
  }
  const id = (await resolve(fields.campaign, campaign, session.names)).comparable as number;
  const create = operation.with({ verb: "create", id: String(id) });
  await assertNameStood(create);
  const runs = await sayStart(create, id);
  // The engine does not tell the provider whether `--replace` was used.
  if (runs)
    create.noteStart(
      "the campaign is already running, so a new resource does not start it. If this resource replaces the one that started the campaign (--replace), the campaign will be stopped and will START again.",
    );
}

/**
 * Announces whether an update will call people. If the name now refers to another campaign, says that the
 * update ignores that campaign, or throws if the update would start it.
 */
export async function sayUpdate(operation: Operation, result: DiffResult): Promise<void> {
  const { olds, news, label, recordId } = operation;
  const state = ownValue(news, "state");
  const isNewAction = state !== lastState(olds) || isNewTrigger(olds, news);
  const starts = isNewAction && (state === "started" || hasUnknown(state));
  const now = await movedTo(operation);
  if (now !== undefined && starts) throw moved(operation.with({ purpose: `start ${label}` }), now);
  if (now !== undefined) operation.note(movedText(olds, now));
  if (!starts) return;
  if (result.replaces) {
    if (isFoundState(olds, news)) throw operation.error("conflict", FOUND_STATE);
    // The engine then checks the new resource, and that check announces the start.
    return;
  }
  if (isFoundState(olds, news) && !operation.session.offline && !(await mayRunNow(operation)))
    announceFailures(operation, [`${label}: applying this will fail: ${FOUND_STATE}`]);
  else await sayStart(operation, recordId);
}

/** Says what a replacement does with the old campaign if the program's new `onDestroy` would do something else. */
export function sayReplaced(operation: Operation): void {
  const { olds, news, recordId } = operation;
  const stops = (bag: Bag): boolean => stopsOnDelete(ownValue(bag, "onDestroy"), olds);
  if (stops(olds) === stops(news)) return;
  const before = shownValue(fields.onDestroy, ownValue(olds, "onDestroy"));
  operation.note(
    `the replacement ${stops(olds) ? "stops" : "does not stop"} campaign ${recordId}, because onDestroy is ${before} in state, and a new value does not apply to the old campaign. To apply it there, change onDestroy and run \`pulumi up\` before you change \`campaign\`.`,
    "warning",
  );
}

/** @returns whether the campaign is already running, in which case no start is announced */
async function sayStart(operation: Operation, id?: number): Promise<boolean> {
  const { session, news } = operation;
  const may = hasUnknown(ownValue(news, "state")) || hasUnknown(ownValue(news, "trigger"));
  const line = `applying this ${may ? "may" : "will"} START the campaign, and people are called`;
  if (id === undefined || session.offline) {
    operation.noteStart(`${line}, unless it is already running.`);
    return false;
  }
  // If the campaign cannot be read, the apply reports it.
  const seen = await lookAt(session, id).catch((): Seen => "unlisted");
  if (isRunning(seen)) return true;
  if (mayRun(seen)) {
    const fails = `${unclear(seen)}. If it is running, people are already being called. Applying this will fail and start nothing.`;
    announceFailures(operation, [`${operation.label}: ${fails}`]);
    return false;
  }
  if (seen === "absent" && !isNewCampaign(session, id))
    announceFailures(operation, [
      `${operation.label}: applying this will fail: the account has no campaign ${id}.`,
    ]);
  else operation.noteStart(`${line}.${await leadsOf(session, id)}${seen === "unlisted" ? IN_DOUBT : ""}`);
  return false;
}

const mayRunNow = async ({ session, recordId }: Operation): Promise<boolean> =>
  mayRun(await lookAt(session, recordId).catch((): Seen => "unlisted"));

const IN_DOUBT =
  " It is not known whether the campaign is already running, because its status could not be listed. If an earlier `pulumi up` was interrupted while starting it, applying this starts the campaign a SECOND time. In that case, look at the campaign in the service's dashboard first.";

async function leadsOf(session: Session, id: number): Promise<string> {
  const leads = await leadsIn(session, id).catch(() => undefined);
  if (!leads) return "";
  const unlisted = await unlistedIn(session, id, leads);
  // Resources that are checked later may create leads too, so the text never says "creates 0 more".
  const more = session.ledger.announcedLeads(id);
  const changes = more > 0 ? `and this program creates ${more} more` : "before this program's changes";
  return ` It has ${counted(leads.length, "lead")} now, ${changes}.${unlistedText(unlisted)}`;
}

/** The leads that no list and no resource of the program names; empty if this run does not know all of them. */
async function unlistedIn(
  session: Session,
  campaign: number,
  leads: readonly ServiceRecord[],
): Promise<readonly number[]> {
  const { ledger } = session;
  const { declaredLeads } = ledger;
  const ofItsSet = declaredLeads.unlisted.get(campaign);
  if (ofItsSet) return ofItsSet;
  const hasSet = ledger.object("LeadSet", campaign).claimedBy !== undefined;
  if (hasSet || !declaredLeads.areSetsKnown) return [];
  if (declaredLeads.areKnown(await session.records("Lead").rows()) !== "now") return [];
  return leads.filter((lead) => !isBlacklisted(lead) && !isNamed(session, lead)).map(({ id }) => id);
}

const unlistedText = (ids: readonly number[]): string =>
  ids.length === 0
    ? ""
    : ` ${ids.length} of them ${ids.length === 1 ? "is" : "are"} in no list and of no resource of this program (${idsText(ids, 3)}).`;
