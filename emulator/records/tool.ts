import type { Form } from "../base/forms.js";
import type { StoredTool } from "../base/state.js";

/** A mid call tool as the service returns it in each form (spec 2.1). */
export const toolRecords: Record<Form, (tool: StoredTool) => object> = {
  "2025": (tool) => ({
    id: tool.id,
    name: tool.name,
    description: tool.description,
    endpoint: tool.endpoint,
    method: tool.method,
    timeout: tool.timeout,
    headers: tool.headers,
    schema: tool.schema.map(({ name, type, description }) => ({ name, type, description })),
    created_at: tool.created_at,
    updated_at: tool.updated_at,
  }),
  "2026": (tool) => ({
    id: tool.id,
    type: tool.type,
    name: tool.name,
    description: tool.description,
    endpoint: tool.endpoint,
    method: tool.method,
    body_format: tool.body_format,
    timeout: tool.timeout,
    headers: tool.headers,
    static_fields: tool.static_fields,
    // An update in form 2025 stores no `required`.
    schema: tool.schema.map(({ required = true, ...parameter }) => ({ ...parameter, required })),
    created_at: tool.created_at,
    updated_at: tool.updated_at,
  }),
};
