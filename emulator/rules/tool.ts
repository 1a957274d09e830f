/** The rules for mid call tools: those of spec 2.1 and 8, and those of form 2026. */
import { z } from "zod";
import type { Form } from "../base/forms.js";
import type { StoredTool } from "../base/state.js";
import { flag, isUrl, pattern, text, url, whole } from "./field.js";

const sharedFields = {
  description: text(255),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  timeout: whole(1, 30).optional(),
};

const create2025 = z.object({
  name: pattern(
    /^[a-z][a-z_]*$/,
    "The tool name must contain only lowercase letters and underscores and start with a letter.",
  ),
  endpoint: url,
  ...sharedFields,
  headers: z.array(z.object({ name: text(), value: text() })).optional(),
  schema: z
    .array(
      z.object({
        name: text(32, 2),
        type: z.enum(["string", "number", "boolean"]),
        description: text(255, 3),
      }),
    )
    .optional(),
});

/** Parameters are `{name}`, and variables are `{{name}}`. Both may be anywhere in a URL. */
const placeholder = /\{\{[^{}]+\}\}|\{[^{}]+\}/g;

const create2026 = z.object({
  name: pattern(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    "The tool name must contain only letters, numbers and underscores and start with a letter or underscore.",
    64,
  ),
  endpoint: text(2048).refine((value) => isUrl(value.replace(placeholder, "0")), {
    error: "must be a valid URL",
  }),
  ...sharedFields,
  body_format: z.enum(["json", "form"]).optional(),
  headers: z.array(z.object({ name: text(), value: text(2048) })).optional(),
  static_fields: z.array(z.object({ key: text(), value: text() })).optional(),
  schema: z
    .array(
      z.object({
        name: text(32),
        type: z.enum(["string", "number", "float", "boolean"]),
        description: text(255, 3),
        required: flag.default(true),
      }),
    )
    .optional(),
});

interface ToolForm {
  create: z.ZodType<object>;
  update: z.ZodType<object>;
  /** The fields that an update of this tool ignores. */
  ignored: (tool: StoredTool) => string[];
}

export const toolForms: Record<Form, ToolForm> = {
  "2025": { create: create2025, update: create2025.partial(), ignored: () => [] },
  "2026": {
    create: create2026,
    update: create2026.partial(),
    ignored: ({ type }) => (type === "automation" ? ["endpoint", "method", "body_format"] : []),
  },
};
