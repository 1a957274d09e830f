import { callsNewLeads } from "../campaign-state/api.js";
import { calledAfter, isBlacklisted, targetsOf } from "../campaign/leads.js";
import { isAssigned } from "../core/fields/phone-number.js";
import { type Bag, hasUnknown, isObject, ownValue } from "../core/fields/values.js";
import { isListed } from "../core/records/record.js";
import { contactsOf, isFenced, obstacle } from "../core/run/fence.js";
import { isSuperseded } from "../core/run/ledger.js";
import type { Operation, Standard } from "../core/run/operation.js";
import { type LeadChange, listSource } from "../core/run/program-leads.js";
import type { Requests } from "../core/run/requests.js";
import type { Assessment, Change, Findings } from "../core/run/results.js";
import { isMoved } from "../core/steps/account.js";
import { SOME_CAMPAIGN, comingCampaign, declaredCampaign, hasCampaign } from "../core/steps/campaigns.js";
import { isUpdated } from "../core/steps/diff.js";
import { findOrProveGone } from "../core/steps/api.js";
import { keyText } from "../base/quoted.js";
import { createLead, deleteLead, updateLead } from "./api.js";
import { computed, fields } from "./schema.js";

/**
 * Lead, spec 4.3. Created together with its secondary contacts, and read from the listing. If it is gone, it is
 * created again only with `onGone: "recreate"`.
 */
export const lead: Standard = {
  kind: "Lead",
  fields,
  computed,
  personal: true,
  key: "campaign and phone number",
  keyFields: ["campaign", "phoneNumber"],
  check,
  assess,
  compare,
  guard: async (operation, act) => {
    if (act.kind !== "delete") await assertInside(operation, act.record?.id);
  },
  staysGone,
  isInAccount,
  connect,
};

/** Warns that a new lead may be called right away if the campaign is or may be running. */
async function check(operation: Operation): Promise<void> {
  const { session, news, identity, isNew, label } = operation;
  if (session.offline) return;
  const { leads } = session.ledger;
  leads.note(operation);
  const source = identity ?? label;
  const { phoneNumber, secondaryContacts } = news;
  const isCalled = isNew || ownValue(operation.olds, "phoneNumber") !== phoneNumber;
  const numbers = isCalled ? [phoneNumber, ...contactsOf(secondaryContacts)] : [];
  const text =
    "a phone number is possible, but not in use by any known numbering plan. Look for a typing mistake.";
  if (numbers.some((one) => !hasUnknown(one) && !isAssigned(one))) operation.note(text, "warning");
  if (hasUnknown(news["campaign"])) {
    // Of a lead that moves, the service may have more than the program declares, such as its status.
    const coming = isNew ? await comingCampaign(operation) : SOME_CAMPAIGN;
    leads.told.set(source, { campaign: coming, changes: [{ becomes: "new", after: news }] });
    return;
  }
  if (!isNew) return;
  const id = await declaredCampaign(operation);
  const { onExisting: choice } = operation;
  const adoptId = ownValue(news, "adoptId");
  // The id of a lead that this run replaces is ignored.
  const isAdopted = typeof adoptId === "number" && !isSuperseded(session.ledger.object("Lead", adoptId));
  const change: LeadChange = isAdopted
    ? { becomes: "changed", id: adoptId, after: news }
    : { becomes: "new", after: news, isAdopting: adoptId !== undefined || choice === "adopt" };
  leads.told.set(source, { campaign: id, changes: [change] });
  const rows = choice === "create" ? [] : (leads.told.get(listSource(id))?.changes ?? []);
  if (rows.some(({ becomes, after }) => becomes === "new" && after?.["phoneNumber"] === news["phoneNumber"]))
    throw operation.mistake(
      "exists",
      "a LeadSet of this program has a row with this phone number, so nothing is sent. Remove the row, or this resource.",
    );
  const reason = await callsNewLeads(session, id);
  if (reason !== undefined) operation.warn("call", `its ${reason}, so new leads may be called right away.`);
}

/**
 * Handles the changes that an update of a lead cannot make (spec 4.3): the service merges variables, so it cannot
 * remove one, and it accepts no secondary contacts.
 */
function assess(olds: Bag, news: Bag, found: readonly Change[], label: string): Assessment {
  // A gone lead is created again only because of `onGone`, so no other change may replace it.
  if (ownValue(olds, "gone") === true)
    return mayRecreate(olds, news) ? { found, replaces: ["onGone"] } : { found };
  const replace = ownValue(news, "onUnconvergent") === "replace";
  const replaces: string[] = [];
  const notes: string[] = [];
  const stays = (property: string, why: string): void => {
    if (replace) replaces.push(property);
    // A value that is not known yet may turn out to be unchanged.
    else if (!hasUnknown(ownValue(news, property)))
      notes.push(`${label}: ${why}. To delete the lead and create it again, set onUnconvergent: "replace".`);
  };
  const contacts = found.some(({ property }) => property === "secondaryContacts");
  if (contacts)
    stays(
      "secondaryContacts",
      "the secondary contacts stay as they were when the lead was created, because the service cannot change them",
    );
  const removed = removedKeys(ownValue(olds, "variables"), ownValue(news, "variables"));
  if (removed.length > 0)
    stays(
      "variables",
      `the variables ${removed.map(keyText).join(", ")} stay in the service, because the service cannot remove variables`,
    );
  const remaining = replace ? found : found.filter(({ property }) => property !== "secondaryContacts");
  return { found: remaining, replaces, notes };
}

function removedKeys(before: unknown, after: unknown): string[] {
  if (!isObject(before)) return [];
  return Object.keys(before).filter((key) => !isObject(after) || !Object.hasOwn(after, key));
}

/**
 * A replacement creates the lead again, and the person may have asked not to be called. So a blacklisted lead is never
 * replaced, and a gone one only with `onGone: "recreate"`. Otherwise, a lead that turns out to be gone is updated, and
 * the update marks it as gone.
 */
async function compare(
  operation: Operation,
  found: readonly Change[],
  findings: Findings,
): Promise<readonly Change[]> {
  const { session, olds, news, label, isChecked } = operation;
  const { replaces, notes } = findings;
  const mayReplace = replaces.length > 0 && isChecked && !session.offline;
  const record = mayReplace ? await findOrProveGone(operation as Operation<Standard>) : undefined;
  if (mayReplace && (record ? isBlacklisted(record) : !mayRecreate(olds, news))) replaces.length = 0;
  if (isBlacklisted(record))
    notes.push(
      `${label}: the lead is blacklisted, so it is not replaced: a new lead could be called. What the service cannot change stays as it is.`,
    );
  if (isUpdated(operation, found, findings)) await previewUpdate(operation);
  return isBlacklisted(record) ? found.filter(({ property }) => property !== "secondaryContacts") : found;
}

/**
 * Warns if an update may make a campaign that is or may be running call somebody. A lead also moves if the declared
 * name of its campaign now refers to another campaign.
 */
async function previewUpdate(operation: Operation): Promise<void> {
  const { session, news, olds } = operation;
  if (session.offline || hasUnknown(news["campaign"]) || ownValue(olds, "gone") === true) return;
  await assertInside(operation, operation.recordId);
  const id = await declaredCampaign(operation);
  const isChanged = (property: string): boolean => ownValue(olds, property) !== ownValue(news, property);
  const status = ownValue(news, "status");
  const moves = id !== ownValue(olds, "campaignId");
  const isReset = isChanged("status") && (status === "created" || hasUnknown(status));
  if (!moves && !isChanged("phoneNumber") && !isReset) return;
  const reason = await callsNewLeads(session, id);
  if (reason === undefined) return;
  const text = moves
    ? `the lead moves to another campaign. That ${reason}, so the lead may be called right away.`
    : isChanged("phoneNumber")
      ? `its ${reason}, so the changed phone number may be called right away.`
      : `its ${reason}, and status is set to "created", so the lead may be called again.`;
  operation.warn("call", text);
}

/**
 * @param id of the lead that an update or an adoption changes. Its contacts stay, and without a new number its own.
 * @throws VoicecallError "fenced" if the stack must not call a number of the lead, or if its campaign has too many leads
 */
export async function assertInside(operation: Operation, id?: number): Promise<void> {
  const { session, olds, news, isNew } = operation;
  const { settings } = session;
  if (!isFenced(settings)) return;
  const isChanged = (property: string): boolean => ownValue(olds, property) !== ownValue(news, property);
  const targets = [
    { number: ownValue(news, "phoneNumber"), where: "phoneNumber" },
    ...contactsOf(ownValue(news, "secondaryContacts")).map((number, index) => ({
      number,
      where: `secondaryContacts[${index}]`,
    })),
  ];
  const record = id === undefined ? undefined : (await session.records.Lead.read("known")).withId(id);
  if (record) targets.push(...targetsOf(record).slice(isChanged("phoneNumber") ? 1 : 0));
  const count = async (): Promise<number | undefined> => {
    // The check of a lead in state does not know which campaign its name referred to, and its diff follows.
    const isKnown = (isNew || id !== undefined) && !hasUnknown(news["campaign"]);
    if (settings.maxLeads === undefined || session.offline || !isKnown) return undefined;
    const campaign = await declaredCampaign(operation);
    if (campaign === ownValue(olds, "campaignId") && !isChanged("status")) return undefined;
    return (await calledAfter(session, campaign)).length;
  };
  const found = obstacle(settings, targets, await count());
  if (found) throw operation.mistake("fenced", found.what, found.remedy);
}

function connect({ session, purpose }: Operation): Requests {
  const { client } = session;
  const leads = session.records.Lead;
  return {
    create: async (body) => {
      const whole = await leads.write(() => createLead(client, body, purpose));
      return { id: whole.id, whole };
    },
    update: async (id, body) => {
      await leads.write(() => updateLead(client, id, body, purpose));
      return {};
    },
    remove: (id) => leads.remove(id, () => deleteLead(client, id, purpose)),
  };
}

/** Output of a gone lead that a replacement has deleted, but could not create again. */
export const RECREATE = "__recreate";

/** Whether a gone lead may be created again. */
export const mayRecreate = (olds: Bag, news: Bag): boolean =>
  staysGone(olds) === undefined &&
  (ownValue(news, "onGone") === "recreate" || ownValue(olds, RECREATE) === true);

/** For a lead that was blacklisted when it was last seen. */
function staysGone({ currentStatus: status }: Bag): string | undefined {
  return isBlacklisted({ status })
    ? "The person was blacklisted, so no lead is created again, also with onGone."
    : undefined;
}

/** If the lead is gone, its campaign can still prove that the account is the right one, at the same base URL. */
async function isInAccount(operation: Operation): Promise<boolean> {
  const { session, id, olds } = operation;
  if (isListed(await session.records.Lead.read("known"), id, olds)) return true;
  if (isMoved(operation)) return false;
  return hasCampaign(session, ownValue(olds, "campaignId"), ownValue(olds, "campaignName"));
}
