import { describe, expect } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { canaries } from "../support/canaries.js";
import { anAssistant, assistantRecord, aTool, fakeClock, keysOf, pluck, service, test } from "./harness.js";

const toolKeys = [
  "id", "name", "description", "endpoint", "method", "timeout", "headers", "schema", "created_at", "updated_at",
]; // prettier-ignore

describe("POST /user/tools (spec 4.1)", () => {
  test("responds 201 with the message and the whole tool", async ({ call }) => {
    const full = {
      ...aTool,
      timeout: 20,
      headers: [{ name: "X-Key", value: "k" }],
      schema: [{ name: "order_id", type: "string", description: "The order's number" }],
    };
    const { status, json } = await call("POST", "/user/tools", full);
    expect(status).toBe(201);
    expect(json).toEqual({
      message: "Tool created successfully",
      data: {
        id: 101,
        ...full,
        created_at: "2026-01-02T03:04:05.123000Z",
        updated_at: "2026-01-02T03:04:05.123000Z",
      },
    });
    expect(keysOf(json.data)).toEqual(toolKeys);
  });

  test("fills in optional fields", async ({ call }) => {
    const { json } = await call("POST", "/user/tools", aTool);
    expect(json.data).toMatchObject({ timeout: 10, headers: [], schema: [] });
  });

  test("rejects the tool beyond the plan's limit with only a message", async () => {
    const seed = defaultSeed();
    seed.users = [{ id: 1, token: canaries.token, name: "Small plan", toolLimit: 2 }];
    const { call } = await service({ seed: { ...seed, voices: [], phoneNumbers: [], campaigns: [] } });
    expect((await call("POST", "/user/tools", aTool)).status).toBe(201);
    expect((await call("POST", "/user/tools", aTool)).status).toBe(201);
    const refused = await call("POST", "/user/tools", aTool);
    expect(refused.status).toBe(422);
    expect(keysOf(refused.json)).toEqual(["message"]);
    expect(refused.json.message).toMatch(/limit of 2 mid call tools.*upgrade/i);
  });

  test("the limit counts one user's tools, and is 50 by default", async ({ call, other }) => {
    for (let created = 0; created < 50; created++)
      expect((await call("POST", "/user/tools", aTool)).status).toBe(201);
    expect((await call("POST", "/user/tools", aTool)).status).toBe(422);
    expect((await other("POST", "/user/tools", aTool)).status).toBe(201);
  });
});

test.each(["2025", "2026"] as const)(
  "the message of a rejected create is that of the first field (form %s)",
  async (form) => {
    const { call } = await service({ form });
    const { status, json } = await call("POST", "/user/tools", { ...aTool, name: "1" });
    expect({ status, message: json.message }).toEqual({ status: 422, message: json.errors.name[0] });
    await call("POST", "/user/tools", aTool);
    expect((await call("PUT", "/user/tools/101", { name: "1" })).json.message).toBe("Validation failed");
  },
);

describe("reading tools (spec 4.1)", () => {
  test("the listing is a plain array of whole tools", async ({ call }) => {
    expect((await call("GET", "/user/tools")).json).toEqual([]);
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/tools", { ...aTool, name: "second" });
    const { status, json } = await call("GET", "/user/tools");
    expect(status).toBe(200);
    expect(pluck(json, "name")).toEqual(["check_order", "second"]);
    expect(keysOf(json[0])).toEqual(toolKeys);
  });

  test("one tool is a bare object", async ({ call }) => {
    const { json: created } = await call("POST", "/user/tools", aTool);
    expect((await call("GET", "/user/tools/101")).json).toEqual(created.data);
  });

  test.each(["/user/tools/999", "/user/tools/abc", "/user/tools/0"])("GET %s is 404", async (path) => {
    const { call } = await service();
    const { status, json } = await call("GET", path);
    expect(status).toBe(404);
    expect(json).toEqual({ message: "Tool not found" });
  });
});

describe("the assumed update of a tool", () => {
  test("changes only given fields, replaces arrays, and responds with the whole tool", async () => {
    const clock = fakeClock();
    const { call } = await service({ clock });
    await call("POST", "/user/tools", {
      ...aTool,
      timeout: 5,
      headers: [
        { name: "A", value: "1" },
        { name: "B", value: "2" },
      ],
      schema: [{ name: "order_id", type: "string", description: "The order" }],
    });
    clock.advance(1000);
    const { status, json } = await call("PUT", "/user/tools/101", { headers: [{ name: "C", value: "3" }] });
    expect(status).toBe(200);
    expect(json).toEqual({
      message: "Tool updated successfully",
      data: {
        id: 101,
        ...aTool,
        timeout: 5,
        headers: [{ name: "C", value: "3" }],
        schema: [{ name: "order_id", type: "string", description: "The order" }],
        created_at: "2026-01-02T03:04:05.123000Z",
        updated_at: "2026-01-02T03:04:06.123000Z",
      },
    });
    const emptied = await call("PUT", "/user/tools/101", { headers: [], schema: [] });
    expect(emptied.json.data).toMatchObject({ headers: [], schema: [], timeout: 5 });
    expect((await call("GET", "/user/tools/101")).json).toEqual(emptied.json.data);
  });

  test("in form 2025 leaves the keys of a parameter that form 2026 shows", async ({ call, emulator }) => {
    const parameter = { name: "order_id", type: "string", description: "The order's number" };
    await call("POST", "/user/tools", aTool);
    await call("PUT", "/user/tools/101", { schema: [parameter] });
    emulator.configure({ form: "2026" });
    expect((await call("GET", "/user/tools/101")).json.schema).toEqual([{ ...parameter, required: true }]);
  });

  test("a rejected update changes nothing", async ({ call }) => {
    const { json: created } = await call("POST", "/user/tools", aTool);
    expect((await call("PUT", "/user/tools/101", { description: "new", timeout: 31 })).status).toBe(422);
    expect((await call("GET", "/user/tools/101")).json).toEqual(created.data);
  });

  test("an unknown id is 404", async ({ call }) => {
    expect(await call("PUT", "/user/tools/999", {})).toMatchObject({
      status: 404,
      json: { message: "Tool not found" },
    });
  });
});

describe("the assumed deletion of a tool", () => {
  test("removes it and detaches it from every assistant", async ({ call }) => {
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/tools", { ...aTool, name: "stays" });
    await call("POST", "/user/assistant", { ...anAssistant, tool_ids: [101, 102] });
    const { status, json } = await call("DELETE", "/user/tools/101");
    expect(status).toBe(200);
    expect(json).toEqual({ message: "Tool deleted successfully" });
    expect((await call("GET", "/user/tools/101")).status).toBe(404);
    expect((await call("DELETE", "/user/tools/101")).json).toEqual({ message: "Tool not found" });
    expect((await assistantRecord(call, 201))["tools"]).toEqual([expect.objectContaining({ id: 102 })]);
  });

  test("does not free its id", async ({ call }) => {
    await call("POST", "/user/tools", aTool);
    await call("DELETE", "/user/tools/101");
    expect((await call("POST", "/user/tools", aTool)).json.data.id).toBe(102);
  });
});
