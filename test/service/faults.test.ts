import { describe, expect } from "vitest";
import type { FaultRule } from "../../emulator/index.js";
import { aLead, anAssistant, aTool, assistantRecord, fakeClock, pluck, service, test } from "./harness.js";

describe("each kind of fault", () => {
  test("a status, with the body of the service unless one is given", async ({ call, emulator }) => {
    emulator.faults.add({ times: 1, fault: { status: 503 } });
    expect(await call("GET", "/user/tools")).toMatchObject({
      status: 503,
      json: { message: "Service Unavailable" },
    });
    emulator.faults.add({ fault: { status: 418, body: { error: "teapot" }, headers: { "x-kind": "pot" } } });
    const reply = await call("GET", "/user/tools");
    expect(reply).toMatchObject({ status: 418, json: { error: "teapot" } });
    expect(reply.headers["x-kind"]).toBe("pot");
    emulator.faults.clear();
    expect((await call("GET", "/user/tools")).status).toBe(200);
  });

  test.each([
    ["POST /user/assistant", "Assistant creation failed"],
    ["PUT /user/assistant/201", "Assistant update failed"],
    ["DELETE /user/assistant/201", "Assistant deletion failed"],
    ["POST /user/tools", "Server Error"],
  ])('500 on %s has the message "%s"', async (endpoint, message) => {
    const { call, emulator } = await service();
    emulator.faults.add({ fault: { status: 500 } });
    const [method = "", path = ""] = endpoint.split(" ");
    const { status, json } = await call(method, path, {});
    expect({ status, json }).toEqual({ status: 500, json: { message } });
  });

  test("429 carries the headers of a rate limit", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { status: 429 } });
    const { status, json, headers } = await call("GET", "/user/tools");
    expect({ status, json }).toEqual({ status: 429, json: { message: "Too Many Attempts." } });
    expect(headers).toMatchObject({
      "retry-after": "1",
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Date.UTC(2026, 0, 2, 3, 4, 6) / 1000),
    });
  });

  test("reset-others: an update resets what its body lacks", async ({ call, emulator }) => {
    await call("POST", "/user/tools", { ...aTool, timeout: 7, headers: [{ name: "A", value: "1" }] });
    emulator.faults.add({ method: "PUT", fault: "reset-others" });
    await call("PUT", `/user/tools/${emulator.state.tools[0]!.id}`, { timeout: 9 });
    expect(emulator.state.tools).toMatchObject([
      { timeout: 9, headers: [], description: "", name: aTool.name },
    ]);
    await call("POST", "/user/lead", { ...aLead, variables: { a: 1, b: 2 } });
    const [lead] = emulator.state.leads;
    lead!.status = "completed";
    await call("PUT", `/user/leads/${lead!.id}`, { variables: { a: 3 } });
    expect(lead).toMatchObject({ ...aLead, variables: { a: 3 }, status: "completed" });
  });

  test("cut-before: nothing is processed", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "cut-before" });
    await expect(call("POST", "/user/tools", aTool)).rejects.toThrow();
    expect(emulator.state.tools).toEqual([]);
    expect(emulator.requests()).toMatchObject([{ method: "POST", path: "/user/tools", status: null }]);
  });

  test("cut-after: the write is processed, and its response is lost", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "cut-after" });
    await expect(call("POST", "/user/tools", aTool)).rejects.toThrow();
    expect(pluck(emulator.state.tools, "name")).toEqual(["check_order"]);
    expect(emulator.requests()).toMatchObject([{ status: null, body: aTool }]);
  });

  test("a delay holds the request, by the clock", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    emulator.faults.add({ fault: { delayMs: 250 } });
    await call("POST", "/user/tools", aTool);
    expect(clock.slept).toEqual([250]);
    expect(emulator.state.tools[0]?.created_at).toBe("2026-01-02T03:04:05.373000Z");
  });

  test("a delay with when: after holds the response", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    emulator.faults.add({ fault: { delayMs: 250 }, when: "after" });
    expect((await call("POST", "/user/tools", aTool)).status).toBe(201);
    expect(clock.slept).toEqual([250]);
    expect(emulator.state.tools[0]?.created_at).toBe("2026-01-02T03:04:05.123000Z");
  });

  test("html: a web page", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "html" });
    const { status, headers, text } = await call("GET", "/user/tools");
    expect(status).toBe(200);
    expect(headers["content-type"]).toMatch(/^text\/html/);
    expect(text).toMatch(/^<!DOCTYPE html>/);
  });

  test("redirect: to a login page", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "redirect" });
    const { status, headers } = await call("GET", "/user/tools");
    expect({ status, location: headers["location"] }).toEqual({ status: 302, location: "/login" });
  });

  test("invalid-json: half of the response to a processed request", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "invalid-json" });
    const { status, json, text } = await call("POST", "/user/tools", aTool);
    expect({ status, json }).toEqual({ status: 200, json: undefined });
    expect(text).toMatch(/^\{"message":"Tool created/);
    expect(emulator.state.tools).toHaveLength(1);
  });

  test("dropField: accepted and not stored, for each kind of record", async ({ call, emulator }) => {
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", anAssistant);
    await call("POST", "/user/lead", aLead);
    for (const dropField of ["timeout", "max_call_duration", "status"])
      emulator.faults.add({ fault: { dropField } });
    const { status, json } = await call("PUT", "/user/tools/101", { timeout: 3, description: "new" });
    expect({ status, data: json.data }).toMatchObject({
      status: 200,
      data: { timeout: 10, description: "new" },
    });
    await call("PUT", "/user/assistant/201", { max_call_duration: 30, max_silence_duration: 9 });
    expect(await assistantRecord(call, 201)).toMatchObject({ max_duration: 600, max_silence_duration: 9 });
    await call("PUT", "/user/leads/301", { status: "completed" });
    expect((await call("GET", "/user/leads")).json[0].status).toBe("created");
    const created = await call("POST", "/user/tools", { ...aTool, timeout: 3 });
    expect(created.json.data.timeout).toBe(10);
  });

  test("a dropped field is still validated", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { dropField: "timeout" } });
    expect((await call("POST", "/user/tools", { ...aTool, timeout: 99 })).status).toBe(422);
  });
});

describe("when", () => {
  test("after: the request is processed, and its response is replaced", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { status: 502 }, when: "after" });
    expect((await call("POST", "/user/tools", aTool)).status).toBe(502);
    expect(emulator.state.tools).toHaveLength(1);
    expect(emulator.requests()[0]?.status).toBe(502);
  });

  test("before, by default: the request is not processed", async ({ call, emulator }) => {
    emulator.faults.add({ fault: { status: 502 } });
    expect((await call("POST", "/user/tools", aTool)).status).toBe(502);
    expect(emulator.state.tools).toEqual([]);
  });
});

describe("which requests a rule applies to", () => {
  const struck: [string, Omit<FaultRule, "fault">, string[], string[]][] = [
    ["every one", {}, ["GET /user/tools", "POST /user/lead"], []],
    ["a method", { method: "POST" }, ["POST /user/tools"], ["GET /user/tools"]],
    ["a path prefix", { path: "/user/tools" }, ["GET /user/tools", "GET /user/tools/1"], ["GET /user/leads"]],
    ["a segment", { path: "/user/assistant" }, ["DELETE /user/assistant/1"], ["GET /user/assistants/get"]],
    ["a path alone", { path: "/user/tools", exact: true }, ["GET /user/tools?x=1"], ["GET /user/tools/1"]],
    [
      "a template",
      { path: "/user/tools/{id}" },
      ["GET /user/tools/1"],
      ["GET /user/tools", "GET /user/tools/1/2"],
    ],
  ];
  test.each(struck)("%s", async (_, rule, hit, missed) => {
    const { call, emulator } = await service();
    emulator.faults.add({ ...rule, fault: { status: 599 } });
    const send = async (endpoint: string) => {
      const [method = "", path = ""] = endpoint.split(" ");
      return (await call(method, path, method === "POST" ? {} : undefined)).status;
    };
    for (const endpoint of hit) expect(await send(endpoint)).toBe(599);
    for (const endpoint of missed) expect(await send(endpoint)).not.toBe(599);
  });

  const fail = { status: 599 };
  const counted: [string, Omit<FaultRule, "fault">, number[]][] = [
    ["nth", { nth: 2 }, [200, 599, 200, 200]],
    ["times", { times: 2 }, [599, 599, 200, 200]],
    ["probability 1", { probability: 1 }, [599, 599, 599, 599]],
    ["probability 0", { probability: 0 }, [200, 200, 200, 200]],
    ["probability 0.5", { probability: 0.5 }, [599, 200, 599, 200]],
  ];
  test.each(counted)("%s", async (_, rule, statuses) => {
    const chances = [0.1, 0.9, 0.49, 0.5];
    const { call, emulator } = await service({ random: () => chances.shift() ?? 0 });
    emulator.faults.add({ ...rule, path: "/user/tools", fault: fail });
    const seen: number[] = [];
    for (let count = 0; count < 4; count++) {
      seen.push((await call("GET", "/user/tools")).status);
      // Requests that do not match are not counted.
      await call("GET", "/user/leads");
    }
    expect(seen).toEqual(statuses);
    const struckTimes = statuses.filter((status) => status === 599).length;
    expect(emulator.faults.list()).toMatchObject([{ seen: 4, struck: struckTimes }]);
  });

  test("several rules apply to one request in order, until one responds", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    emulator.faults.add({ fault: { delayMs: 5 } });
    emulator.faults.add({ fault: { status: 503 } });
    emulator.faults.add({ fault: "html" });
    expect((await call("GET", "/user/tools")).status).toBe(503);
    expect(clock.slept).toEqual([5]);
  });

  test("no rule applies to control routes", async ({ call, emulator }) => {
    emulator.faults.add({ fault: "cut-before" });
    expect((await call("GET", "/_emulator/state")).status).toBe(200);
  });
});
