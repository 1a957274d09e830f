import type { Form } from "../base/forms.js";
import type { StoredCampaign } from "../base/state.js";

/** A campaign as the service returns it. Both API forms leave out assistant, time zone and phone numbers. */
export const campaignRecords: Record<Form, (campaign: StoredCampaign) => object> = {
  "2025": ({ id, name, status }) => ({ id, name, status }),
  "2026": (campaign) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    max_calls_in_parallel: campaign.max_calls_in_parallel,
    mark_complete_when_no_leads: campaign.mark_complete_when_no_leads,
    allowed_hours_start_time: `${campaign.allowed_hours_start_time}:00`,
    allowed_hours_end_time: `${campaign.allowed_hours_end_time}:00`,
    allowed_days: campaign.allowed_days,
    max_retries: campaign.max_retries,
    retry_interval: campaign.retry_interval,
    created_at: campaign.created_at,
    updated_at: campaign.updated_at,
  }),
};
