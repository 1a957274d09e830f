import type { StoredTool } from "../state.js";

/** A mid call tool as the service returns it (spec 2.1). */
export function toolRecord(tool: StoredTool): object {
  return {
    id: tool.id,
    name: tool.name,
    description: tool.description,
    endpoint: tool.endpoint,
    method: tool.method,
    timeout: tool.timeout,
    headers: tool.headers,
    schema: tool.schema,
    created_at: tool.created_at,
    updated_at: tool.updated_at,
  };
}
