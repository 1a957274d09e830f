import type { Form } from "../base/forms.js";
import type { StoredCampaign, StoredLead, StoredSecondaryContact } from "../base/state.js";

/**
 * A lead as the create and list endpoints return it (spec 2.2). Form 2026 adds `fallback_sent_at` and the
 * campaign's channel.
 */
export function leadRecord(lead: StoredLead, campaigns: StoredCampaign[], form: Form): object {
  const isLater = form === "2026";
  const campaign = campaigns.find((row) => row.id === lead.campaign_id);
  return {
    id: lead.id,
    campaign_id: lead.campaign_id,
    phone_number: lead.phone_number,
    variables: lead.variables,
    status: lead.status,
    created_at: lead.created_at,
    updated_at: lead.updated_at,
    ...(isLater ? { fallback_sent_at: lead.fallback_sent_at } : {}),
    campaign: campaign
      ? { id: campaign.id, name: campaign.name, ...(isLater ? { channel: campaign.channel } : {}) }
      : null,
    secondary_contacts: lead.secondary_contacts.map(contactRecord),
  };
}

function contactRecord(contact: StoredSecondaryContact): object {
  return {
    id: contact.id,
    phone_number: contact.phone_number,
    variables: contact.variables,
    status: contact.status,
    created_at: contact.created_at,
    updated_at: contact.updated_at,
  };
}
