/** Mid call tools in the 2026 form, and the built-in tools of an assistant (docs/api-forms.md). */
import { beforeEach, describe, expect, test } from "vitest";
import { anAssistant2026, assistantRecord, aTool, service, type Client, type Running } from "./harness.js";

let running: Running;
let call: Client;
beforeEach(async () => {
  running = await service({ form: "2026" });
  ({ call } = running);
});

const parameter = { name: "id", type: "string", description: "The order." };

describe("a mid call tool", () => {
  test("the record has type, body_format, static_fields and required", async () => {
    const { status, json } = await call("POST", "/user/tools", { ...aTool, schema: [parameter] });
    expect({ status, message: json.message }).toEqual({ status: 201, message: "Tool created successfully" });
    expect(json.data).toMatchObject({ type: "http", body_format: "json", static_fields: [] });
    expect(json.data.schema).toEqual([{ ...parameter, required: true }]);
    expect((await call("GET", "/user/tools/101")).json).toEqual(json.data);
    expect((await call("GET", "/user/tools")).json).toEqual([json.data]);
  });

  test.each([
    { name: "Check_Order2" },
    { name: "_x".padEnd(64, "y") },
    { endpoint: "https://api.example.com/{order}/items?by={{caller}}" },
    { endpoint: `https://api.example.com/${"x".repeat(2024)}` },
    { body_format: "form" },
    { headers: [{ name: "X-Key", value: "v".repeat(2048) }] },
    { static_fields: [{ key: "source", value: "{{caller}}" }] },
    { schema: [{ ...parameter, name: "q", type: "float", required: false }] },
  ])("%j is accepted on creation and on update", async (body) => {
    expect((await call("POST", "/user/tools", { ...aTool, ...body })).json.data).toMatchObject(body);
    await call("POST", "/user/tools", aTool);
    expect((await call("PUT", "/user/tools/102", body)).json.data).toMatchObject(body);
  });

  test.each<[object, string]>([
    [{ name: "2nd_order" }, "name"],
    [{ name: "x".repeat(65) }, "name"],
    [{ name: "check-order" }, "name"],
    [{ endpoint: `https://api.example.com/${"x".repeat(2025)}` }, "endpoint"],
    [{ endpoint: "{host}" }, "endpoint"],
    [{ body_format: "xml" }, "body_format"],
    [{ headers: [{ name: "X-Key", value: "v".repeat(2049) }] }, "headers.0.value"],
    [{ static_fields: [{ name: "source", value: "x" }] }, "static_fields.0.key"],
    [{ schema: [{ ...parameter, type: "integer" }] }, "schema.0.type"],
    [{ schema: [{ ...parameter, required: "yes" }] }, "schema.0.required"],
  ])("%j is 422", async (body, field) => {
    await call("POST", "/user/tools", aTool);
    const created = await call("POST", "/user/tools", { ...aTool, ...body });
    const text = created.json.errors[field][0];
    // The message of a rejected create is the field's error. A rejected update has a general message.
    expect(created).toMatchObject({ status: 422, json: { message: text, errors: { [field]: [text] } } });
    const updated = await call("PUT", "/user/tools/101", body);
    expect(updated).toMatchObject({ status: 422, json: { message: "Validation failed" } });
    expect(updated.json.errors).toEqual({ [field]: [text] });
  });

  test("an update keeps the endpoint, method and body format of an automation", async () => {
    await call("POST", "/user/tools", aTool);
    await call("PATCH", "/_emulator/records/tools/101", { type: "automation" });
    const change = { endpoint: "https://other.example.com", method: "PUT", body_format: "form", timeout: 3 };
    expect((await call("PUT", "/user/tools/101", change)).json.data).toMatchObject({
      type: "automation",
      endpoint: aTool["endpoint"],
      method: "POST",
      body_format: "json",
      timeout: 3,
    });
  });
});

const phone = "+12025550123";
const calendar = { type: "calendar_integration", calcom_api_key: "key", calcom_event_slug: "visit" };
const warm = {
  type: "warm_call_transfer",
  supervisor_phone: phone,
  outbound_phone_id: 1,
  description: "If they ask for a human.",
};

describe("built-in tools", () => {
  const send = (tools: unknown) => call("POST", "/user/assistant", { ...anAssistant2026, tools });
  const listedTools = async () => (await assistantRecord(call, 201))["tools"];

  test.each<[{ type: string }, object?]>([
    [{ type: "end_call" }],
    [{ type: "dtmf_input", description: "For menus." } as { type: string }],
    [{ type: "call_transfer", phone_number: phone } as { type: string }, { warm_transfer: false }],
    [{ type: "collect_keypad" }, { timeout: 5, stop_key: "#" }],
    [{ type: "collect_keypad", timeout: 30, stop_key: "*" } as { type: string }],
    [calendar, { calcom_endpoint: "us" }],
    [
      { ...calendar, calcom_booking_fields: [{ slug: "s", type: "text", label: "L", required: true }] } as {
        type: string;
      },
      { calcom_endpoint: "us" },
    ],
    [
      warm,
      {
        custom_sip: false,
        caller_id_mode: "outbound_number",
        hold_music: "hold_music",
        hold_music_volume: 80,
        hold_message: expect.any(String),
        summary_instructions: expect.any(String),
        briefing_initial_message: expect.any(String),
        connected_message: expect.any(String),
      },
    ],
  ])("%j is {type, data} in the record, with its defaults", async ({ type, ...data }, defaults = {}) => {
    expect((await send([{ type, ...data }])).status).toBe(201);
    expect(await listedTools()).toEqual([{ type, data: { ...defaults, ...data } }]);
  });

  test("a transfer to another assistant, and never to itself", async () => {
    await send([]);
    const transfer = { type: "assistant_transfer", assistant_id: 201 };
    expect((await send([transfer])).status).toBe(201);
    const itself = await call("PUT", "/user/assistant/201", { tools: [transfer] });
    expect(itself.json.errors).toEqual({ "tools.0.assistant_id": [expect.any(String)] });
    await call("PUT", "/user/assistant/201", { tools: [{ ...transfer, assistant_id: 202 }] });
    expect(await listedTools()).toEqual([
      { type: "assistant_transfer", data: { assistant_id: 202, speak_transfer_greeting: true } },
    ]);
  });

  test("an update replaces all, and an empty array removes all", async () => {
    await send([{ type: "end_call" }, { type: "dtmf_input" }]);
    await call("PUT", "/user/assistant/201", { name: "Other" });
    expect(await listedTools()).toHaveLength(2);
    await call("PUT", "/user/assistant/201", { tools: [{ type: "end_call", description: "Now." }] });
    expect(await listedTools()).toEqual([{ type: "end_call", data: { description: "Now." } }]);
    await call("PUT", "/user/assistant/201", { tools: [] });
    expect(await listedTools()).toEqual([]);
  });

  test.each<[object, string]>([
    [{}, "type"],
    [{ type: "hang_up" }, "type"],
    [{ type: "call_transfer" }, "phone_number"],
    [{ type: "end_call", data: {}, description: 5 }, "description"],
    [{ type: "collect_keypad", timeout: 31 }, "timeout"],
    [{ type: "collect_keypad", stop_key: "1" }, "stop_key"],
    [{ ...warm, outbound_phone_id: 6 }, "outbound_phone_id"],
    [{ ...warm, supervisor_phone: undefined }, "supervisor_phone"],
    [{ ...warm, hold_music_volume: 101 }, "hold_music_volume"],
    [{ ...warm, caller_id_mode: "none" }, "caller_id_mode"],
    [{ ...calendar, calcom_api_key: undefined }, "calcom_api_key"],
    [{ ...calendar, calcom_endpoint: "asia" }, "calcom_endpoint"],
    [{ type: "assistant_transfer", assistant_id: 999 }, "assistant_id"],
    [{ type: "assistant_transfer", assistant_id: 202, description: "d".repeat(501) }, "description"],
  ])("%j is 422", async (tool, field) => {
    const errors = { [`tools.1.${field}`]: [expect.any(String)] };
    await send([]);
    await send([]);
    const tools = [{ type: "end_call" }, tool];
    expect((await send(tools)).json).toEqual({ message: "Validation failed", errors });
    expect((await call("PUT", "/user/assistant/201", { tools })).json.errors).toEqual(errors);
  });

  test("the key of a calendar is masked in recorded requests", async () => {
    await send([calendar]);
    expect(running.emulator.requests()[0]?.body).toMatchObject({ tools: [{ calcom_api_key: "[masked]" }] });
  });
});
