import { z } from "zod";
import type { ComputedTable, FieldTable } from "../core/fields.js";
import { creationOptions } from "../core/options.js";
import { byName, listOf, oneOf, text, webAddress, wholeNumber } from "../core/types.js";

/** Mid call tool, spec 2.1 and 4.1. */
export const fields = {
  name: {
    type: text({ min: 1 })
      .regex(/^[a-z][a-z_]*$/, "must contain only lowercase letters and underscores and start with a letter")
      .meta({ rule: "lowercase letters and underscores, starting with a letter" }),
    doc: "The name of the tool for the AI and for assistants.",
    spec: "2.1",
    request: "name",
    record: "name",
    required: true,
    shown: true,
  },
  description: {
    type: text({ min: 1, max: 255 }),
    doc: "When and how the AI should use the tool.",
    spec: "2.1",
    request: "description",
    record: "description",
    required: true,
  },
  endpoint: {
    type: webAddress(),
    doc: "The URL of the API that is called during a call.",
    spec: "2.1",
    request: "endpoint",
    record: "endpoint",
    required: true,
  },
  method: {
    type: oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    doc: "HTTP method of the request to the endpoint.",
    spec: "2.1",
    request: "method",
    record: "method",
    required: true,
    shown: true,
  },
  timeout: {
    type: wholeNumber(1, 30, "seconds"),
    doc: "Time limit for the endpoint, in seconds. The service's default is 10.",
    spec: "2.1",
    request: "timeout",
    record: "timeout",
    shown: true,
    assumedDefault: 10,
  },
  headers: {
    type: listOf({ name: text({ min: 1 }), value: text({ min: 1 }) }, "name, value"),
    doc: "HTTP headers sent with the tool request. Encrypted in state and never shown. The order does not matter.",
    spec: "2.1",
    request: "headers",
    record: "headers",
    secret: true,
    emptied: { value: [] },
    unordered: byName,
  },
  schema: {
    type: listOf(
      {
        name: text({ min: 2, max: 32 }),
        type: oneOf(["string", "number", "boolean"]),
        description: text({ min: 3, max: 255 }),
      },
      "name: 2-32 characters, type: `string`, `number` or `boolean`, description: 3-255 characters",
    ),
    doc: "The parameters that the AI extracts from the conversation and sends to the endpoint. The order does not matter.",
    spec: "2.1",
    request: "schema",
    record: "schema",
    emptied: { value: [] },
    unordered: byName,
  },
  ...creationOptions("name"),
  onDestroy: {
    type: oneOf(["fail", "detach"]),
    doc: 'What deleting the tool does while a live assistant uses it. "fail" (default) names the assistant and keeps the tool. "detach" deletes it, which removes it from every assistant.',
    spec: "4.1",
    role: "policy",
    shown: true,
  },
} as const satisfies FieldTable;

export const computed = {
  createdAt: { type: z.string(), doc: "When the service created the tool, ISO 8601.", record: "created_at" },
  updatedAt: { type: z.string(), doc: "When the tool was last changed, ISO 8601.", record: "updated_at" },
} as const satisfies ComputedTable;
