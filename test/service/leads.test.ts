import { beforeEach, describe, expect } from "vitest";
import { aLead as subject } from "../kinds/index.js";
import { aLead, type Client, fakeClock, keysOf, service, test } from "./harness.js";
import { type Change, changesOf, testLimits } from "./limits.js";

const createdAt = "2026-01-02 03:04:05";

describe("POST /user/lead (spec 4.3)", () => {
  test("responds with the lead, its campaign and secondary contacts", async ({ call }) => {
    const contacts = [
      { phone_number: "+447700900123", variables: { role: "deputy" } },
      { phone_number: "+12025550124" },
    ];
    const { status, json } = await call("POST", "/user/lead", {
      ...aLead,
      variables: { customer_name: "Ann", email: "ann@example.com", visits: 3 },
      secondary_contacts: contacts,
    });
    expect(status).toBe(200);
    const stamps = { status: "created", created_at: createdAt, updated_at: createdAt };
    expect(json).toEqual({
      message: "Lead created successfully",
      data: {
        id: 301,
        campaign_id: 1,
        phone_number: "+12025550123",
        variables: { customer_name: "Ann", email: "ann@example.com", visits: 3 },
        ...stamps,
        campaign: { id: 1, name: "Spring renewals" },
        secondary_contacts: [
          { id: 401, phone_number: "+447700900123", variables: { role: "deputy" }, ...stamps },
          { id: 402, phone_number: "+12025550124", variables: {}, ...stamps },
        ],
      },
    });
  });

  test("fills in optional fields", async ({ call }) => {
    const { json } = await call("POST", "/user/lead", aLead);
    expect(json.data).toMatchObject({ variables: {}, secondary_contacts: [] });
  });

  test("keeps every key of variables", async ({ call }) => {
    const variables = '{"__proto__":{"a":1},"constructor":2}';
    await call(
      "POST",
      "/user/lead",
      `{"phone_number":"+12025550123","campaign_id":1,"variables":${variables}}`,
    );
    await call("PUT", "/user/leads/301", '{"variables":{"toString":3}}');
    expect((await call("GET", "/user/leads")).text).toContain(
      '"variables":{"__proto__":{"a":1},"constructor":2,"toString":3}',
    );
  });

  test("rejects a duplicate in the campaign unless allowed", async ({ call }) => {
    await call("POST", "/user/lead", aLead);
    for (const allow of [{}, { allow_dupplicate: false }]) {
      const { status, json } = await call("POST", "/user/lead", { ...aLead, ...allow });
      expect(status).toBe(422);
      expect(keysOf(json)).toEqual(["message"]);
    }
    expect((await call("POST", "/user/lead", { ...aLead, allow_dupplicate: true })).status).toBe(200);
    expect((await call("POST", "/user/lead", { ...aLead, campaign_id: 2 })).status).toBe(200);
    expect((await call("POST", "/user/lead", { ...aLead, phone_number: "+12025550124" })).status).toBe(200);
  });

  const { inside, outside } = changesOf(subject);
  const beyond: Change[] = [
    ["no phone number", { phone_number: undefined }, "phone_number"],
    ["no campaign", { campaign_id: undefined }, "campaign_id"],
    ["a campaign that does not exist", { campaign_id: 99 }, "campaign_id"],
    ["another user's campaign", { campaign_id: 4 }, "campaign_id"],
    ["a campaign by name", { campaign_id: "Spring renewals" }, "campaign_id"],
  ];
  let call: Client;
  beforeEach(async () => void ({ call } = await service()));
  testLimits(["POST /user/lead"], aLead, { inside, outside: [...outside, ...beyond] }, (...request) =>
    call(...request),
  );
});

describe("GET /user/leads (spec 4.3)", () => {
  test("is a plain array of leads, as in the responses to their creates", async ({ call }) => {
    const first = await call("POST", "/user/lead", aLead);
    const second = await call("POST", "/user/lead", { ...aLead, campaign_id: 2 });
    expect((await call("GET", "/user/leads")).json).toEqual([first.json.data, second.json.data]);
  });
});

describe("PUT /user/leads/{id} (spec 4.3)", () => {
  test("merges variables, changes the rest, and responds with only a message", async () => {
    const clock = fakeClock();
    const { call } = await service({ clock });
    await call("POST", "/user/lead", { ...aLead, variables: { a: 1, b: 2 } });
    clock.advance(5000);
    const { status, json } = await call("PUT", "/user/leads/301", {
      campaign_id: 2,
      phone_number: "+12025550199",
      status: "completed",
      variables: { b: 3, c: 4 },
    });
    expect({ status, json }).toEqual({ status: 200, json: { message: "Lead updated successfully" } });
    expect((await call("GET", "/user/leads")).json).toEqual([
      {
        id: 301,
        campaign_id: 2,
        phone_number: "+12025550199",
        variables: { a: 1, b: 3, c: 4 },
        status: "completed",
        created_at: createdAt,
        updated_at: "2026-01-02 03:04:10",
        campaign: { id: 2, name: "Welcome calls" },
        secondary_contacts: [],
      },
    ]);
  });

  test("converts a number to E.164 format", async ({ call }) => {
    await call("POST", "/user/lead", aLead);
    expect((await call("PUT", "/user/leads/301", { phone_number: "+44 7700 900-123" })).status).toBe(200);
    expect((await call("GET", "/user/leads")).json[0].phone_number).toBe("+447700900123");
  });

  test.each(["created", "completed", "reached-max-retries"])("accepts an update to %s", async (status) => {
    const { call } = await service();
    await call("POST", "/user/lead", aLead);
    expect((await call("PUT", "/user/leads/301", { status })).status).toBe(200);
    expect((await call("GET", "/user/leads")).json[0].status).toBe(status);
  });

  test.each(["scheduled", "processing", "rescheduled", "blacklisted"])(
    "only the service sets %s",
    async (status) => {
      const { call } = await service();
      await call("POST", "/user/lead", aLead);
      const refused = await call("PUT", "/user/leads/301", { status });
      expect(refused.status).toBe(422);
      expect(refused.json.message).toBe("Validation failed");
      expect(refused.json.errors.status[0]).toMatch(/assigned automatically.*cannot be set manually/);
      expect((await call("GET", "/user/leads")).json[0].status).toBe("created");
    },
  );

  const refused: [string, object, number, object][] = [
    [
      "an unknown status",
      { status: "asleep" },
      422,
      { message: "Validation failed", errors: { status: [expect.any(String)] } },
    ],
    [
      "a campaign that does not exist",
      { campaign_id: 99 },
      422,
      {
        message: "Validation failed",
        errors: { campaign_id: [expect.stringMatching(/selected campaign does not exist/)] },
      },
    ],
    ["another user's campaign", { campaign_id: 4 }, 404, { message: "Campaign not found" }],
    [
      "a campaign's name as id",
      { campaign_id: "Spring" },
      422,
      { message: "Validation failed", errors: { campaign_id: [expect.any(String)] } },
    ],
    [
      "variables that are text",
      { variables: "x" },
      422,
      { message: "Validation failed", errors: { variables: [expect.stringMatching(/must be an array/)] } },
    ],
    ["a bad phone number", { phone_number: "+12" }, 422, { message: "Invalid phone number" }],
    ["a national phone number", { phone_number: "2025550123" }, 422, { message: "Invalid phone number" }],
    [
      "fields other than the four that an update may have",
      { variables: {}, secondary_contacts: [], name: "x" },
      422,
      { message: "Invalid fields: secondary_contacts, name" },
    ],
  ];
  test.each(refused)("rejects %s and changes nothing", async (_, body, status, expected) => {
    const { call } = await service();
    const { json: created } = await call("POST", "/user/lead", aLead);
    const reply = await call("PUT", "/user/leads/301", body);
    expect({ status: reply.status, json: reply.json }).toEqual({ status, json: expected });
    expect((await call("GET", "/user/leads")).json).toEqual([created.data]);
  });

  test("a missing lead is 404", async ({ call }) => {
    const { status, json } = await call("PUT", "/user/leads/999", { status: "created" });
    expect({ status, json }).toEqual({ status: 404, json: { message: "Lead not found" } });
  });
});

describe("the assumed deletion of a lead", () => {
  test("also deletes its secondary contacts", async ({ call, emulator }) => {
    await call("POST", "/user/lead", { ...aLead, secondary_contacts: [{ phone_number: "+12025550124" }] });
    const { status, json } = await call("DELETE", "/user/leads/301");
    expect({ status, json }).toEqual({ status: 200, json: { message: "Lead deleted successfully" } });
    expect((await call("GET", "/user/leads")).json).toEqual([]);
    expect(emulator.state.leads).toEqual([]);
    expect(await call("DELETE", "/user/leads/301")).toMatchObject({
      status: 404,
      json: { message: "Lead not found" },
    });
  });
});
