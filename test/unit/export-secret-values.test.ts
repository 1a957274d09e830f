import fc from "fast-check";
import { expect, test } from "vitest";
import type { Exported } from "../../cli/export/exported.js";
import { catalog, inForm } from "../../provider/facade.js";
import { kinds } from "../../provider/base/kind.js";
import {
  credentialIn,
  isUrl,
  requireSecret,
  secretValues,
  withSecrets,
} from "../../cli/export/secret-values.js";
import { names } from "../../cli/export/names.js";

interface Tool {
  title: string;
  headers: string[];
}

/** Tools as an export has them, with ids from 1 on. */
function tools(all: Tool[]): Exported[] {
  const named = names(
    all.map(({ title }, index) => ({ id: 1 + index, title })),
    "tool",
  );
  return all.map(({ headers }, index) => ({
    kind: "MidCallTool",
    id: 1 + index,
    name: named.get(1 + index)!,
    inputs: { headers: headers.map((name) => ({ name, value: "x" })) },
    outputs: {},
    comments: {},
  }));
}

const secretItems = (tool: Exported, property: string) =>
  withSecrets(tool, property, requireSecret) as { value: { text: string } }[];

const keys = (...all: Tool[]): string[] => secretValues(tools(all)).map(({ key }) => key);

test("a key consists of the tool's name and the header's", () => {
  expect(keys({ title: "get_weather", headers: ["X-Api-Key", "api_key", "Authorization"] })).toEqual([
    "header_get-weather_X-Api-Key",
    "header_get-weather_api_key",
    "header_get-weather_Authorization",
  ]);
});

test("the end of the tool's name and the start of the header's are distinct", () => {
  const others = Array.from({ length: 10 }, (_, n) => ({ title: `other ${n}`, headers: [] }));
  const found = keys({ title: "pay", headers: ["12_key", "12-key", "12"] }, ...others, {
    title: "pay_",
    headers: ["key", "12_key"],
  });
  expect(found).toEqual([
    "header_pay_.31.2_key",
    "header_pay_12-key",
    "header_pay_12",
    "header_pay_12_key",
    "header_pay_12_.31.2_key",
  ]);
});

test("characters that configuration keys cannot contain are encoded uniquely", () => {
  expect(keys({ title: "a", headers: ["X.Key", "X_Key", "X Key", "X.2e.Key", "Ö", "📞"] })).toEqual([
    "header_a_X.2e.Key",
    "header_a_X_Key",
    "header_a_X.20.Key",
    "header_a_X.2e.2e.2e.Key",
    "header_a_.d6.",
    "header_a_.1f4de.",
  ]);
});

test("a header that occurs twice has two keys", () => {
  expect(keys({ title: "a", headers: ["X", "X", "X.", "X."] })).toEqual([
    "header_a_X",
    "header_a_X.2",
    "header_a_X.2e.",
    "header_a_X.2e..2",
  ]);
});

test("static fields have separate keys", () => {
  const [tool] = tools([{ title: "a", headers: ["X"] }]);
  const both = { ...tool!, inputs: { ...tool!.inputs, staticFields: [{ key: "X", value: "secret" }] } };
  expect(secretValues([both]).map(({ key }) => key)).toEqual(["header_a_X", "static_a_X"]);
  const [item] = secretItems(both, "staticFields");
  expect(item).toEqual({
    key: "X",
    value: expect.objectContaining({ text: 'config.requireSecret("static_a_X")' }),
  });
});

test("URLs have separate keys, whatever the name of their object", () => {
  const [first, second] = tools([
    { title: "a", headers: ["endpoint"] },
    { title: "a", headers: [] },
  ]);
  const endpoint = "https://tools.example.com/?key=secret";
  const withUrl = (one: Exported): Exported => ({ ...one, inputs: { ...one.inputs, endpoint } });
  const assistant: Exported = { ...withUrl(first!), kind: "Assistant", inputs: { endpoint } };
  const all = [withUrl(first!), withUrl(second!), assistant];
  expect(secretValues(all).map(({ key }) => key)).toEqual([
    "header_a_endpoint",
    "url_tool_a_endpoint",
    "url_tool_a_2_endpoint",
    "url_assistant_a_endpoint",
  ]);
});

test.each([
  ["https://me@example.com/x", "a user name or password"],
  ["HTTPS://me:word@example.com", "a user name or password"],
  ["https://{{host}}@example.com/?a={b}", "a user name or password"],
  ["https://example.com/?key=abc", "a query"],
  ["https://{{host}}.example.com/?key=abc&b={b}", "a query"],
  ["https://example.com/?abc", "a query"],
  ["https://example.com/?key={b}c", "a query"],
  ["https://example.com/#/?key=abc", "a query"],
  ["https://hooks.slack.com/services/T0000/B0000/abcdEFGH0123456789", "a path that may contain a token"],
  ["https://api.telegram.org/bot123456:abcd-EFGH0123456789/x", "a path that may contain a token"],
  ["https://n8n.example.com/webhook/7f9c24e5-0b1d-4c1e-9a53-1f2e3d4c5b6a", "a path that may contain a token"],
  ["https://{{host}}/hook/abcdefgh_1234567/x?order={order}", "a path that may contain a token"],
  ["https://example.com/abcdefgh1234567", undefined],
  ["https://example.com/get-customer-orders-v2", undefined],
  ["https://example.com/orders_2024-export-csv", undefined],
  ["https://example.com/customer-orders.v2.json", undefined],
  ["https://example.com/abcdefghijklmnopqrstuvwxyz/1234567890123456", undefined],
  ["https://example.com/{customer_number_0123456789}", undefined],
  ["https://example.com/orders-{order}-0123456789abcdef", undefined],
  ["https://abcdefgh12345678.example.com/x", undefined],
  ["https://abcdefgh12345678/x", undefined],
  ["https://example.com/@me", undefined],
  ["https://example.com/{b}?a={b}&c={{d.e}}&f=", undefined],
  ["https://example.com/?", undefined],
  [null, undefined],
])("%j may hold a credential: %j", (value, part) => {
  expect(credentialIn("endpoint", value)).toBe(part);
});

test("the properties with a URL are those of the field tables, and no other text counts as a URL", () => {
  const fields = [...kinds, "Assistant2026" as const].flatMap((kind) =>
    Object.entries(
      kind === "Assistant2026"
        ? inForm(catalog.Assistant.definition, "2026").fields
        : catalog[kind].definition.fields,
    ),
  );
  for (const [property, { type, request }] of fields) {
    if (request === undefined) continue;
    const accepts = (value: string): boolean => type.safeParse(value).success;
    const isAddress = accepts("https://example.com/?key=abc") && !accepts("word");
    expect(isUrl(property), property).toBe(isAddress);
  }
  expect(fields.filter(([property]) => isUrl(property)).length).toBeGreaterThan(2);
  expect(credentialIn("description", "https://example.com/?key=abc")).toBeUndefined();
});

// Few different characters, so that names often collide.
const bits = fc.constantFrom("a", "1", "2", "3", "_", ".");
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(bits, { minLength: 1, maxLength: 3 }).map((all) => all.join("")) },
  fc.string({ unit: "binary", minLength: 1 }),
);

test("no two headers of a program share a key, and code and values have the same keys", () => {
  const title = fc.oneof(fc.constantFrom("a", "A", "a_"), text);
  const all = fc.array(fc.record({ title, headers: fc.array(text, { maxLength: 6 }) }), { maxLength: 8 });
  fc.assert(
    fc.property(all, (made) => {
      const found = keys(...made);
      expect(new Set(found).size).toBe(found.length);
      const inCode = tools(made).flatMap((tool) =>
        secretItems(tool, "headers").map(({ value }) => value.text),
      );
      expect(inCode).toEqual(found.map((key) => `config.requireSecret("${key}")`));
      for (const key of found) expect(key).toMatch(/^header_[\p{ID_Continue}.-]+$/u);
    }),
    { numRuns: 500 },
  );
});
