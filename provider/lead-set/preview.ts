import { notLookedFor } from "../campaign/unlisted.js";
import { callsNewLeads } from "../campaign-state/api.js";
import { isFenced } from "../core/run/fence.js";
import { comingCampaign, declaredCampaign, sayOldPolicy } from "../core/steps/campaigns.js";
import type { Operation } from "../core/run/operation.js";
import { type Bag, hasUnknown, ownValue } from "../core/fields/values.js";
import { isVoicecallError, orElse } from "../base/errors.js";
import { counted, keyList, word } from "../base/quoted.js";
import { type InProgram, inProgram } from "../core/run/describe.js";
import { RESUME_VARIABLE } from "../http/settings.js";
import { checkedRows, listName, places, refusals, doubtfulRows } from "./list.js";
import { recordedIn } from "./recorded.js";
import type { Reconciled } from "./reconcile.js";
import type { Row, Rows } from "./rows.js";
import { endangered, sayUnlisted, tooMany } from "./unlisted.js";
import { KIND, type Planned, assertInside, leadsIn, planned, removesNobody } from "./target.js";

/** Also for an interrupted replacement, which has deleted all leads. */
export const goneText = (gone: readonly unknown[]): string =>
  `${counted(gone.length, "lead")} ${gone.length === 1 ? "is gone from the service, or was blacklisted," : "are gone from the service, or were blacklisted,"} and will not be created again. To create gone leads again, set onGone: "recreate".`;

/**
 * What an apply will do, and why it will fail, as texts for users. They contain line numbers, but no values of rows.
 * @param onConflict with "fail", a manual change to the lead of a changed row makes the apply fail
 * @param where how commands name the resource; absent if there is none yet
 */
export function describePlan(
  plan: Reconciled,
  unit: Rows["unit"],
  onConflict: "fail" | "warn" | "overwrite",
  { name, target }: InProgram = inProgram(KIND),
): { notes: string[]; failures: string[] } {
  const { create, update, resume, adopt, existing, remove, forget, gone, refused, conflicts, drifted } = plan;
  const rowsIn = (found: readonly { row: Row }[]): Row[] => found.map(({ row }) => row);
  const notes: string[] = [];
  const failures: string[] = [];
  const note = (rows: readonly unknown[], text: string): void => {
    if (rows.length > 0) notes.push(`${counted(rows.length, "lead")} ${text}`);
  };
  const at = (rows: readonly Row[]): string => (rows.length === 0 ? "" : ` (${places(rows, unit)})`);
  note(create, `will be created${at(create)}.`);
  note(update, `will be changed${at(rowsIn(update))}.`);
  note(
    remove,
    `will be deleted, because ${remove.length === 1 ? "its row is" : "their rows are"} no longer in the list.`,
  );
  note(
    resume,
    `of the campaign will be adopted unchanged, with exactly the values of ${resume.length === 1 ? "its row" : "their rows"}${at(rowsIn(resume))}.`,
  );
  note(adopt, `of the campaign will be adopted and changed${at(rowsIn(adopt))}.`);
  if (resume.length + adopt.length > 0)
    notes.push(
      'From then on, onRemove applies to adopted leads too. With onExisting: "adopt", Pulumi protects the resource from deletion.',
    );
  const alreadyGone = forget.filter(({ isGone }) => isGone);
  note(
    alreadyGone,
    `without a row in the list ${alreadyGone.length === 1 ? "is" : "are"} already gone from the service.`,
  );
  note(
    forget.filter(({ isGone }) => !isGone),
    'without a row in the list will no longer be managed. With onRemove: "keep", leads stay in the campaign, where they may be called.',
  );
  if (gone.length > 0) notes.push(goneText(gone));
  note(
    drifted,
    `${drifted.length === 1 ? "was changed manually and stays as it is" : "were changed manually and stay as they are"}${at(drifted)}. \`pulumi up --refresh ${target}\` restores the values of the list.`,
  );
  if (refused.length > 0) {
    const reasons = refusals({
      refused: refused.map(({ row, reason }) => ({ line: row.line, reason })),
      unit,
    });
    failures.push(`${reasons.join("; ")}. Remove these rows.`);
  }
  if (existing.length > 0) {
    const exact = existing.filter(({ isExact }) => isExact).length;
    const resumed = `after an interrupted apply, set ${RESUME_VARIABLE}=${word(name)} for one run; `;
    failures.push(
      `the campaign already has ${counted(existing.length, "lead")} of the list${at(rowsIn(existing))}; equal to their rows: ${exact}. ` +
        `To adopt them, set onExisting: "adopt"; ${exact > 0 ? resumed : ""}after a rename, add an alias.`,
    );
  }
  if (conflicts.length > 0 && onConflict === "fail")
    failures.push(
      `the list changes ${counted(conflicts.length, "lead")} that ${conflicts.length === 1 ? "was" : "were"} also changed manually since the last apply${at(conflicts)}. To keep them, enter them in the list. To overwrite them, run \`pulumi up --refresh ${target}\`.`,
    );
  else note(conflicts, `with manual changes will be overwritten${at(conflicts)}.`);
  return { notes, failures };
}

/**
 * What an apply will do, as far as that is known now.
 * @throws VoicecallError "fenced", like the apply
 */
async function forecast(operation: Operation): Promise<Planned | undefined> {
  const { session, news } = operation;
  const rows = await checkedRows(operation);
  if (!rows) return undefined;
  const isLive = !session.offline && !hasUnknown(news["campaign"]);
  // The program may create the campaign, or the service may be unable to list campaigns.
  const campaignId = isLive ? await declaredCampaign(operation).catch(orElse(undefined)) : undefined;
  const live = campaignId === undefined ? undefined : await leadsIn(operation, campaignId);
  const coming = session.offline || isLive ? undefined : await comingCampaign(operation);
  const found = await planned(operation, rows, campaignId, live, coming);
  await assertInside(operation, found);
  return found;
}

/**
 * Prints in a preview what the apply will do.
 * @throws VoicecallError "fenced", like the apply
 */
export async function sayPlan(operation: Operation): Promise<void> {
  const { session, news } = operation;
  const { isPreview } = session.ledger;
  const found = isPreview || isFenced(session.settings) ? await forecast(operation) : undefined;
  if (!found || !isPreview) return;
  const {
    rows,
    sides: { campaignId },
    plan,
  } = found;
  const existing = [...plan.resume, ...plan.adopt, ...plan.existing];
  // If a set in state is checked like a new one, the engine replaces it. With --replace and taint, only this check comes.
  const isReplaced = operation.isNew && operation.isChecked;
  const mayReplace = operation.isNew && !isReplaced && existing.length > 0;
  for (const { lead } of isReplaced ? [] : [...plan.resume, ...plan.adopt])
    session.ledger.object("Lead", lead.id).promised =
      `Remove this lead's phone number from the list of the ${KIND} that will adopt it, or remove this resource.`;
  const { notes, failures } = describePlan(
    isReplaced ? { ...plan, resume: [], adopt: [], existing: [] } : plan,
    rows.unit,
    session.settings.onConflict,
    operation.inProgram,
  );
  const again =
    ownValue(news, "onRemove") === "keep"
      ? "keeps them"
      : "deletes them, and creates those again that are neither gone nor blacklisted";
  if (operation.isNew && existing.length > 0)
    notes.push(
      isReplaced
        ? `This run replaces the resource, which has ${counted(existing.length, "lead")} of the list: it ${again}.`
        : `If this run replaces the resource that has these leads (--replace or taint), it ${again}.`,
    );
  notes.push(...stayingValues(found));
  if (notes.length > 0)
    operation.note(
      `${listName(news)} has ${counted(rows.rows.length, `valid ${rows.unit}`)}: ${notes.join(" ")}`,
    );
  for (const text of doubtfulRows(rows)) operation.note(`in ${listName(news)}, ${text}`, "warning");
  sayUnlisted(operation, found);
  const mayCall = campaignId !== undefined && (plan.create.length > 0 || operation.isNew);
  const reason = mayCall ? await callsNewLeads(session, campaignId) : undefined;
  if (reason !== undefined && plan.create.length > 0)
    operation.warn("call", `its ${reason}, so new leads may be called right away.`);
  if (reason !== undefined && operation.isNew && existing.length > 0)
    operation.warn(
      "call",
      `its ${reason}. If this replaces the resource that has leads of the list (--replace or taint), they are deleted and created again, and may be called again.`,
    );
  announce(operation, found, [...failures, ...endangered(operation, found), ...tooMany(found)], mayReplace);
}

function announce(
  operation: Operation,
  found: Planned,
  failures: readonly string[],
  mayReplace = false,
): void {
  if (failures.length > 0) removesNobody(operation, found);
  const unless = mayReplace ? ", unless this run replaces the resource" : "";
  operation.predict(
    failures.map((failure) => `${operation.label}: applying this will fail${unless}: ${failure}`),
    mayReplace,
  );
}

/** Variables that the list had before, and that existing leads keep: the service merges variables (spec 4.3). */
function stayingValues({ plan, sides: { names, namesBefore } }: Planned): string[] {
  const removed = namesBefore.filter((name) => !names.includes(name));
  if (removed.length === 0 || plan.same.length + plan.update.length === 0) return [];
  const [variables, them] = removed.length === 1 ? ["variable", "it"] : ["variables", "them"];
  return [
    `The ${variables} ${keyList(removed)} no longer in \`columns\` will stay on existing leads with the old values, because the service cannot remove variables. To empty ${them}, keep ${them} in \`columns\`, with an empty column.`,
  ];
}

/**
 * For a set without a change: reports the leads of its campaign that are in no list and of no resource. An interrupted
 * apply may have created them, and the list may then have got its old rows again.
 * @returns whether an apply removes leads
 */
export async function sayUnchanged(operation: Operation): Promise<boolean> {
  // Without a check before it, the diff belongs to a refresh, whose read has reported these leads.
  if (!operation.isChecked) return false;
  try {
    const found = await forecast(operation);
    if (found) announce(operation, found, endangered(operation, found));
    return found !== undefined && sayUnlisted(operation, found);
  } catch (error) {
    if (!isVoicecallError(error) || error.code === "fenced") throw error;
    operation.note(notLookedFor("are not in the list"));
    return false;
  }
}

/** Says what a replacement does with the old leads if they stay, or if the program's new `onRemove` would keep them. */
export function sayReplaced(operation: Operation): void {
  const { olds, news, recordId } = operation;
  const keeps = (bag: Bag): boolean => ownValue(bag, "onRemove") === "keep";
  const count = recordedIn(operation).leads.length;
  if (count === 0 || (!keeps(olds) && !keeps(news))) return;
  const leads = `${counted(count, "lead")} of campaign ${recordId}`;
  sayOldPolicy(
    operation,
    "onRemove",
    keeps(olds) ? `leaves ${leads}, where they may be called` : `deletes ${leads}`,
  );
}
