/** Mid call tools in the 2026 form of the API (docs/api-forms.md). */
import { canaries } from "../support/canaries.js";
import type { Props } from "../support/engine-part.js";
import { type Subject, letters, limit, required, sample, words } from "./fixture.js";
import { midCallTool, tool } from "./mid-call-tool.js";

const parameter = (more: object = {}) => [
  { name: "town", type: "string", description: "Which town.", ...more },
];

/** The parameters as the service stores them: with `required`, even if the program omits it. */
const stored = (items: object[]): Props => ({ schema: items.map((item) => ({ required: true, ...item })) });

const schema = sample("schema", "schema", [
  [...parameter({ required: false }), { name: "d", type: "float", description: "How many days." }],
  parameter({ description: "Which town or village.", required: true }),
  [{ name: "by_hand", type: "boolean", description: "By hand.", required: true }],
]);

export const midCallToolIn2026: Subject = {
  ...midCallTool,
  props: { ...tool, name: "Get_Weather2", staticFields: [{ key: "token", value: canaries.header }] },
  samples: {
    ...midCallTool.samples,
    name: required("name", "name", ["Get_Weather2", "_forecast", "By_hand"]),
    endpoint: required("endpoint", "endpoint", [
      "https://tools.example.com/{town}?user={{customer_id}}",
      "https://tools.example.com/{town}/b",
      "https://tools.example.com/by-hand",
    ]),
    bodyFormat: sample("body_format", "body_format", ["json", "form", "form"]),
    staticFields: {
      request: "static_fields",
      first: [
        { key: "b", value: canaries.header },
        { key: "a", value: "{{customer_id}}" },
      ],
      second: [{ key: "a", value: "secret-c" }],
      body: { static_fields: [{ key: "a", value: "[masked]" }] },
      stored: { static_fields: [{ key: "a", value: "secret-c" }] },
      byHand: { static_fields: [{ key: "a", value: "by-hand" }] },
      emptied: { static_fields: [] },
    },
    schema: { ...schema, stored: stored(schema.second as object[]), emptied: { schema: [] } },
  },
  limits: [
    limit("name", [letters(0) + "a", "_", "Get2", "x".repeat(64)], ["2get", "get-weather", "x".repeat(65), "g\u00e9t"], /letters, digits and underscores|1-64 characters/), // prettier-ignore
    limit(
      "endpoint",
      [
        "https://a.example.com/{id}",
        "https://a.example.com/{{ customer id }}/x",
        `https://a.example.com/${"x".repeat(2000)}`,
      ],
      ["{{base}}/x", "https://a b.example.com/{id}", `https://a.example.com/${"x".repeat(2048)}`],
      /valid http|at most 2048|1-2048 characters/,
    ),
    words("bodyFormat", ["json", "form"], ["xml", ""]),
    limit("staticFields", [[], [{ key: "a", value: "b" }]], [[{ key: "", value: "b" }]], /blank/, { path: "staticFields[0].key" }), // prettier-ignore
    limit("headers", [[{ name: "A", value: "b".repeat(2048) }]], [[{ name: "A", value: "b".repeat(2049) }]], /1-2048 characters/, { path: "headers[0].value" }), // prettier-ignore
    limit("schema", [parameter({ name: "a" }), parameter({ type: "float" }), parameter({ required: false })], [parameter({ required: "yes" })], /true or false|(required)/, { path: "schema[0].required" }), // prettier-ignore
  ],
};
