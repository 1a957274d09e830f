import { canaries } from "../support/canaries.js";
import {
  type Subject,
  lacking,
  letters,
  limit,
  numbersAndFlags,
  required,
  sample,
  words,
} from "./fixture.js";

export const tool = {
  name: "get_weather",
  description: "Looks up the weather.",
  endpoint: "https://tools.example.com/weather",
  method: "GET",
  headers: [{ name: "Authorization", value: canaries.header }],
};

const emoji = (count: number): string => "📞".repeat(count);
const parameter = (more: object = {}) => [
  { name: "town", type: "string", description: "Which town.", ...more },
];

const timeout = sample("timeout", "timeout", [1, 30, 12]);

/** Spec 2.1, 4.1 and 8. */
export const midCallTool: Subject = {
  kind: "MidCallTool",
  props: tool,
  change: { timeout: 9 },
  create: "/user/tools",
  list: "/user/tools",
  item: "/user/tools/{id}",
  body: {
    name: "check_order",
    description: "Looks up an order.",
    endpoint: "https://tools.example.com/orders",
    method: "POST",
  },
  rows: ({ state }) => state.tools,
  listing: (records) => records,
  field: "timeout",
  first: 5,
  second: 20,
  sent: { timeout: 20 },
  byHand: { timeout: 12 },
  key: "name",
  keys: ["get_a", "get_b", "get_c"],
  samples: {
    name: required("name", "name", ["get_weather", "get_forecast", "by_hand"]),
    description: required("description", "description", [
      "Looks up the weather.",
      "Looks up the forecast,\r\nfor three days. ",
      "By hand.",
    ]),
    endpoint: required("endpoint", "endpoint", [
      "https://tools.example.com/a?b=c",
      "https://tools.example.com/b",
      "https://tools.example.com/by-hand",
    ]),
    method: required("method", "method", ["GET", "POST", "PUT"]),
    timeout,
    headers: {
      request: "headers",
      first: [
        { name: "X-B", value: canaries.header },
        { name: "X-A", value: "secret-a" },
      ],
      second: [{ name: "X-A", value: "secret-c" }],
      body: { headers: [{ name: "X-A", value: "[masked]" }] },
      stored: { headers: [{ name: "X-A", value: "secret-c" }] },
      byHand: { headers: [{ name: "X-A", value: "by-hand" }] },
      emptied: { headers: [] },
    },
    schema: sample(
      "schema",
      "schema",
      [
        [...parameter(), { name: "days", type: "number", description: "How many days." }],
        parameter({ description: "Which town or village." }),
        [{ name: "by_hand", type: "boolean", description: "By hand." }],
      ],
      { emptied: { schema: [] } },
    ),
  },
  options: { onExisting: "adopt", adoptId: 101, onDestroy: "detach" },
  computed: ["createdAt", "updatedAt"],
  secrets: {
    props: {
      ...tool,
      description: "A private description.",
      endpoint: "https://private.example.com/path",
      headers: [
        { name: "X-Key", value: "private-header" },
        { name: "X-Short", value: "prvt" },
      ],
      schema: parameter({ description: "A private parameter." }),
    },
    change: {
      headers: [{ name: "X-Key", value: "private-other" }],
      description: "Another private one.",
      endpoint: "https://private.example.com/2",
    },
  },
  limits: [
    limit(
      "name",
      ["a", "get_weather", "a__"],
      ["Get", "get-weather", "_get", "get2", "gét", "get weather", "get\n"],
      /only lowercase letters and underscores and start with a letter/,
    ),
    limit("name", [], ["", "  ", 5], /must not be blank|only lowercase|must be text/),
    limit(
      "description",
      ["x", letters(255), emoji(255)],
      [letters(256), emoji(256)],
      /1-255 characters, has 256/,
    ),
    limit("description", [], ["", " \n"], /must not be blank/),
    limit(
      "endpoint",
      ["https://a.example.com/b?c=d#e", "http://127.0.0.1:8080"],
      [
        "",
        "nonsense",
        "ftp://a.example.com",
        "https://",
        "https:a.example.com",
        "javascript:alert(1)",
        "https://a b.example.com",
      ],
      /valid http/,
    ),
    words("method", ["GET", "POST", "PUT", "PATCH", "DELETE"], ["get", "HEAD", ""]),
    ...numbersAndFlags({ timeout }),
    limit("headers", [[], [{ name: "A", value: "b" }]], [[{ value: "b" }]], /is required/, {
      path: "headers[0].name",
    }),
    limit("headers", [], [[{ name: "", value: "b" }]], /blank/, { path: "headers[0].name" }),
    limit("headers", [], [[{ name: "A" }]], /is required/, { path: "headers[0].value" }),
    limit("headers", [], [[{ name: "A", value: "b", extra: 1 }]], /has extra/, {
      path: "headers[0]",
      programOnly: true,
    }),
    limit("headers", [], [{ name: "A", value: "b" }, "A: b"], /array/),
    limit(
      "schema",
      [[], parameter({ name: "ab" }), parameter({ name: letters(32) })],
      [parameter({ name: "a" }), parameter({ name: letters(33) })],
      /2-32 characters/,
      { path: "schema[0].name" },
    ),
    limit(
      "schema",
      [parameter({ description: "abc" }), parameter({ description: letters(255) })],
      [parameter({ description: "ab" }), parameter({ description: letters(256) })],
      /3-255 characters/,
      { path: "schema[0].description" },
    ),
    limit(
      "schema",
      ["string", "number", "boolean"].map((type) => parameter({ type })),
      [parameter({ type: "bool" }), parameter({ type: "integer" })],
      /"string" or "number" or "boolean"/,
      { path: "schema[0].type" },
    ),
    limit("schema", [], [{}], /array/),
    ...["name", "type", "description"].map((missing) =>
      limit("schema", [], [lacking(parameter(), missing)], /is required|"string"/, {
        path: `schema[0].${missing}`,
      }),
    ),
  ],
};
