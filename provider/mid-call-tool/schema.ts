import { z } from "zod";
import type { ComputedTable, FieldTable } from "../core/fields/fields.js";
import { creationOptions, policy } from "../core/fields/options.js";
import { rows } from "../core/fields/rows.js";
import {
  type TextLimits,
  addressTemplate,
  byKey,
  byName,
  flag,
  listOf,
  oneOf,
  text,
  webAddress,
  wholeNumber,
} from "../core/fields/types.js";

const { setting, content } = rows("2.1");

/** Documentation of the keys of parameters. It is the same for the 2025 and the 2026 form. */
const doc = {
  parameterName: { doc: "Name of the parameter in the request." },
  parameterType: { doc: "Type of the value that the AI extracts." },
  parameterDescription: { doc: "Tells the AI what to extract." },
};

const headersOf = (value: TextLimits, rule: string) =>
  listOf(
    {
      name: text({ min: 1 }).meta({ doc: "Name of the header, such as Authorization." }),
      value: text({ min: 1, ...value }).meta({ doc: "Value of the header, which may be a secret." }),
    },
    rule,
    (name) => name.toLowerCase(),
  );

/** Mid call tool, spec 2.1 and 4.1. */
export const fields = {
  name: setting(
    text({ min: 1 })
      .regex(/^[a-z][a-z_]*$/, "must contain only lowercase letters and underscores and start with a letter")
      .meta({ rule: "lowercase letters and underscores, starting with a letter" }),
    "name",
    "The tool's name. The AI sees it, and the property `tools` of an assistant can refer to it.",
    {
      example: "get_opening_hours",
      required: true,
      in2026: {
        type: text({ min: 1, max: 64 })
          .regex(
            /^[A-Za-z_][A-Za-z0-9_]*$/,
            "must contain only letters, digits and underscores and start with a letter or an underscore",
          )
          .meta({ rule: "1-64 letters, digits and underscores, starting with a letter or an underscore" }),
      },
    },
  ),
  description: content(
    text({ min: 1, max: 255 }),
    "description",
    "When and how the AI should use the tool.",
    { example: "Use it when the caller asks when a branch is open.", required: true },
  ),
  endpoint: content(webAddress(), "endpoint", "The URL of the API that is called during a call.", {
    example: "https://api.example.com/opening-hours",
    required: true,
    in2026: { type: addressTemplate(2048) },
  }),
  method: setting(
    oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    "method",
    "HTTP method of the request to the endpoint.",
    { required: true },
  ),
  bodyFormat: setting(
    oneOf(["json", "form"]),
    "body_format",
    "How the body of a POST, PUT or PATCH request to the endpoint is encoded. The service's default is `json`.",
    { spec: "2026 form", assumedDefault: "json", only: "2026" },
  ),
  timeout: setting(
    wholeNumber(1, 30, "seconds"),
    "timeout",
    "Time limit for the endpoint, in seconds. The service's default is 10.",
    { assumedDefault: 10 },
  ),
  headers: content(
    headersOf({}, "name, value"),
    "headers",
    "HTTP headers sent with the tool request, as a list of `{ name, value }`. Encrypted in state and never shown. The order does not matter.",
    {
      example: [{ name: "X-Client", value: "phone-assistant" }],
      secret: true,
      secretKeys: ["value"],
      emptied: { value: [] },
      unordered: byName,
      in2026: { type: headersOf({ max: 2048 }, "name, value: at most 2048 characters") },
    },
  ),
  staticFields: content(
    listOf(
      {
        key: text({ min: 1 }).meta({ doc: "Name of the field in the request." }),
        value: text({ min: 1 }).meta({ doc: "Value of the field, which may be a secret." }),
      },
      "key, value",
    ),
    "static_fields",
    "Fields that every request to the endpoint contains; values may contain `{{variable}}`. Encrypted in state and never shown, like headers. The order does not matter.",
    {
      spec: "2026 form",
      example: [{ key: "source", value: "phone" }],
      secret: true,
      secretKeys: ["value"],
      emptied: { value: [] },
      unordered: byKey,
      only: "2026",
    },
  ),
  schema: content(
    listOf(
      {
        name: text({ min: 2, max: 32 }).meta(doc.parameterName),
        type: oneOf(["string", "number", "boolean"]).meta(doc.parameterType),
        description: text({ min: 3, max: 255 }).meta(doc.parameterDescription),
      },
      "name: 2-32 characters, type: `string`, `number` or `boolean`, description: 3-255 characters",
    ),
    "schema",
    "The parameters that the AI extracts from the conversation and sends to the endpoint. The order does not matter.",
    {
      example: [{ name: "branch", type: "string", description: "The town of the branch." }],
      emptied: { value: [] },
      unordered: byName,
      in2026: {
        type: listOf(
          {
            name: text({ min: 1, max: 32 }).meta(doc.parameterName),
            type: oneOf(["string", "number", "float", "boolean"]).meta(doc.parameterType),
            description: text({ min: 3, max: 255 }).meta(doc.parameterDescription),
            required: flag().meta({ doc: "Whether the parameter is required." }).optional(),
          },
          "name: 1-32 characters, type: `string`, `number`, `float` or `boolean`, description: 3-255 characters, required?",
        ),
      },
    },
  ),
  ...creationOptions("name"),
  onDestroy: policy(
    ["fail", "detach"],
    "4.1",
    'What deleting the tool does while a live assistant uses it or may use it. "fail" (default) names the assistant and keeps the tool. "detach" deletes the tool, which removes it from every assistant.',
  ),
} as const satisfies FieldTable;

export const computed = {
  createdAt: { type: z.string(), doc: "When the service created the tool, ISO 8601.", record: "created_at" },
  updatedAt: { type: z.string(), doc: "When the tool was last changed, ISO 8601.", record: "updated_at" },
} as const satisfies ComputedTable;
