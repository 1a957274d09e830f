/** Text conversations, and request limits per time window (docs/api-forms.md). */
import { beforeEach, describe, expect, test } from "vitest";
import type { Seed } from "../../emulator/index.js";
import { anAssistant2026, assistantRecord, aTool, client, fakeClock, service } from "./harness.js";
import type { Client, FakeClock, Running } from "./harness.js";

const order = { name: "check_order", arguments: { id: "A1" }, result: { state: "sent" } };
const replies: Seed["replies"] = [
  { pattern: "where is .*order", reply: "Order A1 is on its way, {{name}}.", function_calls: [order] },
  { pattern: "^bye", reply: "Goodbye.", function_calls: [{ name: "end_call" }] },
  { pattern: "who", reply: "I am the other one.", assistant_id: 999 },
];

let running: Running;
let call: Client;
let open: Client;
let clock: FakeClock;
let uuid: string;
beforeEach(async () => {
  clock = fakeClock();
  running = await service({ form: "2026", seed: { replies }, clock });
  ({ call } = running);
  open = client(running.emulator.address);
  await call("POST", "/user/tools", aTool);
  const body = { ...anAssistant2026, initial_message: "Hello {{name}}!", variables: { name: "caller" } };
  await call("POST", "/user/assistant", { ...body, tool_ids: [101] });
  uuid = (await assistantRecord(call, 201))["uuid"] as string;
});

const started = async (body: object = {}) => {
  const { json } = await open("POST", "/conversations", { assistant_id: uuid, type: "test", ...body });
  return json.conversation_id as string;
};
const say = (id: string, message: unknown) => open("POST", `/conversations/${id}/messages`, { message });

describe("a conversation", () => {
  test("starts without a token, with the first message", async () => {
    const body = { assistant_id: uuid, type: "test", variables: { name: "Ann" } };
    expect(await open("POST", "/conversations", body)).toMatchObject({
      status: 200,
      json: {
        status: true,
        conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        history: [{ role: "assistant", content: "Hello Ann!" }],
      },
    });
    await call("PUT", "/user/assistant/201", { wait_for_customer: true });
    expect((await open("POST", "/conversations", body)).json.history).toEqual([]);
  });

  test("replies according to the script, with the calls to attached tools", async () => {
    const id = await started();
    expect((await say(id, "Where is my ORDER?")).json).toEqual({
      status: true,
      message: "Order A1 is on its way, caller.",
      function_calls: [order],
    });
    expect((await say(id, "Who are you?")).json).toEqual({
      status: true,
      message: "You said: Who are you?",
      function_calls: [],
    });
    const { json } = await open("GET", `/conversations/${id}`);
    expect(json).toEqual({
      status: true,
      history: [
        { role: "assistant", content: "Hello caller!" },
        { role: "user", content: "Where is my ORDER?" },
        { role: "assistant", content: "Order A1 is on its way, caller.", function_calls: [order] },
        { role: "user", content: "Who are you?" },
        { role: "assistant", content: "You said: Who are you?" },
      ],
    });
  });

  test("has no calls to tools that the assistant lacks", async () => {
    const id = await started();
    await call("PUT", "/user/assistant/201", { tool_ids: [] });
    expect((await say(id, "Where is my order?")).json.function_calls).toEqual([]);
    expect((await say(id, "Bye")).json.function_calls).toEqual([]);
    await call("PUT", "/user/assistant/201", { tools: [{ type: "end_call" }] });
    expect((await say(id, "Bye")).json.function_calls).toEqual([
      { name: "end_call", arguments: {}, result: null },
    ]);
  });

  test("costs a cent per message in a widget, and nothing in a test", async () => {
    const user = running.emulator.state.users[0]!;
    user.balance = 0.01;
    const [free, paid] = [await started(), await started({ type: "widget" })];
    expect((await say(free, "Hi")).status).toBe(200);
    expect((await say(paid, "Hi")).status).toBe(200);
    expect(user.balance).toBe(0);
    const refused = { status: 400, json: { status: false, error: expect.any(String) } };
    expect(await say(paid, "Hi")).toMatchObject(refused);
    expect(await open("POST", "/conversations", { assistant_id: uuid })).toMatchObject(refused);
    expect((await say(free, "Hi")).status).toBe(200);
  });

  test("can use a widget's balance up to the last cent", async () => {
    const user = running.emulator.state.users[0]!;
    user.balance = 0.03;
    const id = await started({ type: "widget" });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index++) statuses.push((await say(id, "Hi")).status);
    expect(statuses).toEqual([200, 200, 200, 400]);
    expect(user.balance).toBe(0);
    expect((await call("GET", "/user/conversations")).json.data[0].total_cost).toBe(0.03);
  });

  test.each([
    ["", 1],
    ["date_from=2026-01-02&date_to=2026-01-02", 1],
    ["date_from=2026-01-03", 0],
    ["date_to=2026-01-01", 0],
  ])("the query %j of the listing limits its day", async (query, count) => {
    await started();
    expect((await call("GET", `/user/conversations?${query}`)).json.data).toHaveLength(count);
  });

  test.each([
    ["/conversations", { assistant_id: "no-uuid" }],
    ["/conversations/no-uuid/messages", { message: "Hi" }],
  ])("POST %s %j is 404", async (path, body) => {
    const { status, json } = await open("POST", path, body);
    expect({ status, json }).toEqual({ status: 404, json: { status: false, error: expect.any(String) } });
  });

  test.each([
    [{ assistant_id: undefined }, "assistant_id"],
    [{ assistant_id: 201 }, "assistant_id"],
    [{ type: "call" }, "type"],
  ])("%j is 422, with the error of the field as message", async (change, field) => {
    const { status, json } = await open("POST", "/conversations", { assistant_id: uuid, ...change });
    expect({ status, json }).toEqual({
      status: 422,
      json: { message: json.errors[field][0], errors: { [field]: [expect.any(String)] } },
    });
  });

  test("a message has at most 2000 characters", async () => {
    const id = await started();
    expect((await say(id, "m".repeat(2000))).status).toBe(200);
    expect((await say(id, "m".repeat(2001))).status).toBe(422);
    expect((await say(id, undefined)).status).toBe(422);
  });

  test("is in the listing of the user", async () => {
    const id = await started();
    const { json } = await call("GET", "/user/conversations?type=test");
    expect(json).toMatchObject({
      total: 1,
      per_page: 15,
      data: [{ id, type: "test", message_count: 1, ai_enabled: true }],
    });
    expect((await call("GET", "/user/conversations?type=widget")).json.total).toBe(0);
    expect((await running.other("GET", "/user/conversations")).json.total).toBe(0);
  });
});

describe("POST /user/ai/generate-reply", () => {
  const send = (change: object = {}) =>
    call("POST", "/user/ai/generate-reply", {
      assistant_id: 201,
      customer_identifier: "ann",
      message: "Where is my order?",
      ...change,
    });

  test("keeps the thread of a customer, and merges variables", async () => {
    const first = await send({ variables: { city: "Bonn" } });
    expect(first.json).toEqual({
      success: true,
      conversation_id: expect.any(String),
      customer_identifier: "ann",
      reply: "Order A1 is on its way, caller.",
      function_calls: [order],
      ai_disabled: false,
    });
    const { json } = await send({ variables: { name: "Ann" } });
    expect(json).toMatchObject({
      conversation_id: first.json.conversation_id,
      reply: "Order A1 is on its way, Ann.",
    });
    expect(running.emulator.state.conversations[0]?.variables).toEqual({ name: "Ann", city: "Bonn" });
    expect((await send({ customer_identifier: "bob" })).json.conversation_id).not.toBe(json.conversation_id);
  });

  test("needs an assistant, a balance, an identifier and a token", async () => {
    const failed = { success: false, error: expect.any(String), error_code: expect.any(String) };
    expect(await send({ assistant_id: 999 })).toMatchObject({ status: 404, json: failed });
    expect((await send({ customer_identifier: "c".repeat(256) })).status).toBe(422);
    running.emulator.state.users[0]!.balance = 0;
    expect(await send()).toMatchObject({ status: 402, json: failed });
    expect((await open("POST", "/user/ai/generate-reply", {})).status).toBe(401);
  });

  test("allows five requests a minute", async () => {
    for (let sent = 0; sent < 5; sent++) expect((await send()).status).toBe(200);
    clock.advance(15_500);
    expect(await send()).toMatchObject({
      status: 429,
      json: { message: "Too Many Attempts.", retry_after: 45 },
      headers: { "x-ratelimit-limit": "5", "x-ratelimit-remaining": "0" },
    });
    expect((await call("GET", "/user/tools")).status).toBe(200);
    clock.advance(44_500);
    expect((await send()).status).toBe(200);
  });
});

test.each([
  "POST /conversations",
  "GET /conversations/x",
  "POST /user/ai/generate-reply",
  "GET /user/conversations",
])("form 2025 has no %s", async (route) => {
  const [method = "", path = ""] = route.split(" ");
  const { call } = await service();
  expect((await call(method, path)).status).toBe(404);
});

describe("windowLimits", () => {
  const limited = async (): Promise<Running> => service({ windowLimits: true, clock });
  const many = async ({ call }: Running, count: number): Promise<number[]> => {
    const statuses: number[] = [];
    while (statuses.length < count) statuses.push((await call("GET", "/user/tools")).status);
    return statuses;
  };

  test("20 requests in ten seconds, with the limit in headers and in the body", async () => {
    const running = await limited();
    expect((await running.call("GET", "/user/tools")).headers).toMatchObject({
      "x-ratelimit-limit": "20",
      "x-ratelimit-remaining": "19",
      "x-ratelimit-reset": String(Math.ceil((clock.now() + 10_000) / 1000)),
    });
    clock.advance(3000);
    expect(new Set(await many(running, 19))).toEqual(new Set([200]));
    const { status, json, headers } = await running.call("GET", "/user/tools");
    expect({ status, json }).toEqual({
      status: 429,
      json: { message: "Too Many Attempts.", retry_after: 7 },
    });
    expect(headers).toMatchObject({ "x-ratelimit-limit": "20", "x-ratelimit-remaining": "0" });
    expect(headers).not.toHaveProperty("retry-after");
    expect((await running.other("GET", "/user/tools")).status).toBe(200);
    clock.advance(6999);
    expect(await many(running, 1)).toEqual([429]);
    clock.advance(1);
    expect(await many(running, 1)).toEqual([200]);
  });

  test("100 requests in a minute, whatever the other window allows", async () => {
    const running = await limited();
    for (let round = 0; round < 5; round++) {
      expect(new Set(await many(running, 20))).toEqual(new Set([200]));
      clock.advance(10_000);
    }
    const { status, json, headers } = await running.call("GET", "/user/tools");
    expect({ status, json }).toMatchObject({ status: 429, json: { retry_after: 10 } });
    expect(headers).toMatchObject({ "x-ratelimit-limit": "100" });
    clock.advance(10_000);
    expect(await many(running, 1)).toEqual([200]);
  });

  test("a rejected write is not processed, and a reset opens new windows", async () => {
    const running = await limited();
    await many(running, 20);
    expect((await running.call("POST", "/user/tools", aTool)).status).toBe(429);
    running.emulator.reset();
    expect((await running.call("GET", "/user/tools")).json).toEqual([]);
  });
});
