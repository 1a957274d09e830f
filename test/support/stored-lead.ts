import type { EmulatorState, StoredLead } from "../../emulator/index.js";

/** Adds a lead that no resource manages to the local service. Returns its id. */
export function addLead(
  { leads }: EmulatorState,
  lead: Partial<StoredLead> & Pick<StoredLead, "id">,
): number {
  leads.push({
    owner: 1,
    campaign_id: 1,
    phone_number: "+12025550123",
    variables: {},
    status: "created",
    secondary_contacts: [],
    fallback_sent_at: null,
    created_at: "2026-01-01 00:00:00",
    updated_at: "2026-01-01 00:00:00",
    ...lead,
  });
  return lead.id;
}
