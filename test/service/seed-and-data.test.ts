/** The initial state of the service, and state that survives restarts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DataFileError, defaultSeed, SeedError, startEmulator, type Seed } from "../../emulator/index.js";
import { canaries } from "../support/canaries.js";
import { aLead, anAssistant, aTool, assistantRecord, client, pluck, service } from "./harness.js";

const parent = mkdtempSync(path.join(tmpdir(), "voicecall-service-"));
let folder: string;
let dataFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(parent, "test-"));
  dataFile = path.join(folder, "state.json");
});
// The folder is removed at the end, because the services write the file when they close after a test.
afterAll(() => rmSync(parent, { recursive: true }));

describe("the seed", () => {
  test("the default seed is a fresh copy each time, and JSON", () => {
    const seed = defaultSeed();
    expect(JSON.parse(JSON.stringify(seed))).toEqual(seed);
    seed.campaigns.length = 0;
    expect(defaultSeed().campaigns.map(({ name }) => name)).toContain("Spring renewals");
  });

  test("the default seed fills in missing users and languages; other missing lists, such as phone numbers, are empty", async () => {
    const { call } = await service({ seed: { campaigns: [{ id: 8, name: "Only one" }] } });
    expect((await call("GET", "/user/campaigns")).json).toEqual([
      { id: 8, name: "Only one", status: "draft" },
    ]);
    expect((await call("GET", "/user/assistants/languages")).json).toHaveLength(5);
    expect((await call("GET", "/user/assistants/phone-numbers")).json).toEqual([]);
  });

  test("may contain records of every kind, which the API then returns and changes", async () => {
    const seed: Seed = {
      ...defaultSeed(),
      tools: [{ id: 11, name: "seeded_tool" }],
      assistants: [{ id: 12, name: "Seeded", tool_ids: [11], llm_temperature: 0.25 }],
      leads: [
        {
          id: 13,
          campaign_id: 1,
          phone_number: "+12025550177",
          secondary_contacts: [{ id: 14, phone_number: "+12025550178" }],
        },
      ],
    };
    const { call } = await service({ seed });
    expect(pluck((await call("GET", "/user/tools")).json, "id")).toEqual([11]);
    expect(await assistantRecord(call, 12)).toMatchObject({ llm_temperature: "0.25", tools: [{ id: 11 }] });
    expect((await call("GET", "/user/leads")).json[0]).toMatchObject({
      id: 13,
      secondary_contacts: [{ id: 14 }],
    });
    expect((await call("PUT", "/user/assistant/12", { assistant_name: "Changed" })).status).toBe(200);
    expect((await call("POST", "/user/tools", aTool)).json.data.id).toBe(101);
  });

  const invalidSeeds: [string, unknown, RegExp][] = [
    ["an array", [], /The seed is not valid/],
    ["an unknown list", { robots: [] }, /robots/],
    ["no users", { users: [] }, /users/],
    ["a user without a token", { users: [{ id: 1, name: "x" }] }, /users\.0\.token/],
    ["a campaign without a name", { campaigns: [{ id: 1 }] }, /campaigns\.0\.name/],
    ["a voice of another mode", { voices: [{ id: 1, name: "x", mode: "choir" }] }, /voices\.0\.mode/],
    [
      "a reply without a regular expression",
      { replies: [{ pattern: "(", reply: "x" }] },
      /replies\.0\.pattern/,
    ],
    [
      "two folders with the same id",
      {
        folders: [
          { id: 1, name: "a" },
          { id: 1, name: "b" },
        ],
      },
      /folders\.1\.id: 1 is used twice/,
    ],
    ["an unknown key", { models: [{ id: 1, name: "x", price: 3 }] }, /models\.0.*price/],
    [
      "two campaigns with the same id",
      {
        campaigns: [
          { id: 1, name: "a" },
          { id: 1, name: "b" },
        ],
      },
      /campaigns\.1\.id: 1 is used twice/,
    ],
    [
      "two users with the same token",
      {
        users: [
          { id: 1, token: "t", name: "a" },
          { id: 2, token: "t", name: "b" },
        ],
      },
      /two users have the same token/,
    ],
    [
      "an owner that does not exist",
      { campaigns: [{ id: 1, name: "a", owner: 9 }] },
      /campaigns\.0\.owner: no user has the id 9/,
    ],
    [
      "a lead's campaign that does not exist",
      { leads: [{ id: 1, campaign_id: 5, phone_number: "+12025550123" }] },
      /leads\.0\.campaign_id/,
    ],
    [
      "an assistant's tool that does not exist",
      { assistants: [{ id: 1, name: "a", tool_ids: [5] }] },
      /assistants\.0\.tool_ids/,
    ],
    [
      "an assistant's number that does not exist",
      { assistants: [{ id: 1, name: "a", phone_number_id: 5 }] },
      /assistants\.0\.phone_number_id/,
    ],
    [
      "an assistant's voice that does not exist",
      { assistants: [{ id: 1, name: "a", voice_id: 99 }] },
      /assistants\.0\.voice_id/,
    ],
  ];
  test.each(invalidSeeds)("%s is rejected, and the error says where", async (_, seed, message) => {
    const started = startEmulator({ seed: seed as Seed });
    await expect(started).rejects.toThrow(SeedError);
    await expect(started).rejects.toThrow(message);
  });
});

describe("ids of seeded records are not assigned again after a deletion", () => {
  const contact = { id: 401, phone_number: "+12025550124" };
  const seed: Seed = {
    campaigns: defaultSeed().campaigns,
    tools: [{ id: 101, name: "seeded" }],
    assistants: [{ id: 201, name: "Seeded" }],
    leads: [{ id: 301, campaign_id: 1, phone_number: "+12025550125", secondary_contacts: [contact] }],
  };
  const requests = [
    ["/user/tools/101", "/user/tools", aTool, { id: 102 }],
    ["/user/assistant/201", "/user/assistant", anAssistant, { id: 202 }],
    [
      "/user/leads/301",
      "/user/lead",
      { ...aLead, secondary_contacts: [{ phone_number: "+12025550126" }] },
      { id: 302, secondary_contacts: [expect.objectContaining({ id: 402 })] },
    ],
  ] as const;
  test.each(requests)("DELETE %s, then POST %s", async (old, created, body, expected) => {
    const { call, emulator } = await service({ seed });
    for (const from of ["the start", "a reset"]) {
      expect((await call("DELETE", old)).status, from).toBe(200);
      expect((await call("POST", created, body)).json.data, from).toMatchObject(expected);
      emulator.reset({ state: true });
    }
  });
});

test("seeded assistants have different uuids, with which a conversation can start", async () => {
  const seed = { assistants: [1, 2].map((id) => ({ id, name: `A${id}` })) };
  const { call } = await service({ form: "2026", seed });
  const uuids = await Promise.all([1, 2].map(async (id) => (await assistantRecord(call, id))["uuid"]));
  expect(new Set(uuids).size).toBe(2);
  for (const assistant_id of uuids)
    expect((await call("POST", "/conversations", { assistant_id })).status).toBe(200);
});

describe("the data file", () => {
  test("keeps every kind of record, and the assigned ids, across a restart", async () => {
    const first = await service({ dataFile });
    await first.call("POST", "/user/tools", aTool);
    await first.call("POST", "/user/tools", aTool);
    await first.call("DELETE", "/user/tools/102");
    await first.call("POST", "/user/assistant", {
      ...anAssistant,
      tool_ids: [101],
      use_min_interrupt_words: true,
    });
    await first.call("POST", "/user/lead", {
      ...aLead,
      secondary_contacts: [{ phone_number: "+12025550124" }],
    });
    await first.call("POST", "/user/campaigns/update-status", { campaign_id: 1, action: "start" });
    await first.call("POST", "/user/make_call", { phone_number: "+12025550123", assistant_id: 201 });
    const stateBefore = JSON.stringify(first.emulator.state);
    await first.emulator.close();
    const second = await service({ dataFile });
    expect(JSON.parse(JSON.stringify(second.emulator.state))).toEqual(JSON.parse(stateBefore));
    expect((await second.call("POST", "/user/tools", aTool)).json.data.id).toBe(103);
    expect(second.emulator.requests()).toHaveLength(1);
  });

  test("of an earlier version lacks the lists of form 2026, which are then empty", async () => {
    const { emulator } = await service({ dataFile });
    await emulator.close();
    const saved = JSON.parse(readFileSync(dataFile, "utf8"));
    const later = [
      "synthesizerProviders",
      "transcriberProviders",
      "knowledgebases",
      "folders",
      "labels",
      "replies",
    ];
    for (const list of [...later, "conversations"]) delete saved.state[list];
    for (const campaign of saved.state.campaigns) delete campaign.retry_interval;
    writeFileSync(dataFile, JSON.stringify(saved));
    const { call } = await service({ dataFile, form: "2026" });
    expect((await call("GET", "/user/folders")).json.total).toBe(0);
    expect((await call("GET", "/user/campaigns")).json[0]).toMatchObject({ id: 1, retry_interval: 60 });
  });

  test("is written after each write, before its response", async () => {
    const { call, emulator } = await service({ dataFile });
    const names = () => pluck(JSON.parse(readFileSync(dataFile, "utf8")).state.tools, "name");
    expect(names()).toEqual([]);
    await call("POST", "/user/tools", aTool);
    expect(names()).toEqual(["check_order"]);
    emulator.faults.add({ fault: "cut-after" });
    await expect(call("PUT", "/user/tools/101", { name: "renamed" })).rejects.toThrow();
    expect(names()).toEqual(["renamed"]);
    emulator.faults.clear();
    emulator.faults.add({ fault: { vanish: "tools" } });
    await call("GET", "/user/tools");
    expect(names(), "a fault changed the records during a read").toEqual([]);
    expect(readdirSync(folder)).toEqual(["state.json"]);
  });

  test("is cleaned of the temporary files of services that were killed while they wrote it", async () => {
    for (const name of ["state.json.1.tmp", "state.json.4194303.tmp"])
      writeFileSync(path.join(folder, name), '{"version": 1, "state": {"users": [{"token"');
    const others = ["state.json.tmp", "state.json.bak.1.tmp", "mystate.json.1.tmp", "state.json.1.tmp.txt"];
    for (const name of others) writeFileSync(path.join(folder, name), "another's");
    await service({ dataFile });
    expect(readdirSync(folder).sort()).toEqual([...others, "state.json"].sort());
  });

  test("is readable only by its owner", async () => {
    await service({ dataFile });
    expect(statSync(dataFile).mode & 0o077).toBe(0);
  });

  test("keeps manual changes and a reset to the seed", async () => {
    const { call } = await service({ dataFile });
    const status = () => JSON.parse(readFileSync(dataFile, "utf8")).state.campaigns[0].status as string;
    await call("PATCH", "/_emulator/records/campaigns/1", { status: "paused" });
    expect(status()).toBe("paused");
    await call("POST", "/_emulator/reset", { state: true });
    expect(status()).toBe("stopped");
  });

  test("takes precedence over the seed, and the token option over both", async () => {
    const first = await service({ dataFile, seed: { campaigns: [{ id: 1, name: "From the seed" }] } });
    await first.emulator.close();
    const second = await service({ dataFile, seed: defaultSeed(), token: "changed" });
    expect(pluck((await second.call("GET", "/user/campaigns")).json, "name")).toEqual(["From the seed"]);
    expect((await client(second.emulator.address, canaries.token)("GET", "/user/tools")).status).toBe(401);
  });

  test.each([
    ["{bad", /cannot be read/],
    ["[]", /is not a data file of this service/],
    ['{"version": 99, "state": {}}', /is not a data file of this service/],
    ['{"version": 1, "state": {"users": []}}', /is not valid: users/],
  ])("with the content %s is rejected and not changed", async (content, message) => {
    writeFileSync(dataFile, content);
    const started = startEmulator({ dataFile });
    await expect(started).rejects.toThrow(DataFileError);
    await expect(started).rejects.toThrow(message);
    expect(readFileSync(dataFile, "utf8")).toBe(content);
  });
});
