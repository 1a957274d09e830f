/** Notifications and their settings (spec 6). Each test starts a server that receives the notifications. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  aLead,
  anAssistant,
  anAssistant2026,
  keysOf,
  service,
  type Client,
  type Running,
} from "./harness.js";

interface Received {
  url: string;
  headers: Record<string, unknown>;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

let receiver: Server;
let received: Received[];
let hooks: string;
let responseStatus: number;
let call: Client;
let running: Running;

beforeEach(async () => {
  received = [];
  responseStatus = 200;
  receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      received.push({ url: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
      response.writeHead(responseStatus).end();
    });
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  running = await service();
  call = running.call;
});

afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

/** Creates an assistant, makes a call with it, and ends the call. */
async function finished(settings: object, end: object = {}) {
  const body = { ...anAssistant, is_webhook_active: true, webhook_url: `${hooks}/calls`, ...settings };
  expect((await call("POST", "/user/assistant", body)).status).toBe(201);
  await call("POST", "/user/make_call", {
    phone_number: "+12025550123",
    assistant_id: 201,
    variables: { order: 7 },
  });
  expect(received).toEqual([]);
  return call("POST", "/_emulator/calls/501/finish", end);
}

test("a finished call sends its complete notification", async () => {
  await call("POST", "/user/lead", aLead);
  const settings = { phone_number_id: 1, variables: { company: "ACME", order: 0 } };
  const { json } = await finished(settings, { duration: 63, transcript: "Hello!" });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ url: "/calls", headers: { "content-type": "application/json" } });
  expect(received[0]?.body).toEqual({
    id: 501,
    customer_phone: "+12025550123",
    assistant_phone: "+12025550101",
    duration: 63,
    status: "completed",
    extracted_variables: { status: false, summary: "" },
    input_variables: { company: "ACME", order: 7 },
    transcript: [
      { text: "Hello!", sender: "bot", type: "message", timestamp: "2026-01-02T03:04:05.123000Z" },
    ],
    formatted_transcript: "Assistant: Hello!",
    recording_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
    created_at: "2026-01-02T03:04:05.123000Z",
    finished_at: "2026-01-02T03:04:05.123000Z",
    lead: expect.objectContaining({ id: 301, phone_number: "+12025550123" }),
  });
  expect(json.call).toMatchObject({ id: 501, status: "completed", duration: 63 });
  expect(json.delivery).toMatchObject({
    sent: true,
    notification: { call_id: 501, kind: "post-call", status: 200 },
  });
});

test("a transcript may be an array, and a call to nobody's lead has no lead", async () => {
  const transcript = [
    { text: "Hello!", sender: "bot" },
    { text: "Who is this?", sender: "human", type: "message", timestamp: "2026-01-02 03:04:06" },
  ];
  await finished({}, { transcript, extracted_variables: { summary: "Short." } });
  const { body } = received[0]!;
  expect(body.transcript).toMatchObject(transcript);
  expect(body.formatted_transcript).toBe("Assistant: Hello!\nCustomer: Who is this?");
  expect(body.extracted_variables).toMatchObject({ summary: "Short." });
  expect(body).not.toHaveProperty("lead");
});

test("in form 2026, the lead shows how often it was called", async () => {
  await call("POST", "/user/lead", aLead);
  await call("PATCH", "/_emulator/settings", { form: "2026" });
  await call("POST", "/user/assistant", {
    ...anAssistant2026,
    is_webhook_active: true,
    webhook_url: `${hooks}/calls`,
  });
  await call("POST", "/user/make_call", { phone_number: aLead.phone_number, assistant_id: 201 });
  await call("POST", "/_emulator/calls/501/finish");
  expect(received[0]?.body.lead).toMatchObject({ id: 301, call_tries: 1 });
});

describe("is_webhook_active", () => {
  test("false: nothing is sent", async () => {
    const { json } = await finished({ is_webhook_active: false });
    expect(received).toEqual([]);
    expect(json.delivery).toEqual({ sent: false, reason: expect.stringContaining("is_webhook_active") });
  });
});

describe("webhook_url", () => {
  test("is the address of the notification", async () => {
    await finished({ webhook_url: `${hooks}/elsewhere?key=1` });
    expect(received.map(({ url }) => url)).toEqual(["/elsewhere?key=1"]);
  });

  test("null: nothing is sent", async () => {
    await call("POST", "/user/assistant", anAssistant);
    await call("PATCH", "/_emulator/records/assistants/201", { is_webhook_active: true });
    await call("POST", "/user/make_call", { phone_number: "+12025550123", assistant_id: 201 });
    const { json } = await call("POST", "/_emulator/calls/501/finish");
    expect(json.delivery).toEqual({ sent: false, reason: expect.stringContaining("webhook_url") });
  });

  test("a rejecting or missing receiver is recorded", async () => {
    responseStatus = 503;
    const { json } = await finished({});
    expect(json.delivery.notification).toMatchObject({ status: 503, error: null });
    await call("PUT", "/user/assistant/201", { webhook_url: "http://127.0.0.1:1/" });
    await call("POST", "/user/make_call", { phone_number: "+12025550123", assistant_id: 201 });
    const lost = await call("POST", "/_emulator/calls/502/finish");
    expect(lost.json.delivery.notification).toMatchObject({ status: null, error: expect.any(String) });
    expect(running.emulator.state.notifications).toHaveLength(2);
  });
});

describe("inbound_webhook_url", () => {
  const inbound = { ...anAssistant, calls_direction: "receive", is_webhook_active: true };

  test("is notified of an inbound call when it arrives", async () => {
    await call("POST", "/user/assistant", { ...inbound, phone_number_id: 1, webhook_url: `${hooks}/calls` });
    await call("PATCH", "/_emulator/records/assistants/201", { inbound_webhook_url: `${hooks}/inbound` });
    const { status, json } = await call("POST", "/_emulator/calls", {
      assistant_id: 201,
      phone_number: "+12025550123",
    });
    expect(status).toBe(201);
    expect(json.call).toMatchObject({ id: 501, direction: "inbound", status: "initiated" });
    expect(received).toMatchObject([
      { url: "/inbound", body: { status: "initiated", assistant_phone: "+12025550101" } },
    ]);
    await call("POST", "/_emulator/calls/501/finish");
    expect(received.map(({ url }) => url)).toEqual(["/inbound", "/calls"]);
  });

  test("null: no notification of an inbound call before its end", async () => {
    await call("POST", "/user/assistant", { ...inbound, webhook_url: `${hooks}/calls` });
    const { json } = await call("POST", "/_emulator/calls", {
      assistant_id: 201,
      phone_number: "+12025550123",
    });
    expect(json.delivery).toEqual({ sent: false, reason: expect.stringContaining("inbound_webhook_url") });
    expect(received).toEqual([]);
  });

  test("an outbound assistant accepts no inbound call", async () => {
    await call("POST", "/user/assistant", anAssistant);
    const reply = await call("POST", "/_emulator/calls", { assistant_id: 201, phone_number: "+12025550123" });
    expect(reply.status).toBe(422);
  });
});

describe("send_webhook_only_on_completed", () => {
  test.each([
    [true, "completed", 1],
    [true, "failed", 0],
    [false, "completed", 1],
    [false, "failed", 1],
  ])("%s, a call that is %s: %i", async (send_webhook_only_on_completed, status, count) => {
    await finished({ send_webhook_only_on_completed }, { status });
    expect(received).toHaveLength(count);
    expect(received.every(({ body }) => body.status === status)).toBe(true);
  });
});

describe("include_recording_in_webhook", () => {
  test.each([true, false])("%s: recording_url is sent only if true", async (include_recording_in_webhook) => {
    await finished({ include_recording_in_webhook });
    expect(keysOf(received[0]?.body).includes("recording_url")).toBe(include_recording_in_webhook);
  });
});

describe("post_call_evaluation", () => {
  const post_call_schema = [{ name: "mood", type: "string", description: "How the caller felt" }];
  test.each([
    [true, { status: false, summary: "", mood: "happy" }],
    [false, {}],
  ])("%s: extracted variables are sent only if true", async (post_call_evaluation, extracted) => {
    await finished({ post_call_evaluation, post_call_schema }, { extracted_variables: { mood: "happy" } });
    expect(received[0]?.body.extracted_variables).toEqual(extracted);
  });
});

describe("post_call_schema", () => {
  test("contains only declared fields, with the type's empty value if nothing was found", async () => {
    const post_call_schema = ["string", "number", "bool"].flatMap((type) => [
      { name: `found_${type}`, type, description: "d" },
      { name: `missing_${type}`, type, description: "d" },
    ]);
    const found = { found_string: "s", found_number: 5, found_bool: true };
    await finished({ post_call_schema }, { extracted_variables: { ...found, undeclared: "x" } });
    expect(received[0]?.body.extracted_variables).toEqual({
      status: false,
      summary: "",
      ...found,
      missing_string: "",
      missing_number: 0,
      missing_bool: false,
    });
  });
});

describe("finishing a call", () => {
  test("is possible only once", async () => {
    await finished({});
    expect((await call("POST", "/_emulator/calls/501/finish")).status).toBe(409);
    expect(received).toHaveLength(1);
  });

  test("of a deleted assistant sends no notification", async () => {
    await call("POST", "/user/assistant", {
      ...anAssistant,
      is_webhook_active: true,
      webhook_url: `${hooks}/calls`,
    });
    await call("POST", "/user/make_call", { phone_number: "+12025550123", assistant_id: 201 });
    await call("DELETE", "/user/assistant/201");
    const { json } = await call("POST", "/_emulator/calls/501/finish");
    expect(json.delivery.sent).toBe(false);
    expect(received).toEqual([]);
  });

  test("needs an existing call and a valid body", async () => {
    expect((await call("POST", "/_emulator/calls/999/finish")).status).toBe(404);
    await call("POST", "/user/assistant", anAssistant);
    await call("POST", "/user/make_call", { phone_number: "+12025550123", assistant_id: 201 });
    expect((await call("POST", "/_emulator/calls/501/finish", { state: "completed" })).status).toBe(422);
    expect((await call("GET", "/_emulator/calls")).json[0].status).toBe("initiated");
  });
});
