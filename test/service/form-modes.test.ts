/** Modes that change in a running service, and an account that moves to form 2026. */
import { describe, expect } from "vitest";
import {
  aLead,
  anAssistant,
  anAssistant2026,
  assistantRecord,
  aTool,
  keysOf,
  service,
  test,
} from "./harness.js";

describe("an account that is moved from form 2025 to 2026", () => {
  const moved = async (body: object) => {
    const running = await service();
    await running.call("POST", "/user/tools", aTool);
    await running.call("POST", "/user/assistant", { ...anAssistant, ...body });
    const before = await assistantRecord(running.call, 201);
    expect((await running.call("PATCH", "/_emulator/settings", { form: "2026" })).status).toBe(200);
    return { ...running, before, after: await assistantRecord(running.call, 201) };
  };

  test("keeps its records, with the status and the time of the last change", async () => {
    const { call, before, after } = await moved({ tool_ids: [101] });
    expect(after).toEqual({
      ...before,
      language: null,
      max_initial_silence_duration: null,
      ringing_time: 30,
      tools: [expect.objectContaining({ type: "http", id: 101 })],
    });
    expect((await call("PUT", "/user/assistant/201", { name: "New" })).status).toBe(200);
    expect(await assistantRecord(call, 201)).toMatchObject({ name: "New" });
    expect(keysOf((await call("POST", "/user/assistant", anAssistant)).json.errors)).toContain("language_id");
  });

  test("returns the description of endCallTool as a built-in tool", async () => {
    const { after } = await moved({ end_call_tool: { description: "Say goodbye." } });
    expect(after["tools"]).toEqual([{ type: "end_call", data: { description: "Say goodbye." } }]);
  });

  test("returns the multimodal model with the same name for a multimodal assistant", async () => {
    const { call, before, after } = await moved({
      engine_type: "multimodal",
      voice_id: 4,
      llm_model: "GPT-4.1-mini",
    });
    expect(before).toMatchObject({ llm_model_id: 2, multimodal_model_id: null });
    expect(after).toMatchObject({ llm_model_id: null, multimodal_model_id: 1002 });
    expect((await call("PUT", "/user/assistant/201", { multimodal_model_id: 1005 })).status).toBe(200);
    expect(await assistantRecord(call, 201)).toMatchObject({ llm_model_id: null, multimodal_model_id: 1005 });
  });
});

describe("settings", () => {
  test("GET returns every mode, and a reset of the state restores the initial ones", async () => {
    const { call, emulator } = await service({ textDecimals: true });
    const atStart = (await call("GET", "/_emulator/settings")).json;
    expect(atStart).toMatchObject({ form: "2025", textDecimals: true, unknownKeys: false });
    emulator.configure({ form: "2026", unknownKeys: true, textDecimals: false });
    emulator.reset();
    expect((await call("GET", "/_emulator/settings")).json).toMatchObject({
      form: "2026",
      unknownKeys: true,
    });
    emulator.reset({ state: true });
    expect((await call("GET", "/_emulator/settings")).json).toEqual(atStart);
  });

  test.each([{ form: "2027" }, { port: 1 }, { toolIds: "yes" }])(
    "%j is 422 and changes nothing",
    async (body) => {
      const { call } = await service();
      const before = (await call("GET", "/_emulator/settings")).json;
      expect((await call("PATCH", "/_emulator/settings", body)).status).toBe(422);
      expect((await call("GET", "/_emulator/settings")).json).toEqual(before);
    },
  );
});

test("textDecimals: the two sensitivities are strings, too", async () => {
  const { call } = await service({ textDecimals: true });
  await call("POST", "/user/assistant", { ...anAssistant, endpoint_sensitivity: 2 });
  expect(await assistantRecord(call, 201)).toMatchObject({
    endpoint_sensitivity: "2.00",
    interrupt_sensitivity: "0.50",
  });
});

test("postCallDefaults: status and summary come first, unless the assistant has its own", async () => {
  const { call } = await service({ form: "2026", postCallDefaults: true });
  const ownItem = { name: "summary", type: "string", description: "In one word." };
  await call("POST", "/user/assistant", { ...anAssistant2026, post_call_schema: [ownItem] });
  expect((await assistantRecord(call, 201))["post_call_schema"]).toEqual([
    { name: "status", type: "bool", description: expect.any(String) },
    ownItem,
  ]);
  await call("PUT", "/user/assistant/201", { post_call_schema: [] });
  expect((await assistantRecord(call, 201))["post_call_schema"]).toMatchObject([
    { name: "status" },
    { name: "summary" },
  ]);
});

describe("refuseUnknownFields", () => {
  test.each([
    ["POST /user/assistant", { ...anAssistant, colour: "blue" }],
    ["PUT /user/assistant/201", { colour: "blue" }],
    ["POST /user/tools", { ...aTool, colour: "blue" }],
    ["PUT /user/tools/101", { colour: "blue" }],
    ["POST /user/lead", { ...aLead, colour: "blue" }],
    ["POST /user/campaigns/update-status", { campaign_id: 1, action: "start", colour: "blue" }],
    ["POST /user/make_call", { phone_number: "+12025550123", assistant_id: 201, colour: "blue" }],
  ])("%s rejects an unknown field", async (route, body) => {
    const [method = "", path = ""] = route.split(" ");
    const { call, emulator } = await service();
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", anAssistant);
    emulator.configure({ refuseUnknownFields: true });
    const { status, json } = await call(method, path, body);
    expect({ status, errors: json.errors }).toEqual({
      status: 422,
      errors: { colour: ["The colour field is prohibited."] },
    });
    emulator.configure({ refuseUnknownFields: false });
    expect((await call(method, path, body)).status).toBeLessThan(300);
  });

  test("the names of form 2025 are unknown in form 2026", async () => {
    const { call } = await service({ form: "2026", refuseUnknownFields: true });
    expect((await call("POST", "/user/assistant", anAssistant2026)).status).toBe(201);
    const { json } = await call("PUT", "/user/assistant/201", { assistant_name: "New", name: "New" });
    expect(keysOf(json.errors)).toEqual(["assistant_name"]);
  });
});

describe("digitStrings", () => {
  const texts = { voice_id: "2", max_call_duration: " 60 " };

  test("a string of digits is accepted as an integer", async () => {
    const { call } = await service({ digitStrings: true });
    await call("POST", "/user/tools", aTool);
    const body = { ...anAssistant, ...texts, tool_ids: ["101"] };
    expect((await call("POST", "/user/assistant", body)).status).toBe(201);
    expect(await assistantRecord(call, 201)).toMatchObject({
      voice_id: 2,
      max_duration: 60,
      tools: [{ id: 101 }],
    });
  });

  test.each([
    { voice_id: "2.0" },
    { voice_id: "two" },
    { voice_id: "" },
    { voice_id: "99" },
    { assistant_name: 5 },
  ])("%j is still rejected", async (body) => {
    const { call } = await service({ digitStrings: true });
    expect((await call("POST", "/user/assistant", { ...anAssistant, ...body })).status).toBe(422);
  });

  test("by default, strings of digits are rejected, except as ids", async ({ call }) => {
    const { json } = await call("POST", "/user/assistant", { ...anAssistant, ...texts });
    expect(keysOf(json.errors)).toEqual(["max_call_duration"]);
  });
});

test("dialect php: numbers and flags are text or bits, lists have gaps, and free-form objects stay", async () => {
  const { call, emulator } = await service({ dialect: "php" });
  const headers = [1, 2].map((index) => ({ name: `X-${index}`, value: "k" }));
  const { json } = await call("POST", "/user/tools", { ...aTool, headers, schema: [] });
  expect(json.data).toMatchObject({ timeout: "10", headers: { 0: headers[0], 2: headers[1] }, schema: {} });
  expect(json.data.id).toMatch(/^\d+$/);
  await call("POST", "/user/assistant", { ...anAssistant, variables: { a: [1, true] } });
  const page = (await call("GET", "/user/assistants/get")).json;
  expect(page).toMatchObject({ current_page: "1", total: "1" });
  expect(page.data[0]).toMatchObject({ record: 0, is_webhook_active: "false", variables: { a: [1, true] } });
  expect((await call("GET", "/user/leads")).json).toEqual([]);
  emulator.faults.add({ fault: { before: "Warning: odd\n" } });
  expect((await call("GET", "/user/leads")).text).toBe("Warning: odd\n[]");
});

test("dialect php: texts are trimmed, keys of a list make a list, and a lead's variables are merged as in PHP", async () => {
  const { call, emulator } = await service({ dialect: "php" });
  const variables = { 0: " a\u200e", 1: { 0: {} }, "\u200ekey": { 1: "b", "007": "\u{1d173}" } };
  await call("POST", "/user/assistant", { ...anAssistant, assistant_name: "Shop\u200e", variables });
  const list = { 0: "a", 1: [[]], "\u200ekey": { 1: "b", "007": "" } };
  const row = (await call("GET", "/user/assistants/get")).json.data[0];
  expect(row).toMatchObject({ name: "Shop", variables: list });
  await call("POST", "/user/lead", { ...aLead, variables: { 1: "a", name: "Ada" } });
  const { id } = emulator.state.leads[0]!;
  for (const [more, stored] of [
    [{ 1: "b" }, { 0: "a", 1: "b", name: "Ada" }],
    [
      { name: "Bob", "-2": "c" },
      { 0: "a", 1: "b", 2: "c", name: "Bob" },
    ],
  ]) {
    await call("PUT", `/user/leads/${id}`, { variables: more });
    expect((await call("GET", "/user/leads")).json).toMatchObject({ 0: { variables: stored } });
  }
  expect(
    (
      await call("POST", "/user/lead", {
        ...aLead,
        phone_number: "+12025550177",
        variables: { 0: "a", 1: {} },
      })
    ).json,
  ).toMatchObject({ data: { variables: ["a", []] } });
});

test("unknownKeys: every object has one more key, except free-form ones", async () => {
  const unknown_key = expect.anything();
  const { call } = await service({ form: "2026", unknownKeys: true });
  expect((await call("GET", "/user/assistants/languages")).json[0]).toEqual({
    id: 1,
    name: "English",
    iso_2: "en",
    unknown_key,
  });
  const headers = [{ name: "X-Key", value: "k" }];
  expect((await call("POST", "/user/tools", { ...aTool, headers })).json).toMatchObject({
    unknown_key,
    data: { unknown_key, headers: [{ ...headers[0], unknown_key }] },
  });
  await call("POST", "/user/assistant", { ...anAssistant2026, variables: { a: { b: 1 } } });
  const page = (await call("GET", "/user/assistants/get")).json;
  expect(page).toMatchObject({ unknown_key, data: [{ unknown_key, filler_config: { unknown_key } }] });
  expect(page.data[0].variables).toEqual({ a: { b: 1 } });
  expect((await call("GET", "/user/tools/999")).json).toEqual({ message: "Tool not found", unknown_key });
  const { json } = await call("GET", "/user/tools", undefined, { authorization: "Bearer wrong" });
  expect(json).toEqual({ message: "Unauthenticated.", unknown_key });
});
