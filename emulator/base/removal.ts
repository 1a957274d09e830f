/** The removal of records: by the API, by a manual change, or by a fault. */
import type { EmulatorState, RecordList } from "./lists.js";

/**
 * Removes a record. A removed tool is also detached from all assistants, and the leads of a removed campaign are
 * removed too.
 */
export function removeRow(state: EmulatorState, list: RecordList, id: number): void {
  const rows: { id: number }[] = state[list];
  const index = rows.findIndex((row) => row.id === id);
  if (index === -1) return;
  rows.splice(index, 1);
  if (list === "tools")
    for (const assistant of state.assistants)
      assistant.tool_ids = assistant.tool_ids.filter((tool) => tool !== id);
  if (list === "campaigns") state.leads = state.leads.filter((lead) => lead.campaign_id !== id);
}
