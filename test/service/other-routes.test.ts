/** Routes that are documented elsewhere, or that other clients use: they answer what a client of this package never asks. */
import { describe, expect } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { anAssistant, service, test } from "./harness.js";

describe("below /api", () => {
  test("the service answers too", async ({ call }) => {
    expect((await call("POST", "/api/user/assistant", anAssistant)).status).toBe(201);
    expect((await call("GET", "/api/user/assistants/get")).json.data).toHaveLength(1);
    expect((await call("GET", "/api")).status).toBe(404);
  });
});

test("GET /user/assistants is a plain array", async ({ call }) => {
  await call("POST", "/user/assistant", anAssistant);
  const { status, json } = await call("GET", "/user/assistants");
  expect(status).toBe(200);
  expect(json).toEqual([expect.objectContaining({ id: 201, name: anAssistant.assistant_name })]);
});

test("GET /user/calls lists calls in pages, and filters", async ({ call }) => {
  await call("POST", "/user/assistant", anAssistant);
  for (const phone_number of ["+12025550123", "+12025550124"])
    await call("POST", "/user/make_call", { phone_number, assistant_id: "201" });
  const { json } = await call("GET", "/user/calls");
  expect(json).toMatchObject({ total: 2, per_page: 15 });
  expect(json.data[0]).toMatchObject({
    assistant_name: anAssistant.assistant_name,
    type: "outbound",
    client_phone_number: "+12025550123",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  for (const [query, count] of [
    ["phone_number=%2B12025550124", 1],
    ["assistant_id=201", 2],
    ["assistant_id=202", 0],
    ["type=inbound", 0],
    ["per_page=1", 1],
  ] as const)
    expect((await call("GET", `/user/calls?${query}`)).json.data, query).toHaveLength(count);
});

describe.each(["2025", "2026"] as const)("webhooks of an assistant, %s form", (form) => {
  test.for([
    ["inbound-webhook", "inbound_webhook_url"],
    ["conversation-ended-webhook", "conversation_ended_webhook_url"],
    ["webhook", "webhook_url"],
  ] as const)("%s is switched on and off", async ([name, key]) => {
    const { call, emulator } = await service({
      form,
      seed: { ...defaultSeed(), assistants: [{ id: 50, name: "Support" }] },
    });
    const webhook_url = "https://hooks.example.com/in";
    const enabled = await call("POST", `/user/assistants/enable-${name}`, { assistant_id: 50, webhook_url });
    expect(enabled).toMatchObject({ status: 200, json: { message: expect.any(String), data: [] } });
    expect(emulator.state.assistants[0]![key]).toBe(webhook_url);
    expect((await call("POST", `/user/assistants/disable-${name}`, { assistant_id: 50 })).status).toBe(200);
    expect(emulator.state.assistants[0]![key]).toBeNull();
    for (const [body, status] of [
      [{ assistant_id: 51, webhook_url }, 404],
      [{ assistant_id: 50, webhook_url: "hooks" }, 422],
      [{ webhook_url }, 422],
    ] as const)
      expect((await call("POST", `/user/assistants/enable-${name}`, body)).status).toBe(status);
  });
});
