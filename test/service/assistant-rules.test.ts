/**
 * The rules for an assistant (spec 4.2 and 8): values that they allow and values that they reject, in creates and
 * updates.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { anAssistant as subject } from "../kinds/index.js";
import { anAssistant, aTool, keysOf, service, type Client, type Running } from "./harness.js";
import { type Changes, changesOf, notNull, testLimits } from "./limits.js";

const hook = { webhook_url: "https://hooks.example.com/calls" };
const { inside, outside } = changesOf(subject);

/** Rules that the provider cannot check, and rules for values that it spells differently. */
const beyond: Changes = {
  inside: [
    ["another voice", { voice_id: 5 }],
    ["another language", { language: "German" }],
    ["another model", { llm_model: "Llama 3.3 70B" }],
    ["a free number", { phone_number_id: 1 }],
    ["a Caller ID number to call from", { phone_number_id: 4 }],
    ["a free number to be called at", { phone_number_id: 1, calls_direction: "receive" }],
    ["no tools", { tool_ids: [] }],
    ["a tool in the account", { tool_ids: [101] }],
    ["variables that are an empty list", { variables: [] }],
    ["a field the service does not know", { colour: "blue" }],
  ].map(([name, change]) => [name as string, change as object, ""]),
  outside: [
    ["a voice that does not exist", { voice_id: 99 }, "voice_id"],
    ["another user's voice", { voice_id: 6 }, "voice_id"],
    ["a voice by name", { voice_id: "Sarah" }, "voice_id"],
    ["a language that does not exist", { language: "Klingon" }, "language"],
    ["a language by its code", { language: "en" }, "language"],
    ["a language in another case", { language: "english" }, "language"],
    ["a language of 101 characters", { language: "l".repeat(101) }, "language"],
    ["a model that does not exist", { llm_model: "GPT-0" }, "llm_model"],
    ["a model of 101 characters", { llm_model: "m".repeat(101) }, "llm_model"],
    ["a number that does not exist", { phone_number_id: 99 }, "phone_number_id"],
    ["another user's number", { phone_number_id: 6 }, "phone_number_id"],
    ["a number by its digits", { phone_number_id: "+12025550101" }, "phone_number_id"],
    ["a Caller ID number for calls", { phone_number_id: 4, calls_direction: "receive" }, "phone_number_id"],
    ["a tool that does not exist", { tool_ids: [101, 999] }, "tool_ids.1"],
    ["another user's tool", { tool_ids: [102] }, "tool_ids.0"],
    ["a tool by name", { tool_ids: ["check_order"] }, "tool_ids.0"],
    ...notNull(subject, ["phone_number_id", "webhook_url"]),
  ],
};

let call: Client;
let running: Running;
beforeEach(async () => {
  running = await service();
  call = running.call;
  await call("POST", "/user/tools", aTool);
  await running.other("POST", "/user/tools", aTool);
  await call("POST", "/user/assistant", anAssistant);
});

testLimits(
  ["POST /user/assistant", "PUT /user/assistant/201"],
  anAssistant,
  { inside: [...inside, ...beyond.inside], outside: [...outside, ...beyond.outside] },
  (...request) => call(...request),
);

test.each(Object.keys(anAssistant))("creation needs %s", async (field) => {
  const { [field]: _, ...rest } = anAssistant;
  const { status, json } = await call("POST", "/user/assistant", rest);
  expect(status).toBe(422);
  expect(keysOf(json.errors)).toEqual([field]);
  expect(json.errors[field][0]).toMatch(/is required/);
});

test.each(["phone_number_id", "webhook_url"])("%s may be null on update, not on creation", async (field) => {
  expect((await call("PUT", "/user/assistant/201", { [field]: null })).status).toBe(200);
  const { status, json } = await call("POST", "/user/assistant", { ...anAssistant, [field]: null });
  expect(status).toBe(422);
  expect(keysOf(json.errors)).toEqual([field]);
});

test("an invalid field does not hide an invalid reference", async () => {
  const { json } = await call("POST", "/user/assistant", { ...anAssistant, speech_speed: 9, voice_id: 99 });
  expect(keysOf(json.errors).sort()).toEqual(["speech_speed", "voice_id"]);
});

describe("is_webhook_active and webhook_url are checked together on the result of an update", () => {
  test("an update can activate the webhook if a URL is stored", async () => {
    await call("PUT", "/user/assistant/201", hook);
    expect((await call("PUT", "/user/assistant/201", { is_webhook_active: true })).status).toBe(200);
  });

  test("the URL of an active webhook can be removed only if the same update deactivates the webhook", async () => {
    await call("PUT", "/user/assistant/201", { ...hook, is_webhook_active: true });
    const { status, json } = await call("PUT", "/user/assistant/201", { webhook_url: null });
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual(["webhook_url"]);
    expect(
      (await call("PUT", "/user/assistant/201", { webhook_url: null, is_webhook_active: false })).status,
    ).toBe(200);
  });

  test("other fields of an assistant that breaks the rule can still be changed", async () => {
    await call("PATCH", "/_emulator/records/assistants/201", { is_webhook_active: true, webhook_url: null });
    expect((await call("PUT", "/user/assistant/201", { system_prompt: "New." })).status).toBe(200);
  });
});

describe("a phone number that another assistant has", () => {
  beforeEach(async () => {
    await call("PUT", "/user/assistant/201", { phone_number_id: 1 });
  });

  test("is rejected for an inbound assistant, and accepted for an outbound one", async () => {
    const inbound = { ...anAssistant, calls_direction: "receive", phone_number_id: 1 };
    const { status, json } = await call("POST", "/user/assistant", inbound);
    expect(status).toBe(422);
    expect(json.errors).toEqual({ phone_number_id: [expect.stringMatching(/already assigned/)] });
    expect((await call("POST", "/user/assistant", { ...anAssistant, phone_number_id: 1 })).status).toBe(201);
  });

  test("keeps an outbound assistant from becoming inbound", async () => {
    await call("POST", "/user/assistant", { ...anAssistant, phone_number_id: 1 });
    const { status, json } = await call("PUT", "/user/assistant/202", { calls_direction: "receive" });
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual(["phone_number_id"]);
  });

  test("is accepted again for the assistant that already has it", async () => {
    const update = { calls_direction: "receive", phone_number_id: 1 };
    expect((await call("PUT", "/user/assistant/201", update)).status).toBe(200);
    expect((await call("PUT", "/user/assistant/201", update)).status).toBe(200);
  });

  test.each([
    ["null unassigns it", (c: Client) => c("PUT", "/user/assistant/201", { phone_number_id: null })],
    ["the holder is deleted", (c: Client) => c("DELETE", "/user/assistant/201")],
    [
      "the holder is marked as deleted",
      (c: Client) =>
        c("PATCH", "/_emulator/records/assistants/201", { deleted_at: "2026-01-02T00:00:00.000000Z" }),
    ],
  ])("is free again if %s", async (_, release) => {
    expect((await release(call)).status).toBe(200);
    const inbound = { ...anAssistant, calls_direction: "receive", phone_number_id: 1 };
    expect((await call("POST", "/user/assistant", inbound)).status).toBe(201);
  });
});
