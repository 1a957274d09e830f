/** The rules of spec 2.1 and 8 for mid call tools. */
import { z } from "zod";
import { pattern, text, url, whole } from "./field.js";

const fields = {
  name: pattern(
    /^[a-z][a-z_]*$/,
    "The tool name must contain only lowercase letters and underscores and start with a letter.",
  ),
  description: text(255),
  endpoint: url,
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  timeout: whole(1, 30).optional(),
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
};

export const toolCreate = z.object(fields);
export const toolUpdate = toolCreate.partial();
