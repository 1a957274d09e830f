/** `/_emulator`: the control routes, which need no token. */
import { describe, expect } from "vitest";
import { canaries } from "../support/canaries.js";
import { aLead, anAssistant, aTool, assistantRecord, client, fakeClock, service, test } from "./harness.js";

describe("GET /_emulator/requests", () => {
  test("lists every request since the start in order of arrival", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    await call("POST", "/user/tools", aTool);
    clock.advance(1000);
    await call("GET", "/user/assistants/get?per_page=5&page=2");
    await call("GET", "/user/unknown");
    const headers = {
      accept: "application/json",
      "content-type": "application/json",
      authorization: "[masked]",
    };
    const expected = [
      {
        method: "POST",
        path: "/user/tools",
        query: {},
        status: 201,
        time: "2026-01-02T03:04:05.123Z",
        body: aTool,
        headers,
      },
      {
        method: "GET",
        path: "/user/assistants/get",
        query: { per_page: "5", page: "2" },
        status: 200,
        time: "2026-01-02T03:04:06.123Z",
        body: null,
        headers,
      },
      expect.objectContaining({ path: "/user/unknown", status: 404 }),
    ];
    expect((await call("GET", "/_emulator/requests")).json).toEqual(expected);
    expect(emulator.requests()).toEqual(expected);
  });

  test("contains no token and no header value of a tool", async () => {
    const { call, emulator } = await service({ token: "top-secret-token" });
    const header = { name: "Authorization", value: "top-secret-value" };
    await call("POST", "/user/tools", { ...aTool, headers: [header] });
    await call("PUT", "/user/tools/101", { headers: [header] });
    await call("PUT", "/user/tools/101", { headers: [{ value: "top-secret-value" }, "top-secret-value"] });
    await call("PUT", "/user/tools/101", { headers: { Authorization: "top-secret-value" } });
    const { text, json } = await call("GET", "/_emulator/requests");
    expect(text).not.toContain("top-secret");
    expect(json[0].body.headers).toEqual([{ name: "Authorization", value: "[masked]" }]);
    expect(emulator.state.tools[0]?.headers).toEqual([header]);
  });

  test("also lists a request without a token, an Accept header or a readable body", async ({ emulator }) => {
    await client(emulator.address)("POST", "/user/tools", "{bad", { accept: "text/html" });
    expect(emulator.requests()).toMatchObject([
      { status: 400, body: null, headers: { accept: "text/html", "content-type": "application/json" } },
    ]);
    expect(emulator.requests()[0]?.headers).not.toHaveProperty("authorization");
  });
});

describe("POST /_emulator/reset", () => {
  test("clears requests and faults, and keeps the records", async ({ call, emulator }) => {
    await call("POST", "/user/tools", aTool);
    emulator.faults.add({ fault: "html" });
    expect((await call("POST", "/_emulator/reset")).status).toBe(200);
    expect(emulator.requests()).toEqual([]);
    expect((await call("GET", "/user/tools")).json).toHaveLength(1);
  });

  test("with state: true, restores the seed in the same state object", async () => {
    const { call, emulator } = await service({ token: "mine" });
    const { state } = emulator;
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/campaigns/update-status", { campaign_id: 1, action: "start" });
    await call("POST", "/_emulator/reset", { state: true });
    expect((await call("GET", "/user/tools")).json).toEqual([]);
    expect((await call("GET", "/user/campaigns")).json[0].status).toBe("stopped");
    expect(emulator.state).toBe(state);
    expect((await call("POST", "/user/tools", aTool)).json.data.id).toBe(101);
  });

  test("rejects an invalid body", async ({ call }) => {
    expect((await call("POST", "/_emulator/reset", { state: "yes" })).status).toBe(422);
    expect((await call("POST", "/_emulator/reset", { all: true })).status).toBe(422);
  });
});

test("GET /_emulator/state returns everything but tokens", async ({ call }) => {
  await call("POST", "/user/lead", aLead);
  const { json, text } = await call("GET", "/_emulator/state");
  expect(Object.keys(json as object).sort()).toEqual([
    "assistants", "builtInTools", "calls", "campaigns", "conversations", "folders", "knowledgebases", "labels", "languages", "lastIds",
    "leads", "models", "notifications", "phoneNumbers", "replies", "synthesizerProviders", "tools", "transcriberProviders",
    "users", "voices",
  ]); // prettier-ignore
  expect(json.leads[0]).toMatchObject({ id: 301, owner: 1 });
  expect(text).not.toContain(canaries.token);
});

test("control routes need no token", async ({ emulator }) => {
  const anyone = client(emulator.address);
  for (const path of ["requests", "state", "faults", "calls"]) {
    expect((await anyone("GET", `/_emulator/${path}`)).status).toBe(200);
  }
  expect((await anyone("POST", "/_emulator/reset")).status).toBe(200);
  expect((await anyone("GET", "/_emulator/unknown")).status).toBe(404);
});

describe("PATCH and DELETE /_emulator/records/{kind}/{id}", () => {
  test("change fields that the API cannot change, as the dashboard can", async () => {
    const clock = fakeClock();
    const { call } = await service({ clock });
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", anAssistant);
    await call("POST", "/user/lead", aLead);
    clock.advance(1000);
    await call("PATCH", "/_emulator/records/assistants/201", {
      status: "inactive",
      inbound_webhook_url: "https://hooks.example.com/in",
      llm_temperature: 0.3,
      mood: "calm",
    });
    expect(await assistantRecord(call, 201)).toMatchObject({
      status: "inactive",
      inbound_webhook_url: "https://hooks.example.com/in",
      llm_temperature: "0.30",
      mood: "calm",
      updated_at: "2026-01-02T03:04:06.123000Z",
    });
    await call("PATCH", "/_emulator/records/leads/301", { status: "blacklisted" });
    expect((await call("GET", "/user/leads")).json[0]).toMatchObject({
      status: "blacklisted",
      updated_at: "2026-01-02 03:04:06",
    });
    await call("PATCH", "/_emulator/records/campaigns/1", { status: "paused", name: "Renamed" });
    expect((await call("GET", "/user/campaigns")).json[0]).toEqual({
      id: 1,
      name: "Renamed",
      status: "paused",
    });
    const tool = await call("PATCH", "/_emulator/records/tools/101", { timeout: 25 });
    expect(tool.json).toMatchObject({ id: 101, owner: 1, timeout: 25 });
    for (const record of ["assistants/201", "leads/301", "campaigns/1", "tools/101"]) {
      expect((await call("DELETE", `/_emulator/records/${record}`)).status).toBe(200);
      expect((await call("DELETE", `/_emulator/records/${record}`)).status).toBe(404);
    }
    expect((await call("GET", "/user/leads")).json).toEqual([]);
  });

  test.each([
    ["tools/101", { timeout: "25" }, 422],
    ["tools/101", { colour: "blue" }, 422],
    ["tools/999", {}, 404],
    ["voices/1", {}, 404],
    ["constructor/1", {}, 404],
  ])("%s %j is rejected", async (record, change, status) => {
    const { call } = await service();
    await call("POST", "/user/tools", aTool);
    expect((await call("PATCH", `/_emulator/records/${record}`, change)).status).toBe(status);
  });

  test("cannot change the id", async ({ call }) => {
    await call("POST", "/user/tools", aTool);
    expect((await call("PATCH", "/_emulator/records/tools/101", { id: 7 })).json.id).toBe(101);
  });
});

test("close ends open connections, even while a request is delayed", async () => {
  const { call, emulator } = await service({
    clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
  });
  emulator.faults.add({ fault: { delayMs: 1 } });
  const held = expect(call("GET", "/user/tools")).rejects.toThrow();
  // Waits until the request has arrived. Each control request gives the service time to receive it.
  while (emulator.requests().length === 0) await call("GET", "/_emulator/state");
  await emulator.close();
  await held;
  await expect(call("GET", "/user/tools")).rejects.toThrow();
});
