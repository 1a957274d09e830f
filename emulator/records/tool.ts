import type { Form } from "../base/forms.js";
import type { StoredTool } from "../base/state.js";

/** A mid call tool as the service returns it in each form (spec 2.1). */
export const toolRecords: Record<Form, (tool: StoredTool) => object> = {
  "2025": ({ owner, type, body_format, static_fields, ...tool }) => ({
    ...tool,
    schema: tool.schema.map(({ name, type, description }) => ({ name, type, description })),
  }),
  "2026": ({ owner, ...tool }) => ({
    ...tool,
    // An update in form 2025 stores no `required`.
    schema: tool.schema.map(({ required = true, ...parameter }) => ({ ...parameter, required })),
  }),
};
