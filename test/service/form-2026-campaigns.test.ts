/** Campaigns and leads in form 2026 (docs/api-forms.md). */
import { beforeEach, describe, expect, test } from "vitest";
import { aLead, anAssistant2026, pluck, service, type Client, type Running } from "./harness.js";

let running: Running;
let call: Client;
beforeEach(async () => {
  running = await service({ form: "2026" });
  ({ call } = running);
  await call("POST", "/user/assistant", anAssistant2026);
});

const body = { name: "Summer", assistant_id: 201 };
const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const record = {
  id: 601,
  name: "Summer",
  status: "draft",
  max_calls_in_parallel: 3,
  mark_complete_when_no_leads: true,
  allowed_hours_start_time: "00:00:00",
  allowed_hours_end_time: "23:59:00",
  allowed_days: days,
  max_retries: 3,
  retry_interval: 60,
  created_at: "2026-01-02T03:04:05.123000Z",
  updated_at: "2026-01-02T03:04:05.123000Z",
};
const all = {
  ...body,
  timezone: "Europe/Berlin",
  max_calls_in_parallel: 10,
  allowed_hours_start_time: "09:30",
  allowed_hours_end_time: "18:00",
  allowed_days: ["monday", "friday"],
  max_retries: 5,
  retry_interval: 4320,
  retry_on_voicemail: true,
  retry_on_goal_incomplete: true,
  goal_completion_variable: "booked",
  mark_complete_when_no_leads: false,
  phone_number_ids: [1, 2],
};
const listed = async (id: number) =>
  ((await call("GET", "/user/campaigns")).json as { id: number; status: string }[]).find(
    (row) => row.id === id,
  );

describe("create", () => {
  test.each(["/user/campaign", "/user/campaigns"])(
    "POST %s responds 201 with the record of a draft",
    async (path) => {
      const { status, json } = await call("POST", path, body);
      expect(status).toBe(201);
      expect(json).toEqual({ message: "Campaign created successfully", data: record });
      expect(await listed(601)).toEqual(record);
    },
  );

  test("stores every field, and returns the documented ones", async () => {
    const { json } = await call("POST", "/user/campaign", all);
    const { assistant_id: _, timezone: __, retry_on_voicemail: ___, ...rest } = all;
    const {
      retry_on_goal_incomplete: _4,
      goal_completion_variable: _5,
      phone_number_ids: _6,
      ...shown
    } = rest;
    expect(json.data).toEqual({
      ...record,
      ...shown,
      allowed_hours_start_time: "09:30:00",
      allowed_hours_end_time: "18:00:00",
    });
    expect(running.emulator.state.campaigns.at(-1)).toMatchObject(all);
  });

  test.each<[object, string]>([
    [{ name: undefined }, "name"],
    [{ name: "n".repeat(256) }, "name"],
    [{ assistant_id: undefined }, "assistant_id"],
    [{ timezone: "Berlin" }, "timezone"],
    [{ max_calls_in_parallel: 11 }, "max_calls_in_parallel"],
    [{ max_calls_in_parallel: 0 }, "max_calls_in_parallel"],
    [{ allowed_hours_start_time: "9:30" }, "allowed_hours_start_time"],
    [{ allowed_hours_end_time: "24:00" }, "allowed_hours_end_time"],
    [{ allowed_days: ["Monday"] }, "allowed_days.0"],
    [{ max_retries: 6 }, "max_retries"],
    [{ retry_interval: 9 }, "retry_interval"],
    [{ retry_interval: 4321 }, "retry_interval"],
    [{ goal_completion_variable: "v".repeat(256) }, "goal_completion_variable"],
    [{ phone_number_ids: [1, 1] }, "phone_number_ids"],
    [{ phone_number_ids: [6] }, "phone_number_ids.0"],
  ])("%j is 422", async (change, field) => {
    const { status, json } = await call("POST", "/user/campaign", { ...body, ...change });
    expect(status).toBe(422);
    expect(json).toEqual({
      message: "The given data was invalid.",
      errors: { [field]: [expect.any(String)] },
    });
  });

  test("an assistant that is missing or not outbound is 404", async () => {
    await call("POST", "/user/assistant", { ...anAssistant2026, type: "inbound" });
    for (const assistant_id of [202, 999]) {
      const { status, json } = await call("POST", "/user/campaign", { ...body, assistant_id });
      expect({ status, json }).toEqual({ status: 404, json: { message: expect.any(String) } });
    }
  });

  test("the plan limit is 403", async () => {
    running.emulator.state.users[0]!.campaignLimit = 3;
    const { status, json } = await call("POST", "/user/campaign", body);
    expect({ status, json }).toEqual({ status: 403, json: { message: expect.any(String) } });
    expect(await listed(601)).toBeUndefined();
  });

  test("POST /user/campaign can be removed, and POST /user/campaigns stays", async () => {
    const { call } = await service({ form: "2026", routes: { createCampaign: "none" } });
    expect((await call("POST", "/user/campaign", body)).status).toBe(404);
    expect((await call("POST", "/user/campaigns", body)).status).toBe(404);
    expect((await call("POST", "/user/campaigns", {})).status).toBe(422);
  });
});

describe("delete", () => {
  test("removes the campaign and its leads", async () => {
    await call("POST", "/user/campaign", body);
    await call("POST", "/user/lead", { ...aLead, campaign_id: 601 });
    await call("POST", "/user/lead", { ...aLead, campaign_id: 1 });
    const { status, json } = await call("DELETE", "/user/campaign/601");
    expect({ status, json }).toEqual({ status: 200, json: { message: "Campaign deleted successfully" } });
    expect(await listed(601)).toBeUndefined();
    expect(pluck((await call("GET", "/user/leads")).json.data, "campaign_id")).toEqual([1]);
  });

  test.each([999, 4])("%i, which is missing or another user's, is 404", async (id) => {
    const { status, json } = await call("DELETE", `/user/campaign/${id}`);
    expect({ status, json }).toEqual({ status: 404, json: { message: "Campaign not found" } });
    expect(running.emulator.state.campaigns).toHaveLength(4);
  });
});

test.each([
  ["GET", "/user/campaign/1", 405],
  ["PUT", "/user/campaign/1", 405],
  ["PUT", "/user/campaigns/1", 404],
])("%s %s does not exist", async (method, path, status) => {
  expect((await call(method, path)).status).toBe(status);
});

test.each([
  ["POST", "/user/campaign", 404],
  ["POST", "/user/campaigns", 405],
  ["DELETE", "/user/campaign/1", 404],
])("form 2025 has no %s %s", async (method, path, status) => {
  const { call } = await service();
  expect((await call(method, path, body)).status).toBe(status);
});

describe("POST /user/campaigns/update-status", () => {
  const send = (change: object) =>
    call("POST", "/user/campaigns/update-status", { campaign_id: 1, action: "start", ...change });

  test.each([
    [{ action: "pause" }, 400],
    [{ campaign_id: 4 }, 403],
    [{ campaign_id: 99 }, 404],
  ])("%j is %i", async (change, status) => {
    expect(await send(change)).toMatchObject({
      status,
      json: { message: expect.any(String), success: false },
    });
    expect(running.emulator.state.campaigns[3]?.status).toBe("stopped");
  });

  test("without a balance, nothing starts, but a stop works", async () => {
    running.emulator.state.users[0]!.balance = 0;
    const { status, json } = await send({});
    expect({ status, json }).toEqual({
      status: 400,
      json: { message: expect.any(String), success: false, data: { campaign_id: 1, status: "draft" } },
    });
    expect((await listed(1))?.status).toBe("stopped");
    const dialed = { phone_number: "+12025550123", assistant_id: 201 };
    expect((await call("POST", "/user/make_call", dialed)).status).toBe(422);
    expect((await send({ campaign_id: 3, action: "stop" })).status).toBe(200);
  });

  test("a campaign of any status is listed with that status", async () => {
    const statuses = ["draft", "in-progress", "stopped", "active", "paused", "completed"];
    const seed = { campaigns: statuses.map((status, index) => ({ id: index + 1, name: status, status })) };
    const { call } = await service({ form: "2026", seed });
    expect(pluck((await call("GET", "/user/campaigns")).json, "status")).toEqual(statuses);
  });
});

describe("leads", () => {
  const statuses = [
    "created",
    "scheduled",
    "processing",
    "completed",
    "rescheduled",
    "reached-max-retries",
    "blacklisted",
  ];

  test("every status is listed and can be selected", async () => {
    const seed = {
      campaigns: [{ id: 1, name: "Spring" }],
      leads: statuses.map((status, index) => ({
        id: index + 1,
        campaign_id: 1,
        phone_number: "+12025550123",
        status,
      })),
    };
    const { call } = await service({ form: "2026", seed });
    for (const status of statuses)
      expect(pluck((await call("GET", `/user/leads?status=${status}`)).json.data, "status")).toEqual([
        status,
      ]);
    expect((await call("GET", "/user/leads?status=contacted")).status).toBe(422);
  });

  test.each([
    ["", [301, 302]],
    ["campaign_id=2", [302]],
    ["phone_number=0124", [302]],
    ["date_from=2026-01-02&date_to=2026-01-02", [301, 302]],
    ["date_from=2026-01-03", []],
    ["date_to=2026-01-01", []],
  ])("GET /user/leads?%s returns the matching leads", async (query, ids) => {
    await call("POST", "/user/lead", aLead);
    await call("POST", "/user/lead", { campaign_id: 2, phone_number: "+12025550124" });
    expect(pluck((await call("GET", `/user/leads?${query}`)).json.data, "id")).toEqual(ids);
  });

  test("the record has the channel of the campaign", async () => {
    const { json } = await call("POST", "/user/lead", aLead);
    expect(json.data).toMatchObject({
      fallback_sent_at: null,
      campaign: { id: 1, name: "Spring renewals", channel: "call" },
    });
  });

  test("a message campaign accepts no secondary contacts", async () => {
    await call("PATCH", "/_emulator/records/campaigns/1", { channel: "sms" });
    const contacts = { secondary_contacts: [{ phone_number: "+12025550124" }] };
    const { status, json } = await call("POST", "/user/lead", { ...aLead, ...contacts });
    expect({ status, errors: json.errors }).toEqual({
      status: 422,
      errors: { secondary_contacts: [expect.any(String)] },
    });
    expect((await call("POST", "/user/lead", aLead)).status).toBe(200);
  });
});
