/** Spec 5: bearer tokens, several users, and no access to records of other users. */
import { beforeEach, describe, expect } from "vitest";
import {
  aLead,
  anAssistant,
  aTool,
  assistantRecord,
  assistantRecords,
  client,
  pluck,
  service,
  test,
} from "./harness.js";
import { canaries } from "../support/canaries.js";
import type { Running } from "./harness.js";

/** All routes of spec 4, and all assumed routes. */
const endpoints = [
  "POST /user/tools",
  "GET /user/tools",
  "GET /user/tools/101",
  "PUT /user/tools/101",
  "DELETE /user/tools/101",
  "POST /user/assistant",
  "PUT /user/assistant/201",
  "DELETE /user/assistant/201",
  "GET /user/assistants/get",
  "GET /user/assistants/outbound",
  "GET /user/assistants/phone-numbers",
  "GET /user/assistants/voices",
  "GET /user/assistants/models",
  "GET /user/assistants/languages",
  "POST /user/lead",
  "GET /user/leads",
  "PUT /user/leads/301",
  "DELETE /user/leads/301",
  "POST /user/make_call",
  "POST /user/campaigns/update-status",
  "GET /user/campaigns",
];

/** Routes that only the 2026 form has, except those whose path starts with `/conversations`: they need no token. */
const laterEndpoints = [
  "GET /user/me",
  "GET /user/assistants/synthesizer-providers",
  "GET /user/assistants/transcriber-providers",
  "GET /user/knowledgebases",
  "GET /user/folders",
  "GET /user/labels",
  "GET /user/phone-numbers/all",
  "POST /user/campaign",
  "POST /user/campaigns",
  "DELETE /user/campaign/1",
  "POST /user/ai/generate-reply",
  "GET /user/conversations",
];

describe.each([
  ...endpoints.map((endpoint) => [endpoint, "2025"] as const),
  ...laterEndpoints.map((endpoint) => [endpoint, "2026"] as const),
])("%s", (endpoint, form) => {
  const [method = "", path = ""] = endpoint.split(" ");
  const body = method === "GET" ? undefined : {};

  test.each([
    ["without a token", {}],
    ["with a wrong token", { authorization: "Bearer wrong" }],
    ["with another scheme", { authorization: `Basic ${canaries.token}` }],
    ["with a bare token", { authorization: canaries.token }],
    ["with a token and more", { authorization: `Bearer ${canaries.token} extra` }],
  ])("is 401 %s", async (_, headers) => {
    const { emulator } = await service({ form });
    const { status, json } = await client(emulator.address)(method, path, body, headers);
    expect({ status, json }).toEqual({ status: 401, json: { message: "Unauthenticated." } });
  });
});

describe("a request without Accept: application/json", () => {
  test.each(["*/*", "text/html"])(
    "with Accept %s and no token is redirected to a login page",
    async (accept) => {
      const { emulator } = await service();
      const reply = await client(emulator.address)("GET", "/user/tools", undefined, { accept });
      expect(reply.status).toBe(302);
      expect(reply.headers["location"]).toBe("/login");
      expect(reply.headers["content-type"]).toMatch(/^text\/html/);
      expect((await client(emulator.address)("GET", "/login")).text).toMatch(/^<!DOCTYPE html>/);
    },
  );

  test("is served with a token", async ({ call }) => {
    expect((await call("GET", "/user/tools", undefined, { accept: "*/*" })).status).toBe(200);
  });
});

describe("tokens", () => {
  test("the option changes only the first user's token", async () => {
    const { emulator, call, other } = await service({ token: "my-own" });
    expect(emulator.token).toBe("my-own");
    expect((await call("GET", "/user/tools")).status).toBe(200);
    expect((await other("GET", "/user/tools")).status).toBe(200);
    expect((await client(emulator.address, canaries.token)("GET", "/user/tools")).status).toBe(401);
  });

  test("a token can be replaced while the service runs", async ({ emulator, call }) => {
    emulator.state.users[0]!.token = "rotated";
    expect((await call("GET", "/user/tools")).status).toBe(401);
    expect((await client(emulator.address, "rotated")("GET", "/user/tools")).status).toBe(200);
  });
});

describe("another user's records", () => {
  let running: Running;
  beforeEach(async () => {
    running = await service();
    const { call } = running;
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", { ...anAssistant, tool_ids: [101], phone_number_id: 1 });
    await call("POST", "/user/lead", aLead);
  });

  test("are in no listing", async () => {
    const { other } = running;
    for (const path of ["/user/tools", "/user/leads", "/user/assistants/outbound"]) {
      expect((await other("GET", path)).json).toEqual([]);
    }
    expect(await assistantRecords(other)).toEqual([]);
    expect(pluck((await other("GET", "/user/campaigns")).json, "id")).toEqual([4]);
    expect(pluck((await other("GET", "/user/assistants/phone-numbers")).json, "id")).toEqual([6]);
  });

  test.each([
    ["GET /user/tools/101", {}, "Tool not found"],
    ["PUT /user/tools/101", { description: "mine now" }, "Tool not found"],
    ["DELETE /user/tools/101", {}, "Tool not found"],
    ["PUT /user/assistant/201", { assistant_name: "mine now" }, "Assistant not found"],
    ["DELETE /user/assistant/201", {}, "Assistant not found"],
    ["PUT /user/leads/301", { status: "completed" }, "Lead not found"],
    ["DELETE /user/leads/301", {}, "Lead not found"],
    ["POST /user/make_call", { phone_number: "+12025550123", assistant_id: 201 }, "Assistant not found"],
  ])("%s is 404 and changes nothing", async (endpoint, body, message) => {
    const { emulator, other } = running;
    const before = JSON.stringify(emulator.state);
    const [method = "", path = ""] = endpoint.split(" ");
    const { status, json } = await other(method, path, method === "GET" ? undefined : body);
    expect({ status, message: json.message }).toEqual({ status: 404, message });
    expect(JSON.stringify(emulator.state)).toBe(before);
  });

  test("of campaigns are not started, and the response is 403", async () => {
    const { emulator, other } = running;
    const before = JSON.stringify(emulator.state);
    const start = { campaign_id: 1, action: "start" };
    expect((await other("POST", "/user/campaigns/update-status", start)).status).toBe(403);
    expect(JSON.stringify(emulator.state)).toBe(before);
  });

  test("the user_id of a record is that of its user", async () => {
    const { call, other } = running;
    const { json } = await other("POST", "/user/assistant", { ...anAssistant, voice_id: 6 });
    expect((await assistantRecord(other, json.data.id as number))["user_id"]).toBe(2);
    expect((await assistantRecord(call, 201))["user_id"]).toBe(1);
  });
});
