/** Optional behavior, known from similar services and absent from the specification (docs/assumptions.md). */
import { describe, expect } from "vitest";
import {
  aLead,
  anAssistant,
  aTool,
  assistantRecord,
  assistantRecords,
  fakeClock,
  pluck,
  service,
  test,
} from "./harness.js";

describe("tidyText", () => {
  test("trims strings and replaces CRLF with LF, at any depth", async () => {
    const { call } = await service({ tidyText: true });
    const { json } = await call("POST", "/user/tools", {
      ...aTool,
      name: " check_order\n",
      description: "\r\nFirst line\r\nsecond line  ",
      headers: [{ name: " X-Key ", value: " k " }],
    });
    expect(json.data).toMatchObject({
      name: "check_order",
      description: "First line\nsecond line",
      headers: [{ name: "X-Key", value: "k" }],
    });
    await call("POST", "/user/assistant", {
      ...anAssistant,
      system_prompt: "  One\r\nTwo\r\n",
      variables: { a: " x " },
    });
    expect(await assistantRecord(call, 201)).toMatchObject({
      system_prompt: "One\nTwo",
      variables: { a: "x" },
    });
  });

  test("empty objects are returned as arrays", async () => {
    const { call } = await service({ tidyText: true });
    await call("POST", "/user/assistant", { ...anAssistant, variables: {} });
    expect((await assistantRecord(call, 201))["variables"]).toEqual([]);
    const contact = { phone_number: "+12025550124" };
    const { json } = await call("POST", "/user/lead", { ...aLead, secondary_contacts: [contact] });
    expect(json.data).toMatchObject({ variables: [], secondary_contacts: [{ variables: [] }] });
    const dialled = await call("POST", "/user/make_call", {
      phone_number: "+12025550123",
      assistant_id: 201,
    });
    expect(dialled.json.data).toEqual([]);
  });

  test("empty text is returned as null, at any depth", async () => {
    const { call } = await service({ tidyText: true });
    const { json } = await call("POST", "/user/lead", {
      ...aLead,
      variables: { note: " ", deep: [{ a: "" }] },
    });
    expect(json.data.variables).toEqual({ note: null, deep: [{ a: null }] });
  });

  test("an empty webhook_url is stored as null", async () => {
    const { call } = await service({ tidyText: true });
    expect((await call("POST", "/user/assistant", { ...anAssistant, webhook_url: " " })).status).toBe(201);
    expect((await assistantRecord(call, 201))["webhook_url"]).toBeNull();
    await call("PUT", "/user/assistant/201", { webhook_url: "https://hooks.example.com/" });
    expect((await call("PUT", "/user/assistant/201", { webhook_url: "" })).status).toBe(200);
    expect((await assistantRecord(call, 201))["webhook_url"]).toBeNull();
  });

  test("a required string that has only white space counts as missing", async () => {
    const { call } = await service({ tidyText: true });
    expect((await call("POST", "/user/tools", { ...aTool, description: " \r\n " })).status).toBe(422);
  });

  test("without tidyText, strings and empty objects are returned as they were sent", async ({ call }) => {
    const text = "  One\r\nTwo\r\n";
    await call("POST", "/user/assistant", { ...anAssistant, system_prompt: text });
    expect(await assistantRecord(call, 201)).toMatchObject({ system_prompt: text, variables: {} });
    expect((await call("PUT", "/user/assistant/201", { variables: [] })).status).toBe(200);
    expect((await assistantRecord(call, 201))["variables"]).toEqual({});
  });
});

describe("multimodalModel", () => {
  const multimodal = { ...anAssistant, engine_type: "multimodal", voice_id: 4, llm_model: "GPT-4.1-mini" };

  test("by default, the model is in llm_model_id", async ({ call }) => {
    await call("POST", "/user/assistant", multimodal);
    expect(await assistantRecord(call, 201)).toMatchObject({ llm_model_id: 2, multimodal_model_id: null });
  });

  test("with the option, a multimodal assistant's model is in multimodal_model_id, with an id that is in no lookup", async () => {
    const { call } = await service({ multimodalModel: "multimodal" });
    await call("POST", "/user/assistant", multimodal);
    await call("POST", "/user/assistant", anAssistant);
    const record = await assistantRecord(call, 201);
    expect(record).toMatchObject({ llm_model_id: null, multimodal_model_id: 1002 });
    expect(pluck((await call("GET", "/user/assistants/models")).json, "id")).not.toContain(1002);
    expect(await assistantRecord(call, 202)).toMatchObject({ llm_model_id: 1, multimodal_model_id: null });
  });
});

describe("toolItems", () => {
  test("ids: the record shows attached tools as ids", async () => {
    const { call } = await service({ toolItems: "ids" });
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", { ...anAssistant, tool_ids: [101] });
    expect((await assistantRecord(call, 201))["tools"]).toEqual([101]);
  });

  const builtInTools = [{ id: 9001, name: "end_call", description: "Ends the call." }];
  test.each([
    ["objects" as const, [9001, 101]],
    ["ids" as const, [9001, 101]],
  ])("tools built into the service are listed with the attached ones, as %s", async (toolItems, ids) => {
    const { call } = await service({ toolItems, seed: { builtInTools } });
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", { ...anAssistant, tool_ids: [101] });
    const { tools } = await assistantRecord(call, 201);
    expect(toolItems === "ids" ? tools : pluck(tools, "id")).toEqual(ids);
    expect(pluck((await call("GET", "/user/tools")).json, "id")).toEqual([101]);
    expect((await call("PUT", "/user/assistant/201", { tool_ids: [9001] })).status).toBe(422);
  });
});

test.each([
  ["oldest", ["Zoe", "Ada", "Mia"]],
  ["newest", ["Mia", "Ada", "Zoe"]],
  ["name", ["Ada", "Mia", "Zoe"]],
] as const)("listingOrder %s sorts the listing", async (listingOrder, names) => {
  const { call } = await service({ listingOrder });
  for (const name of ["Zoe", "Ada", "Mia"])
    await call("POST", "/user/assistant", { ...anAssistant, assistant_name: name });
  const { json } = await call("GET", "/user/assistants/get");
  expect(pluck((json as { data: unknown[] }).data, "name")).toEqual(names);
});

describe("leadsEnvelope", () => {
  test("a page has fifteen leads by default, and 1 to 100 by request", async () => {
    const { call } = await service({ leadsEnvelope: true });
    for (let created = 0; created < 16; created++)
      await call("POST", "/user/lead", { ...aLead, allow_dupplicate: true });
    const { json } = await call("GET", "/user/leads");
    expect(json).toMatchObject({ current_page: 1, per_page: 15, total: 16, last_page: 2, from: 1, to: 15 });
    expect(json.data[0]).toMatchObject({ id: 301, campaign: { id: 1 }, secondary_contacts: [] });
    expect((await call("GET", "/user/leads?page=2&per_page=10")).json.data).toHaveLength(6);
    expect((await call("GET", "/user/leads?per_page=100")).status).toBe(200);
    expect((await call("GET", "/user/leads?per_page=101")).status).toBe(422);
    expect((await call("GET", "/user/leads?per_page=0")).status).toBe(422);
  });
});

describe("listLag", () => {
  test("listings show the objects as they were that much earlier, by the clock", async () => {
    const clock = fakeClock();
    const { call } = await service({ clock, listLag: 5000 });
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", anAssistant);
    await call("POST", "/user/lead", aLead);
    await call("POST", "/user/campaigns/update-status", { campaign_id: 1, action: "start" });
    const seen = async () => ({
      tools: (await call("GET", "/user/tools")).json.length as number,
      assistants: (await assistantRecords(call)).length,
      outbound: (await call("GET", "/user/assistants/outbound")).json.length as number,
      leads: (await call("GET", "/user/leads")).json.length as number,
      campaign: (await call("GET", "/user/campaigns")).json[0].status as string,
    });
    const before = { tools: 0, assistants: 0, outbound: 0, leads: 0, campaign: "stopped" };
    expect(await seen()).toEqual(before);
    clock.advance(4999);
    expect(await seen()).toEqual(before);
    clock.advance(1);
    expect(await seen()).toEqual({ tools: 1, assistants: 1, outbound: 1, leads: 1, campaign: "in-progress" });
  });

  test("updates and deletions lag as well, but not on the route of a single record", async () => {
    const clock = fakeClock();
    const { call } = await service({ clock, listLag: 1000 });
    await call("POST", "/user/tools", aTool);
    clock.advance(1000);
    await call("PUT", "/user/tools/101", { timeout: 3 });
    clock.advance(400);
    await call("DELETE", "/user/tools/101");
    expect((await call("GET", "/user/tools/101")).status).toBe(404);
    expect(pluck((await call("GET", "/user/tools")).json, "timeout")).toEqual([10]);
    clock.advance(600);
    expect(pluck((await call("GET", "/user/tools")).json, "timeout")).toEqual([3]);
    clock.advance(400);
    expect((await call("GET", "/user/tools")).json).toEqual([]);
  });

  test("a reset to the seed does not lag", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock, listLag: 1000 });
    await call("POST", "/user/tools", aTool);
    clock.advance(1000);
    emulator.reset({ state: true });
    expect((await call("GET", "/user/tools")).json).toEqual([]);
  });
});
