import type { Api } from "../core/api.js";
import type { ServiceRecord } from "../core/definition.js";
import { isListed } from "../core/recorded.js";
import type { Session } from "../core/session.js";
import type { Standard } from "../core/standard.js";
import { type Bag, isObject, own } from "../core/values.js";
import { hasCampaign } from "../lookup/campaigns.js";
import { judge } from "./judge.js";
import { createLead, deleteLead, updateLead } from "./api.js";
import { computed, fields } from "./schema.js";

/** Lead, spec 4.3: created with its secondary contacts, read from the listing, never created again by itself. */
export const lead: Standard = {
  kind: "Lead",
  fields,
  computed,
  key: "campaign and phone number",
  keyFields: ["campaign", "phoneNumber"],
  sameKey: (record, wanted) =>
    record["campaign_id"] === wanted.get("campaign")?.comparable &&
    record["phone_number"] === wanted.get("phoneNumber")?.comparable,
  connect,
  isInAccount,
  compute,
  judge,
  whenGone: () => ({ gone: true }),
};

function connect({ client, leads }: Session): Api {
  return {
    list: () => leads.rows(),
    listAnew: () => leads.anew(),
    find: async (id, anew) => (await (anew ? leads.anew() : leads.rows())).find((row) => row.id === id),
    create: async (body, asked) => {
      const whole = await leads.write(() => createLead(client, body, asked));
      return { id: whole.id, whole };
    },
    update: async (id, body, asked) => {
      await leads.write(() => updateLead(client, id, body, asked));
      return {};
    },
    remove: (id, asked) => leads.write(() => deleteLead(client, id, asked)),
  };
}

/** A lead that is gone still knows its campaign. */
async function isInAccount(session: Session, id: string, olds: Bag): Promise<boolean> {
  if (isListed(await session.leads.rows(), id, olds)) return true;
  return hasCampaign(session, own(olds, "campaignId"), own(olds, "campaignName"));
}

function compute(record: ServiceRecord): Bag {
  const { campaign, secondary_contacts: contacts } = record;
  return {
    campaignName: isObject(campaign) ? (campaign["name"] ?? null) : null,
    gone: false,
    secondaryContactIds: Array.isArray(contacts)
      ? contacts.map((contact: { id?: unknown } | null) => contact?.id ?? null)
      : [],
  };
}
