import { plainTime } from "../base/clock.js";
import type { EmulatorState } from "../base/lists.js";
import type { StoredCall } from "../base/state.js";

/** What `GET /user/calls` shows. Costs and recordings are not simulated. */
export function callRecord(call: StoredCall, state: EmulatorState): object {
  const assistant = state.assistants.find(({ id }) => id === call.assistant_id);
  const number = state.phoneNumbers.find(({ id }) => id === assistant?.phone_number_id);
  const lead = state.leads.find(
    ({ owner, phone_number }) => owner === call.owner && phone_number === call.phone_number,
  );
  const campaign = state.campaigns.find(({ id }) => id === lead?.campaign_id);
  return {
    id: call.id,
    assistant_name: assistant?.name ?? null,
    campaign_name: campaign?.name ?? null,
    type: call.direction,
    duration: call.duration,
    assistant_phone_number: number?.phone_number ?? null,
    client_phone_number: call.phone_number,
    status: call.status,
    transcript: null,
    variables: call.variables,
    evaluation: call.evaluation && Object.entries(call.evaluation).map(([name, value]) => ({ name, value })),
    webhook_response: null,
    carrier_cost: 0,
    total_cost: 0,
    answered_by: "unknown",
    recording_url: null,
    created_at: plainTime(Date.parse(call.created_at)),
    updated_at: plainTime(Date.parse(call.finished_at ?? call.created_at)),
  };
}
