import type { Form } from "../base/forms.js";
import type { StoredCampaign, StoredLead } from "../base/state.js";

/**
 * A lead as the create and list endpoints return it (spec 2.2). Form 2026 adds `fallback_sent_at` and the
 * campaign's channel.
 */
export function leadRecord(lead: StoredLead, campaigns: StoredCampaign[], form: Form): object {
  const { owner, secondary_contacts, fallback_sent_at, ...fields } = lead;
  const isLater = form === "2026";
  const campaign = campaigns.find((row) => row.id === lead.campaign_id);
  return {
    ...fields,
    ...(isLater ? { fallback_sent_at } : {}),
    campaign: campaign
      ? { id: campaign.id, name: campaign.name, ...(isLater ? { channel: campaign.channel } : {}) }
      : null,
    secondary_contacts,
  };
}
