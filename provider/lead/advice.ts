import { callsNewLeads } from "../campaign-state/api.js";
import type { Operation } from "../core/run/operation.js";
import type { Advice } from "../core/run/results.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { resolve } from "../core/run/wanted.js";
import { fields } from "./schema.js";

/** Warns that a new lead may be called right away if the campaign is or may be running. */
export async function advise({ session, news, identity, isNew, label }: Operation): Promise<Advice> {
  const campaign = ownValue(news, "campaign");
  if (!isNew || hasUnknown(campaign)) return { failures: [], notes: [] };
  const { comparable: id } = await resolve(fields.campaign, campaign, session.names);
  const adopts = ownValue(news, "adoptId") !== undefined || ownValue(news, "onExisting") === "adopt";
  if (!adopts) session.ledger.announceLeads(id as number, identity ?? label, 1);
  const reason = await callsNewLeads(session, id as number);
  const note = `${label}: its ${reason}, so a new lead may be called right away.`;
  return { failures: [], notes: reason === undefined ? [] : [note] };
}

/**
 * Warns if an update moves the lead to a campaign that is or may be running. A lead also moves if the declared name of
 * its campaign now refers to another campaign.
 */
export async function previewUpdate(operation: Operation): Promise<readonly string[]> {
  const { session, news, olds } = operation;
  const campaign = ownValue(news, "campaign");
  if (session.offline || hasUnknown(campaign) || ownValue(olds, "gone") === true) return [];
  const { comparable: id } = await resolve(fields.campaign, campaign, session.names);
  if (id === ownValue(olds, "campaignId")) return [];
  const reason = await callsNewLeads(session, id as number);
  if (reason !== undefined)
    operation.note(
      `the lead moves to another campaign. That ${reason}, so the lead may be called right away.`,
      "warning",
    );
  return [];
}
