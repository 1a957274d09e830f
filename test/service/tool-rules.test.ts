/**
 * The rules for a tool (spec 2.1 and 8): values that they allow and values that they reject, in creates and
 * updates.
 */
import { beforeEach, expect, test } from "vitest";
import { midCallTool as subject } from "../kinds/index.js";
import { aTool, keysOf, service, type Client } from "./harness.js";
import { changesOf, notNull, testLimits } from "./limits.js";

const changes = changesOf(subject);
changes.inside.push(["a field the service does not know", { colour: "blue" }, ""]);
changes.outside.push(
  ["a header without a name", { headers: [{ name: "A", value: "1" }, { value: "k" }] }, "headers.1.name"],
  ["headers that are an object", { headers: { "X-Key": "k" } }, "headers"],
  ...notNull(subject),
);

let call: Client;
beforeEach(async () => {
  ({ call } = await service());
  await call("POST", "/user/tools", aTool);
});

testLimits(["POST /user/tools", "PUT /user/tools/101"], aTool, changes, (...request) => call(...request));

test.each(["name", "description", "endpoint", "method"])("creation needs %s", async (field) => {
  const { [field]: _, ...rest } = aTool;
  const { status, json } = await call("POST", "/user/tools", rest);
  expect(status).toBe(422);
  expect(json.errors).toEqual({ [field]: [`The ${field} field is required.`] });
});

test("the message about an invalid name describes the allowed form", async () => {
  const { json } = await call("PUT", "/user/tools/101", { name: "Bad Name" });
  expect(json.errors.name[0]).toMatch(/only lowercase letters and underscores and start with a letter/);
});

test("one response names every wrong field", async () => {
  const { json } = await call("POST", "/user/tools", { name: "A", timeout: 0, method: "X" });
  expect(keysOf(json.errors).sort()).toEqual(["description", "endpoint", "method", "name", "timeout"]);
});

test("a body that is not JSON is 400, and one that is not an object is 422", async () => {
  expect(await call("POST", "/user/tools", "{bad")).toMatchObject({
    status: 400,
    json: { message: expect.any(String) },
  });
  expect((await call("POST", "/user/tools", "[]")).status).toBe(422);
  expect((await call("POST", "/user/tools")).status).toBe(422);
});
