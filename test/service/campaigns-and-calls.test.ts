import { describe, expect } from "vitest";
import { anAssistant, keysOf, service, test } from "./harness.js";

const updateStatus = "/user/campaigns/update-status";

describe("POST /user/campaigns/update-status (spec 4.4)", () => {
  const moves: [action: string, campaign: number, status: string][] = [
    ["start", 1, "in-progress"],
    ["start", 2, "in-progress"],
    ["start", 3, "in-progress"],
    ["stop", 1, "stopped"],
    ["stop", 2, "stopped"],
    ["stop", 3, "stopped"],
  ];
  test.each(moves)("%s of campaign %i leads to %s", async (action, campaign_id, status) => {
    const { call } = await service();
    const reply = await call("POST", updateStatus, { campaign_id, action });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ message: expect.any(String), success: true, data: { campaign_id, status } });
    const listed = (await call("GET", "/user/campaigns")).json as { id: number; status: string }[];
    expect(listed.find((row) => row.id === campaign_id)?.status).toBe(status);
  });

  test("an invalid action is 400", async ({ call }) => {
    const { status, json } = await call("POST", updateStatus, { campaign_id: 1, action: "pause" });
    expect({ status, json }).toEqual({ status: 400, json: { message: "Invalid action", success: false } });
  });

  test.each([
    ["missing", 99, 404],
    ["another user's", 4, 403],
  ])("a campaign that is %s (%i) is %i", async (_, campaign_id, expected) => {
    const { call, emulator } = await service();
    const { status, json } = await call("POST", updateStatus, { campaign_id, action: "start" });
    expect({ status, json }).toEqual({
      status: expected,
      json: { message: expect.any(String), success: false },
    });
    expect(emulator.state.campaigns[3]?.status).toBe("stopped");
  });

  test("a start without a balance is 400, and a stop works", async ({ call, emulator }) => {
    emulator.state.users[0]!.balance = 0;
    const refused = await call("POST", updateStatus, { campaign_id: 1, action: "start" });
    expect(refused).toMatchObject({ status: 400, json: { success: false } });
    expect(emulator.state.campaigns[0]?.status).toBe("stopped");
    expect((await call("POST", updateStatus, { campaign_id: 3, action: "stop" })).status).toBe(200);
  });

  const refused: [object, string][] = [
    [{ action: "start" }, "campaign_id"],
    [{ campaign_id: "one", action: "start" }, "campaign_id"],
    [{ campaign_id: 1 }, "action"],
    [{ campaign_id: 1, action: true }, "action"],
  ];
  test.each(refused)("%j is 422", async (body, field) => {
    const { call } = await service();
    const { status, json } = await call("POST", updateStatus, body);
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual([field]);
  });
});

describe("the assumed listing of campaigns", () => {
  const campaigns = [
    { id: 1, name: "Spring renewals", status: "stopped" },
    { id: 2, name: "Welcome calls", status: "draft" },
    { id: 3, name: "Appointment reminders", status: "in-progress" },
  ];

  test("is an array of the user's campaigns", async ({ call }) => {
    expect((await call("GET", "/user/campaigns")).json).toEqual(campaigns);
  });

  test("is wrapped with the option campaignsEnvelope", async () => {
    const { call } = await service({ campaignsEnvelope: true });
    expect((await call("GET", "/user/campaigns")).json).toEqual({ campaigns });
  });
});

describe("POST /user/make_call (spec 4.4)", () => {
  test("starts a call, and the response has no data about it", async ({ call, emulator }) => {
    await call("POST", "/user/assistant", anAssistant);
    const body = { phone_number: "+12025550123", assistant_id: 201, variables: { order: 7 } };
    const { status, json } = await call("POST", "/user/make_call", body);
    expect({ status, json }).toEqual({
      status: 200,
      json: { message: "Call initiated successfully", data: {} },
    });
    expect(emulator.state.calls).toEqual([
      {
        id: 501,
        owner: 1,
        assistant_id: 201,
        direction: "outbound",
        phone_number: "+12025550123",
        variables: { order: 7 },
        status: "initiated",
        duration: null,
        created_at: "2026-01-02T03:04:05.123000Z",
        finished_at: null,
        evaluation: null,
      },
    ]);
  });

  const refused: [object, string][] = [
    [{ assistant_id: 201 }, "phone_number"],
    [{ assistant_id: 201, phone_number: "2025550123" }, "phone_number"],
    [{ phone_number: "+12025550123" }, "assistant_id"],
    [{ phone_number: "+12025550123", assistant_id: "Support" }, "assistant_id"],
    [{ phone_number: "+12025550123", assistant_id: 201, variables: "x" }, "variables"],
  ];
  test.each(refused)("%j is 422 and starts nothing", async (body, field) => {
    const { call, emulator } = await service();
    await call("POST", "/user/assistant", anAssistant);
    const { status, json } = await call("POST", "/user/make_call", body);
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual([field]);
    expect(emulator.state.calls).toEqual([]);
  });

  test("an unknown assistant is 404", async ({ call }) => {
    const reply = await call("POST", "/user/make_call", { phone_number: "+12025550123", assistant_id: 999 });
    expect(reply).toMatchObject({ status: 404, json: { message: "Assistant not found" } });
  });
});
