import { NOT_DELETED, mayDelete } from "../core/run/fence.js";
import { hasCampaign, assertOnlyOne, declaredCampaign } from "../core/steps/campaigns.js";
import { UNNAMED } from "../core/run/ledger.js";
import type { Definition, Operation, Resource } from "../core/run/operation.js";
import { type LeadChange, listSource } from "../core/run/program-leads.js";
import { check as checkAny, diff as diffAny } from "../core/resource.js";
import type { Created, DiffResult, Finding, Findings } from "../core/run/results.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { isMoved } from "../core/steps/account.js";
import { callsNewLeads } from "../campaign-state/api.js";
import { KIND as CAMPAIGN_STATE } from "../campaign-state/record.js";
import { leadsBefore } from "../campaign/blacklist.js";
import { sayUnlisted as sayUnlistedOfLeads } from "../campaign/unlisted.js";
import { apply } from "./apply.js";
import { notDeleted, partly } from "./failure.js";
import {
  createdAgain,
  mayCreateGone,
  ownEntry,
  releaseReplaced,
  rememberLeads,
  warnOfCreatedAgain,
} from "./gone.js";
import { checkedRows, listName, refusals, rememberList, rowsOf } from "./list.js";
import { describePlan, goneText, sayPlan, sayReplaced, sayUnchanged } from "./preview.js";
import { read } from "./read.js";
import { numberHash, recordedIn } from "./recorded.js";
import { emptyPlan } from "./reconcile.js";
import { type Rows, UnreadableList } from "./rows.js";
import { computed, fields } from "./schema.js";
import { endangered, exclusiveRules, sayRemoved, sayUnlisted, tooMany, withUnlisted } from "./unlisted.js";
import { KIND, assertInside, isExclusive, leadsIn, planned, sidesOf, stored } from "./target.js";

const definition: Definition = {
  kind: KIND,
  fields,
  computed,
  idOutput: "campaignId",
  rules: exclusiveRules,
  check,
  isInAccount,
  readsAll: true,
};

/** Many leads of one campaign, spec 2.2 and 4.3. */
export const leadSet: Resource = {
  definition,
  check: checkAny,
  diff: async (operation) => {
    const result = await diff(operation);
    await sayUnlistedOfLeads(operation);
    return result;
  },
  create,
  read,
  update: (operation) => write(operation, operation.recordId),
  remove,
};

async function check(operation: Operation, { mistakes }: Findings): Promise<void> {
  if (mistakes.length > 0) return;
  rememberList(operation);
  const { leads } = operation.session.ledger;
  leads.note(operation);
  // While the rows are not known, nobody knows whom a start calls.
  const ofRows = ["leads", "columns", "defaultCountry"].map((property) => ownValue(operation.news, property));
  if (!hasUnknown(ofRows)) leads.report(operation);
  mistakes.push(...(await checkRows(operation)));
  if (mistakes.length > 0) return;
  // Two sets of one campaign would not know about each other's leads.
  await assertOnlyOne(
    operation,
    (names) =>
      `the resources ${names} of this program are both for the leads of one campaign. A campaign can have only one LeadSet: combine the two lists.`,
  );
  if (!operation.isNew) return;
  await releaseReplaced(operation);
  await sayPlan(operation);
  await sayUnlistedOfLeads(operation);
}

async function diff(operation: Operation): Promise<DiffResult> {
  const result = await diffAny(operation);
  const { ledger } = operation.session;
  rememberLeads(operation);
  if (result.replaces) {
    if (ledger.isPreview) sayReplaced(operation);
    return result;
  }
  await noteOwnLeads(operation, result.changes !== false);
  if (result.changes !== false) await sayPlan(operation);
  // The engine sees no difference in the inputs.
  else if (await sayUnchanged(operation)) return { changes: true };
  else ledger.keep(KIND, operation.id);
  return result;
}

/** Mistakes in the list, grouped by reason, with their lines. */
async function checkRows(operation: Operation): Promise<Finding[]> {
  let rows: Rows | undefined;
  try {
    rows = await rowsOf(operation);
  } catch (error) {
    if (error instanceof UnreadableList) return [finding(operation, `${error.message}.`)];
    throw error;
  }
  if (!rows) return [];
  const refused = refusals(rows);
  if (refused.length > 0 && ownValue(operation.news, "onRefusedRow") !== "skip") {
    const failures = refused.map((text) => finding(operation, text));
    return [
      ...failures,
      finding(operation, 'correct these rows, or set onRefusedRow: "skip" to leave them out.'),
    ];
  }
  for (const text of refused)
    operation.note(`skipped in ${listName(operation.news)} (onRefusedRow: "skip"): ${text}.`, "warning");
  // An empty list may come from a failed export, which must not delete all leads.
  return rows.rows.length === 0
    ? [finding(operation, "it has no valid rows. To remove all leads, remove the resource.")]
    : [];
}

const finding = ({ news }: Operation, text: string): Finding => ({
  path: "leads",
  reason: `${listName(news)}: ${text}`,
});

/**
 * Records that this resource manages the leads that keep their rows. Another resource must not adopt them, and the
 * delete of an old resource after a rename must not delete them.
 */
async function noteOwnLeads(operation: Operation, isChanged: boolean): Promise<void> {
  const { session, identity, recordId } = operation;
  if (!operation.isChecked) return;
  const { key, leads } = recordedIn(operation);
  // Without a change, each lead has its row.
  const list = isChanged ? await checkedRows(operation) : undefined;
  const numbers = list && [...list.rows.map(({ phoneNumber }) => phoneNumber), ...list.skipped];
  const hashes = numbers && new Set(numbers.map((number) => numberHash(key, number)));
  const removed: LeadChange[] = [];
  for (const { id, number } of leads)
    if (!hashes || hashes.has(number)) session.ledger.object("Lead", id).owner ??= identity ?? UNNAMED;
    else removed.push({ becomes: "gone", id });
  if (removed.length > 0 && ownValue(operation.news, "onRemove") !== "keep")
    session.ledger.leads.told.set(listSource(recordId), { campaign: recordId, changes: removed });
}

async function create(operation: Operation): Promise<Created> {
  const campaignId = await declaredCampaign(operation);
  const entry = ownEntry(operation, campaignId);
  const outs = await write(entry ?? operation, campaignId);
  operation.session.ledger.keep(KIND, campaignId);
  return { id: String(campaignId), outs };
}

/** Creates, changes and deletes leads until they match the list. */
async function write(operation: Operation, campaignId: number): Promise<Record<string, unknown>> {
  const { leads } = operation.session.ledger;
  leads.applying.add(listSource(campaignId));
  try {
    return await writeAll(operation, campaignId);
  } finally {
    leads.end(listSource(campaignId));
  }
}

async function writeAll(operation: Operation, campaignId: number): Promise<Record<string, unknown>> {
  const { session } = operation;
  const list = await checkedRows(operation);
  if (!list)
    throw operation.error(
      "invalid",
      'the list of leads is not available. If the resource has ignoreChanges: ["leads"], remove that option. Otherwise, run `pulumi up` again.',
    );
  return session.inTurn(`${KIND} ${campaignId}`, async () => {
    // Resources that the engine has not reported yet may name leads.
    if (isExclusive(operation)) await session.engineCalls.quiet();
    const live = await leadsIn(operation, campaignId);
    const found = await planned(operation, list, campaignId, live);
    const { refused, existing, resume, create, gone } = found.plan;
    const { onConflict } = session.settings;
    const { failures } = describePlan(found.plan, list.unit, onConflict, operation.inProgram);
    failures.push(...endangered(operation, found), ...tooMany(found));
    if (failures.length > 0)
      throw operation.error(
        refused.length + existing.length > 0 ? "exists" : "conflict",
        `nothing was sent. ${failures.join(" ")}`,
      );
    await assertInside(operation, found);
    if (create.length > 0 && mayCreateGone(operation))
      throw operation.mistake(
        "gone",
        "an interrupted replacement has deleted the leads of this list, and some may have been gone before: these people may have asked not to be called. Nothing was sent.",
        'To create all of them, set onGone: "recreate".',
      );
    if (operation.isNew && gone.length > 0) operation.note(goneText(gone), "warning");
    if (resume.length > 0)
      operation.note(
        `existing leads of the campaign were adopted (each has exactly the values of its row): ${resume.length}.`,
      );
    if (create.length > 0) await stopped(operation, campaignId);
    const removes = sayUnlisted(operation, found);
    const whole = removes ? withUnlisted(found) : found;
    const applied = await apply(operation, whole.sides, whole.plan, () => assertInside(operation, found));
    if (applied.failed.length > 0 || applied.stop) throw await partly(operation, whole, applied);
    if (removes) sayRemoved(operation, found);
    return stored(operation, campaignId, applied);
  });
}

/**
 * Lets a stop of a campaign that runs go first. The engine reports the resources one by one, so this waits at most ten
 * seconds for them, and at most one for the engine to begin the stop.
 */
async function stopped({ session }: Operation, campaignId: number): Promise<void> {
  if ((await callsNewLeads(session, campaignId)) === undefined) return;
  const campaign = session.ledger.object(CAMPAIGN_STATE, campaignId);
  for (let before = -1, waits = 0; before !== session.engineCalls.begun && waits < 10; waits += 1) {
    before = session.engineCalls.begun;
    await session.engineCalls.quiet();
    if (campaign.isStopping) break;
  }
  if (!campaign.isStopping) return;
  await session.engineCalls.quiet();
  await session.inTurn(`${CAMPAIGN_STATE}:${campaignId}`, async () => undefined);
}

/** Deletes the leads. With `onRemove: "keep"`, deletes only gone leads that another resource has created again. */
async function remove(operation: Operation): Promise<void> {
  const { session, olds, recordId, identity } = operation;
  session.ledger.intent(identity).isRemoved = true;
  const recorded = recordedIn(operation);
  const again = createdAgain(operation, recorded);
  warnOfCreatedAgain(operation, again);
  const keeps = ownValue(olds, "onRemove") === "keep";
  if (keeps && recorded.leads.length > 0)
    operation.note(
      `leads left in the campaign, where they may be called (onRemove: "keep"): ${recorded.leads.length}.`,
    );
  if (keeps && again.length === 0) return rememberLeads(operation);
  if (!mayDelete(session.settings, operation.kind)) throw operation.error("fenced", NOT_DELETED);
  const live = (await session.records.Lead.read("current")).all;
  await leadsBefore(session);
  rememberLeads(operation);
  const sides = sidesOf(operation, recorded, { rows: [], skipped: [], live, campaignId: recordId });
  const listed = new Set(sides.live?.map(({ id }) => id));
  const leads = keeps ? [] : recorded.leads.filter(({ id }) => listed.has(id) || sides.isRecent);
  // After a rename, the new resource adopts all leads before the old resource is deleted.
  const mine = leads.filter(({ id }) => !sides.belongsToOther(id));
  if (mine.length < leads.length)
    operation.note(
      `leads not deleted, because another resource of this program has adopted them: ${leads.length - mine.length}.`,
    );
  const applied = await apply(operation, sides, { ...emptyPlan(), remove: [...mine, ...again] });
  if (applied.failed.length > 0 || applied.stop) throw notDeleted(operation, applied);
}

/**
 * A campaign with the recorded id and name proves that the account is the right one, and so does any recorded
 * lead. At another base URL, other people may have the recorded ids, so every listed id must have its number.
 */
async function isInAccount(operation: Operation): Promise<boolean> {
  const { session, recordId, olds } = operation;
  const isElsewhere = isMoved(operation);
  if (!isElsewhere && (await hasCampaign(session, recordId, ownValue(olds, "campaignName")))) return true;
  const { key, leads } = recordedIn(operation);
  const numbers = new Map(leads.map(({ id, number }) => [id, number]));
  const listed = (await session.records.Lead.read("current")).all.filter(({ id }) => numbers.has(id));
  const mine = listed.filter(({ id, phone_number: number }) => numbers.get(id) === numberHash(key, number));
  if (isElsewhere && mine.length < listed.length) return false;
  return mine.some(({ campaign_id: campaign }) => campaign === recordId);
}
