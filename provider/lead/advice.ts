import { callsNewLeads } from "../campaign-state/api.js";
import type { Operation } from "../core/operation.js";
import type { Advice } from "../core/results.js";
import { hasUnknown, own } from "../core/values.js";
import { resolve } from "../core/wanted.js";
import { fields } from "./schema.js";

/** The service calls the leads of a running campaign, so a new one needs no start. */
export async function advise({ session, news, isNew, label }: Operation): Promise<Advice> {
  const campaign = own(news, "campaign");
  if (!isNew || hasUnknown(campaign)) return { failures: [], notes: [] };
  const { comparable: id } = await resolve(fields.campaign, campaign, session.names);
  const reason = await callsNewLeads(session, id as number);
  const note = `${label}: its ${reason}, so a new lead may be called right away.`;
  return { failures: [], notes: reason === undefined ? [] : [note] };
}
