import type { Operation, Standard } from "../core/run/operation.js";
import type { Requests } from "../core/run/requests.js";
import { isListed } from "../core/records/record.js";
import { ownValue } from "../core/fields/values.js";
import { isMoved } from "../core/steps/account.js";
import { hasCampaign } from "../core/steps/campaigns.js";
import { check } from "./advice.js";
import { assess, compare, staysGone } from "./assess.js";
import { assertInside } from "./fence.js";
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

/** If the lead is gone, its campaign can still prove that the account is the right one, at the same base URL. */
async function isInAccount(operation: Operation): Promise<boolean> {
  const { session, id, olds } = operation;
  if (isListed(await session.records.Lead.read("known"), id, olds)) return true;
  if (isMoved(operation)) return false;
  return hasCampaign(session, ownValue(olds, "campaignId"), ownValue(olds, "campaignName"));
}
