/** Each rule of spec 2.1 and 8 just inside and just outside, on creation and on update alike. */
import { beforeEach, expect, test } from "vitest";
import { testFieldRules } from "./field-rules.js";
import { aTool, keysOf, service, type Client } from "./harness.js";

const schemaItem = { name: "order_id", type: "string", description: "The order" };

const inside: [string, object][] = [
  ["a name of one letter", { name: "a" }],
  ["a name of letters and underscores", { name: "check_the_order_" }],
  ["a description of 1 character", { description: "x" }],
  ["a description of 255 characters", { description: "x".repeat(255) }],
  ["a description of 255 characters beyond the basic plane", { description: "😀".repeat(255) }],
  ["an endpoint over http", { endpoint: "http://127.0.0.1:8080/x?y=z" }],
  ...["GET", "POST", "PUT", "PATCH", "DELETE"].map((method): [string, object] => [
    `the method ${method}`,
    { method },
  ]),
  ["a timeout of 1", { timeout: 1 }],
  ["a timeout of 30", { timeout: 30 }],
  ["no headers", { headers: [] }],
  ["a header", { headers: [{ name: "X-Key", value: "k" }] }],
  ["no schema", { schema: [] }],
  ...["string", "number", "boolean"].map((type): [string, object] => [
    `type ${type}`,
    { schema: [{ ...schemaItem, type }] },
  ]),
  ["a schema name of 2 characters", { schema: [{ ...schemaItem, name: "ab" }] }],
  ["a schema name of 32 characters", { schema: [{ ...schemaItem, name: "a".repeat(32) }] }],
  ["a schema description of 3 characters", { schema: [{ ...schemaItem, description: "abc" }] }],
  ["a schema description of 255 characters", { schema: [{ ...schemaItem, description: "d".repeat(255) }] }],
  ["a field the service does not know", { colour: "blue" }],
];

const outside: [string, object, string][] = [
  ["a name with an upper-case letter", { name: "checkOrder" }, "name"],
  ["a name with a digit", { name: "order2" }, "name"],
  ["a name with a hyphen", { name: "check-order" }, "name"],
  ["a name that starts with an underscore", { name: "_order" }, "name"],
  ["a name with a line end", { name: "order\n" }, "name"],
  ["an empty name", { name: "" }, "name"],
  ["a name that is a number", { name: 5 }, "name"],
  ["a name that is null", { name: null }, "name"],
  ["an empty description", { description: "" }, "description"],
  ["a description of 256 characters", { description: "x".repeat(256) }, "description"],
  ["an endpoint that is no URL", { endpoint: "orders" }, "endpoint"],
  ["an endpoint without a host", { endpoint: "https://" }, "endpoint"],
  ["an endpoint with a space", { endpoint: "https://a.example.com/a b" }, "endpoint"],
  ["another scheme", { endpoint: "ftp://a.example.com/" }, "endpoint"],
  ["a method in lower case", { method: "get" }, "method"],
  ["the method HEAD", { method: "HEAD" }, "method"],
  ["a timeout of 0", { timeout: 0 }, "timeout"],
  ["a timeout of 31", { timeout: 31 }, "timeout"],
  ["a timeout of 1.5", { timeout: 1.5 }, "timeout"],
  ["a timeout in text", { timeout: "10" }, "timeout"],
  ["headers that are an object", { headers: { "X-Key": "k" } }, "headers"],
  ["headers that are null", { headers: null }, "headers"],
  ["a header without a value", { headers: [{ name: "X-Key" }] }, "headers.0.value"],
  ["a header without a name", { headers: [{ name: "A", value: "1" }, { value: "k" }] }, "headers.1.name"],
  ["a header with an empty name", { headers: [{ name: "", value: "k" }] }, "headers.0.name"],
  ["a schema that is an object", { schema: {} }, "schema"],
  ["a schema item without a name", { schema: [{ type: "string", description: "abc" }] }, "schema.0.name"],
  ["a schema item without a type", { schema: [{ name: "ab", description: "abc" }] }, "schema.0.type"],
  [
    "a schema item without a description",
    { schema: [{ name: "ab", type: "string" }] },
    "schema.0.description",
  ],
  ["the type bool, an assistant's word", { schema: [{ ...schemaItem, type: "bool" }] }, "schema.0.type"],
  ["a schema name of 1 character", { schema: [{ ...schemaItem, name: "a" }] }, "schema.0.name"],
  ["a schema name of 33 characters", { schema: [{ ...schemaItem, name: "a".repeat(33) }] }, "schema.0.name"],
  [
    "a schema description of 2 characters",
    { schema: [{ ...schemaItem, description: "ab" }] },
    "schema.0.description",
  ],
  [
    "a schema description of 256 characters",
    { schema: [{ ...schemaItem, description: "d".repeat(256) }] },
    "schema.0.description",
  ],
];

let call: Client;
beforeEach(async () => {
  ({ call } = await service());
  await call("POST", "/user/tools", aTool);
});

testFieldRules(
  { routes: ["POST /user/tools", "PUT /user/tools/101"], whole: aTool, inside, outside },
  (...request) => call(...request),
);

test.each(["name", "description", "endpoint", "method"])("creation needs %s", async (field) => {
  const { [field as keyof typeof aTool]: _, ...rest } = aTool;
  const { status, json } = await call("POST", "/user/tools", rest);
  expect(status).toBe(422);
  expect(json.errors).toEqual({ [field]: [`The ${field} field is required.`] });
});

test("the message about a bad name says what a name may be", async () => {
  const { json } = await call("PUT", "/user/tools/101", { name: "Bad Name" });
  expect(json.errors.name[0]).toMatch(/only lowercase letters and underscores and start with a letter/);
});

test("every wrong field is named at once", async () => {
  const { json } = await call("POST", "/user/tools", { name: "A", timeout: 0, method: "X" });
  expect(keysOf(json.errors).sort()).toEqual(["description", "endpoint", "method", "name", "timeout"]);
});

test("a body that is not JSON is 400, one that is no object lacks every field", async () => {
  expect(await call("POST", "/user/tools", "{bad")).toMatchObject({
    status: 400,
    json: { message: expect.any(String) },
  });
  expect((await call("POST", "/user/tools", "[]")).status).toBe(422);
  expect((await call("POST", "/user/tools")).status).toBe(422);
});
