/** Wrong responses: Retry-After, types and shape. */
import { describe, expect } from "vitest";
import type { Fault } from "../../emulator/index.js";
import { anAssistant, aTool, assistantRecord, service, test } from "./harness.js";

describe("Retry-After", () => {
  // A date in Retry-After has whole seconds, and the local service's clock is at 03:04:05.123. Dates are
  // rounded up, so that no wait is too short.
  const waits: [Fault, string][] = [
    [{ status: 503, retryAfter: 3 }, "3"],
    [{ status: 503, retryAfter: 0 }, "0"],
    [{ status: 503, retryAfterDate: 3 }, "Fri, 02 Jan 2026 03:04:09 GMT"],
    [{ status: 503, retryAfterDate: -60 }, "Fri, 02 Jan 2026 03:03:06 GMT"],
    [{ status: 429, retryAfter: 7 }, "7"],
    [{ status: 503, headers: { "retry-after": "soon" } }, "soon"],
  ];
  test.each(waits)("%j sends %s", async (fault, header) => {
    const { call, emulator } = await service();
    emulator.faults.add({ fault });
    expect((await call("GET", "/user/tools")).headers["retry-after"]).toBe(header);
  });
});

test.each([null, false, 0, [], "", "text"])("a fault with a status sends the body %j", async (body) => {
  const { call, emulator } = await service();
  emulator.faults.add({ fault: { status: 200, body } });
  const { text } = await call("GET", "/user/tools");
  expect(text).toBe(typeof body === "string" ? body : JSON.stringify(body));
});

test.each(["html", "redirect", { status: 503 }] as Fault[])(
  "%j on arrival: the body is not read",
  async (fault) => {
    const { call, emulator } = await service();
    emulator.faults.add({ fault, when: "arrival" });
    expect((await call("POST", "/user/tools", "{not even JSON")).status).not.toBe(400);
    expect(emulator.state.tools).toEqual([]);
  },
);

describe("success-false, with status 200", () => {
  const order = { campaign_id: 1, action: "start" };
  test("before, by default: nothing is processed", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "success-false" });
    const { status, json } = await call("POST", "/user/campaigns/update-status", order);
    expect({ status, json }).toEqual({
      status: 200,
      json: { message: "The request could not be completed", success: false },
    });
    expect(emulator.state.campaigns[0]?.status).toBe("stopped");
  });

  test("after: the request is processed, other keys of the response stay", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "success-false", when: "after" });
    const { status, json } = await call("POST", "/user/campaigns/update-status", order);
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { success: false, data: { campaign_id: 1, status: "in-progress" } },
    });
    expect(emulator.state.campaigns[0]?.status).toBe("in-progress");
  });
});

describe("retype: every value of one type becomes another type, at any depth", () => {
  const retyped: [Fault, object][] = [
    [{ retype: "numbers" }, { id: "101", timeout: "10", name: "check_order", headers: [{ value: "v" }] }],
    [{ retype: "ids" }, { id: "101", timeout: 10 }],
    [{ retype: "texts" }, { id: 101, name: ["check_order"], headers: [{ value: ["v"] }] }],
    [{ retype: "lists" }, { id: 101, headers: { 0: { name: "n", value: "v" } }, schema: {} }],
    [{ retype: "nulls" }, { id: null, name: null, headers: [{ name: null, value: null }] }],
  ];
  test.each(retyped)("%j of a tool", async (fault, data) => {
    const { call, emulator } = await service();
    emulator.faults.add({ fault });
    const headers = [{ name: "n", value: "v" }];
    const { status, json } = await call("POST", "/user/tools", { ...aTool, headers });
    expect(status).toBe(201);
    expect(json.data).toMatchObject(data);
    expect(emulator.state.tools[0]).toMatchObject({ id: 101, timeout: 10, headers });
  });

  test("flags and ids of an assistant", async ({ call, emulator }) => {
    await call("POST", "/user/assistant", anAssistant);
    emulator.faults.add({ fault: { retype: "flags" } });
    emulator.faults.add({ fault: { retype: "ids" } });
    const { json } = await call("GET", "/user/assistants/get");
    expect(json.total).toBe(1);
    expect(json.data[0]).toMatchObject({ id: "201", voice_id: "1", record: "false", max_duration: 600 });
  });

  test("a body that is not JSON is unchanged", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { retype: "lists" } });
    const { headers } = await call("GET", "/user/tools", undefined, {
      accept: "text/html",
      authorization: "none",
    });
    expect(headers["location"]).toBe("/login");
  });
});

describe("unknown shapes", () => {
  test("wrap: under an extra key", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { wrap: "result" } });
    expect((await call("GET", "/user/tools")).json).toEqual({ result: [] });
  });

  test("unwrap: only the data", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "unwrap" });
    expect((await call("POST", "/user/tools", aTool)).json).toMatchObject({ id: 101 });
    expect((await call("GET", "/user/assistants/get")).json).toEqual([]);
    expect((await call("GET", "/user/tools/101")).json).toMatchObject({ id: 101 });
  });
});

test("rewriting faults combine, and a delivery fault applies last", async ({ call, emulator }) => {
  emulator.faults.add({ fault: { retype: "ids" } });
  emulator.faults.add({ fault: { wrap: "result" } });
  emulator.faults.add({ fault: { padBytes: 10 } });
  const { json, text } = await call("POST", "/user/tools", aTool);
  expect(json.result.data.id).toBe("101");
  expect(text.startsWith(" ".repeat(10) + "{")).toBe(true);
});

test("a redirect to another host is a status with a header", async ({ call, emulator }) => {
  const location = "http://127.0.0.1:9/elsewhere";
  emulator.faults.add({ fault: { status: 307, headers: { location } } });
  expect(await call("GET", "/user/tools")).toMatchObject({ status: 307, headers: { location } });
});

test("markDeleted: the assistant stays listed, and its own routes are 404", async ({ call, emulator }) => {
  for (const name of ["First", "Second"])
    await call("POST", "/user/assistant", { ...anAssistant, assistant_name: name });
  emulator.faults.add({
    path: "/user/assistants/get",
    nth: 2,
    when: "before",
    fault: { markDeleted: "assistants" },
  });
  expect(await assistantRecord(call, 201)).toMatchObject({ deleted_at: null });
  expect(await assistantRecord(call, 201)).toMatchObject({ deleted_at: "2026-01-02T03:04:05.123000Z" });
  expect((await call("PUT", "/user/assistant/201", {})).status).toBe(404);
  emulator.faults.add({ method: "PUT", fault: { markDeleted: "assistants", id: 202 } });
  expect((await call("PUT", "/user/assistant/202", {})).status).toBe(200);
  expect((await call("DELETE", "/user/assistant/202")).status).toBe(404);
});
