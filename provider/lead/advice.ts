import { callsNewLeads } from "../campaign-state/api.js";
import { isSuperseded } from "../core/run/ledger.js";
import type { Operation } from "../core/run/operation.js";
import { type LeadChange, listSource } from "../core/run/program-leads.js";
import { isAssigned } from "../core/fields/phone-number.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { contactsOf } from "../core/run/fence.js";
import { SOME_CAMPAIGN, comingCampaign, declaredCampaign } from "../core/steps/campaigns.js";
import { assertInside } from "./fence.js";

/** Warns that a new lead may be called right away if the campaign is or may be running. */
export async function check(operation: Operation): Promise<void> {
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
  const choice = ownValue(news, "onExisting") ?? session.settings.onExisting;
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
 * Warns if an update may make a campaign that is or may be running call somebody. A lead also moves if the declared
 * name of its campaign now refers to another campaign.
 */
export async function previewUpdate(operation: Operation): Promise<void> {
  const { session, news, olds } = operation;
  if (session.offline || hasUnknown(news["campaign"]) || ownValue(olds, "gone") === true) return;
  await assertInside(operation, operation.recordId);
  const id = await declaredCampaign(operation);
  const isChanged = (property: string): boolean => ownValue(olds, property) !== ownValue(news, property);
  const status = ownValue(news, "status");
  const isMoved = id !== ownValue(olds, "campaignId");
  const isReset = isChanged("status") && (status === "created" || hasUnknown(status));
  if (!isMoved && !isChanged("phoneNumber") && !isReset) return;
  const reason = await callsNewLeads(session, id);
  if (reason === undefined) return;
  const text = isMoved
    ? `the lead moves to another campaign. That ${reason}, so the lead may be called right away.`
    : isChanged("phoneNumber")
      ? `its ${reason}, so the changed phone number may be called right away.`
      : `its ${reason}, and status is set to "created", so the lead may be called again.`;
  operation.warn("call", text);
}
