import { describe, expect } from "vitest";
import { createdAt, plainRecord, translations } from "./assistant-shapes.js";
import {
  anAssistant,
  assistantRecord,
  assistantRecords,
  aTool,
  fakeClock,
  keysOf,
  service,
  test,
} from "./harness.js";

describe("POST /user/assistant (spec 4.2)", () => {
  test("responds 201 with the summary record", async ({ call }) => {
    const { status, json } = await call("POST", "/user/assistant", anAssistant);
    expect(status).toBe(201);
    expect(json).toEqual({
      message: "Assistant created successfully",
      data: { id: 201, name: "Receptionist", status: "active", type: "outbound", mode: "pipeline" },
    });
  });

  test("the record has every key of spec 2.3, with the assumed defaults", async ({ call }) => {
    await call("POST", "/user/assistant", anAssistant);
    expect(await assistantRecord(call, 201)).toEqual(plainRecord);
  });

  test.each(translations)("a create stores %s", async (_, body, record) => {
    const { call } = await service();
    expect((await call("POST", "/user/assistant", { ...anAssistant, ...body })).status).toBe(201);
    expect(await assistantRecord(call, 201)).toEqual({ ...plainRecord, ...record });
  });

  test("fields that are not in the record are stored", async ({ call, emulator }) => {
    const hidden = { use_min_interrupt_words: true, end_call_tool: { description: "Say goodbye." } };
    await call("POST", "/user/assistant", { ...anAssistant, ...hidden });
    expect(emulator.state.assistants[0]).toMatchObject(hidden);
    expect((await call("GET", "/_emulator/state")).json.assistants[0]).toMatchObject(hidden);
  });

  test("attached tools are in the record once each, as whole tools", async ({ call }) => {
    const tool = (await call("POST", "/user/tools", aTool)).json.data;
    await call("POST", "/user/assistant", { ...anAssistant, tool_ids: [101, 101] });
    expect((await assistantRecord(call, 201))["tools"]).toEqual([tool]);
  });
});

describe("the assumed update of an assistant", () => {
  test.each(translations)("%s changes only that field", async (_, body, record) => {
    const clock = fakeClock();
    const { call } = await service({ clock });
    await call("POST", "/user/assistant", anAssistant);
    clock.advance(2000);
    expect((await call("PUT", "/user/assistant/201", body)).status).toBe(200);
    const updated_at = "2026-01-02T03:04:07.123000Z";
    expect(await assistantRecord(call, 201)).toEqual({ ...plainRecord, ...record, updated_at });
  });

  test("responds with the changed summary record", async ({ call }) => {
    await call("POST", "/user/assistant", anAssistant);
    const change = { assistant_name: "New", calls_direction: "receive", engine_type: "multimodal" };
    expect((await call("PUT", "/user/assistant/201", change)).json).toEqual({
      message: "Assistant updated successfully",
      data: { id: 201, name: "New", status: "active", type: "inbound", mode: "multimodal" },
    });
  });

  test("replaces variables, unlike the update of a lead", async ({ call }) => {
    await call("POST", "/user/assistant", { ...anAssistant, variables: { a: 1, b: 2 } });
    await call("PUT", "/user/assistant/201", { variables: { b: 3 } });
    expect((await assistantRecord(call, 201))["variables"]).toEqual({ b: 3 });
  });

  test("null unassigns the number and removes the webhook", async ({ call }) => {
    const full = { phone_number_id: 1, webhook_url: "https://hooks.example.com/" };
    await call("POST", "/user/assistant", { ...anAssistant, ...full });
    await call("PUT", "/user/assistant/201", { phone_number_id: null, webhook_url: null });
    expect(await assistantRecord(call, 201)).toMatchObject({ phone_number_id: null, webhook_url: null });
  });

  test("tool_ids replaces the assignments, and an empty array removes them", async ({ call }) => {
    for (const name of ["one", "two", "three"]) await call("POST", "/user/tools", { ...aTool, name });
    const ids = async () =>
      ((await assistantRecord(call, 201))["tools"] as { id: number }[]).map((tool) => tool.id);
    await call("POST", "/user/assistant", { ...anAssistant, tool_ids: [101, 102] });
    await call("PUT", "/user/assistant/201", { tool_ids: [102, 103] });
    expect(await ids()).toEqual([102, 103]);
    await call("PUT", "/user/assistant/201", { assistant_name: "Other" });
    expect(await ids()).toEqual([102, 103]);
    await call("PUT", "/user/assistant/201", { tool_ids: [] });
    expect(await ids()).toEqual([]);
  });

  test("a rejected update changes nothing", async ({ call }) => {
    await call("POST", "/user/assistant", anAssistant);
    expect((await call("PUT", "/user/assistant/201", { assistant_name: "New", voice_id: 99 })).status).toBe(
      422,
    );
    expect(await assistantRecord(call, 201)).toEqual(plainRecord);
  });

  test("an unknown id is 404", async ({ call }) => {
    const { status, json } = await call("PUT", "/user/assistant/999", {});
    expect({ status, json }).toEqual({ status: 404, json: { message: "Assistant not found" } });
  });
});

describe("DELETE /user/assistant/{id} (spec 4.2)", () => {
  test("removes the assistant, and its id is not used again", async ({ call }) => {
    await call("POST", "/user/assistant", anAssistant);
    const { status, json } = await call("DELETE", "/user/assistant/201");
    expect({ status, json }).toEqual({ status: 200, json: { message: "Assistant deleted successfully" } });
    expect(await assistantRecords(call)).toEqual([]);
    const again = await call("DELETE", "/user/assistant/201");
    expect({ status: again.status, json: again.json }).toEqual({
      status: 404,
      json: { message: "Assistant not found" },
    });
    expect((await call("POST", "/user/assistant", anAssistant)).json.data.id).toBe(202);
  });
});

describe("an assistant with deleted_at set", () => {
  test("stays in the page listing, and is missing on all other routes", async ({ call, emulator }) => {
    await call("POST", "/user/assistant", anAssistant);
    const deleted_at = "2026-01-02T00:00:00.000000Z";
    emulator.state.assistants[0]!.deleted_at = deleted_at;
    expect((await assistantRecord(call, 201))["deleted_at"]).toBe(deleted_at);
    expect((await call("GET", "/user/assistants/outbound")).json).toEqual([]);
    expect((await call("PUT", "/user/assistant/201", {})).status).toBe(404);
    expect((await call("DELETE", "/user/assistant/201")).status).toBe(404);
    const dial = { phone_number: "+12025550123", assistant_id: 201 };
    expect((await call("POST", "/user/make_call", dial)).status).toBe(404);
  });
});

describe("GET /user/assistants/outbound (spec 4.2)", () => {
  test("is a plain array of the reduced records of outbound assistants", async ({ call }) => {
    await call("POST", "/user/assistant", { ...anAssistant, calls_direction: "receive" });
    await call("POST", "/user/assistant", anAssistant);
    expect((await call("GET", "/user/assistants/outbound")).json).toEqual([
      {
        id: 202,
        user_id: 1,
        name: "Receptionist",
        type: "outbound",
        mode: "pipeline",
        status: "active",
        voice_id: 1,
        language_id: 1,
        timezone: "Europe/Berlin",
        initial_message: "Hello!",
        system_prompt: "You answer the phone.",
        variables: {},
        webhook_url: null,
        is_webhook_active: false,
        created_at: createdAt,
        updated_at: createdAt,
      },
    ]);
  });
});

describe("GET /user/assistant/{id}", () => {
  test("does not exist by default", async ({ call }) => {
    await call("POST", "/user/assistant", anAssistant);
    expect((await call("GET", "/user/assistant/201")).status).toBe(405);
  });

  test("returns the record, or 404, with the option assistantById", async () => {
    const { call, other } = await service({ assistantById: true });
    await call("POST", "/user/assistant", anAssistant);
    const { status, json } = await call("GET", "/user/assistant/201");
    expect({ status, json }).toEqual({ status: 200, json: await assistantRecord(call, 201) });
    expect((await other("GET", "/user/assistant/201")).status).toBe(404);
  });
});

describe("fields beyond the specification", () => {
  test("are accepted and ignored", async ({ call }) => {
    await call("POST", "/user/assistant", {
      ...anAssistant,
      mood: "cheerful",
      status: "inactive",
      user_id: 2,
    });
    await call("PUT", "/user/assistant/201", { mood: "cheerful", status: "inactive", id: 5 });
    expect(await assistantRecord(call, 201)).toEqual(plainRecord);
  });

  test("are stored and in the record with the option extraFields", async () => {
    const { call } = await service({ extraFields: ["mood"] });
    await call("POST", "/user/assistant", { ...anAssistant, mood: "cheerful", other: 1 });
    expect(await assistantRecord(call, 201)).toEqual({ ...plainRecord, mood: "cheerful" });
    await call("PUT", "/user/assistant/201", { mood: { level: 2 } });
    expect((await assistantRecord(call, 201))["mood"]).toEqual({ level: 2 });
  });

  test("may be fields of the later form, which are checked", async () => {
    const { call } = await service({ extraFields: ["ringing_time", "voice_mail_message"] });
    const extra = { ringing_time: 20, voice_mail_message: "Call back." };
    await call("POST", "/user/assistant", { ...anAssistant, ...extra });
    expect(await assistantRecord(call, 201)).toEqual({ ...plainRecord, ...extra });
    for (const request of ["POST /user/assistant", "PUT /user/assistant/201"]) {
      const [method = "", path = ""] = request.split(" ");
      const { status, json } = await call(method, path, { ...anAssistant, ringing_time: "long" });
      expect({ status, fields: keysOf(json.errors) }).toEqual({ status: 422, fields: ["ringing_time"] });
    }
  });

  test("are stored on update if the record already has them", async () => {
    const seed = { assistants: [{ id: 7, name: "Seeded", mood: "calm" }] };
    const { call } = await service({ seed });
    expect((await assistantRecord(call, 7))["mood"]).toBe("calm");
    await call("PUT", "/user/assistant/7", { mood: "cheerful", other: 1 });
    expect(await assistantRecord(call, 7)).toMatchObject({ mood: "cheerful" });
    expect(await assistantRecord(call, 7)).not.toHaveProperty("other");
  });
});

describe("a failure inside the service (spec 7)", () => {
  test.each([
    ["POST", "/user/assistant", "Assistant creation failed"],
    ["PUT", "/user/assistant/201", "Assistant update failed"],
    ["DELETE", "/user/assistant/201", "Assistant deletion failed"],
    ["GET", "/user/assistants/get", "Server Error"],
  ])("%s %s is 500 with its message, and is reported to the operator", async (method, path, message) => {
    const lines: string[] = [];
    const { call, emulator } = await service({ log: (line) => lines.push(line) });
    // Without its list of assistants, the service fails with a TypeError.
    Object.assign(emulator.state, { assistants: null });
    const { status, json } = await call(method, path, method === "GET" ? undefined : anAssistant);
    expect({ status, json }).toEqual({ status: 500, json: { message } });
    expect(lines).toEqual([expect.stringContaining("TypeError")]);
  });
});
