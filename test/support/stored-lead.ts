import { type StoredLead, leadSchema } from "../../emulator/base/state.js";
import type { EmulatorState } from "../../emulator/index.js";

/** Adds a lead that no resource manages to the local service. Returns its id. */
export function addLead(
  { leads }: EmulatorState,
  lead: Partial<StoredLead> & Pick<StoredLead, "id">,
): number {
  leads.push(leadSchema.parse({ campaign_id: 1, phone_number: "+12025550123", ...lead }));
  return lead.id;
}
