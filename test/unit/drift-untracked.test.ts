import { expect, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/index.js";
import { type Report, reportSchema } from "../../cli/drift/report.js";
import { closeAfterTest } from "../support/after-test.js";
import { aLead, anAssistant, midCallTool } from "../kinds/index.js";
import { byHand } from "../support/engine-world.js";
import type { Answered } from "../support/fake-pulumi.js";
import { startService } from "../support/service.js";
import { read, support, urnOf } from "./drift-events.js";
import { drift, events, type DriftResult } from "./drift-run.js";

const PROVIDERS = "pulumi:providers:pulumi-nodejs";
const DEFAULT = `urn:pulumi:dev::x::${PROVIDERS}::default::11`;
const OTHER = `urn:pulumi:dev::x::${PROVIDERS}::other`;

/** A service that has only campaigns, which are not running. */
async function service(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = closeAfterTest(await startService(options));
  const { tools, assistants, leads, campaigns } = emulator.state;
  for (const rows of [tools, assistants, leads]) rows.splice(0);
  for (const campaign of campaigns) campaign.status = "stopped";
  return emulator;
}

async function createdIn(emulator: Emulator, kind: "tools" | "assistants" | "leads"): Promise<number> {
  const { state } = emulator;
  const [path, body] = {
    tools: [midCallTool.create, midCallTool.body],
    assistants: [anAssistant.create, anAssistant.body],
    leads: [aLead.create, { ...aLead.body, campaign_id: state.campaigns[0]!.id }],
  }[kind] as [string, object];
  await byHand(emulator, "POST", path, body);
  return state[kind].at(-1)!.id;
}

interface InState {
  kind?: string;
  name?: string;
  id?: number;
  provider?: string;
  external?: true;
}

const managed = ({
  kind = "Assistant",
  name = "support",
  id = 205,
  provider = DEFAULT,
  external,
}: InState) => ({
  urn: urnOf(kind, name),
  type: `pulumi-nodejs:dynamic/voicecall:${kind}`,
  id: String(id),
  provider,
  ...(external && { external }),
});

const account = (inputs: Record<string, unknown>, urn = OTHER) => ({
  urn,
  type: PROVIDERS,
  id: "12",
  inputs: {
    "voicecall:explicit": "true",
    ...Object.fromEntries(Object.entries(inputs).map(([key, value]) => [`voicecall:${key}`, value])),
  },
});

/** A secret, as in the output of `pulumi stack export --show-secrets`. */
const inClear = (value: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});

const state = (...resources: object[]): Answered => ({
  stdout: JSON.stringify({ version: 3, deployment: { resources } }),
});

const environment = ({ address, token }: Emulator) => ({
  VOICECALL_BASE_URL: address,
  VOICECALL_ACCESS_TOKEN: token,
});

const run = (exported: Answered, env: Record<string, string>, more: Record<string, Answered> = {}) =>
  drift(
    {
      refresh: events(...read({ declared: support })),
      "stack export": exported,
      config: { stdout: "{}" },
      ...more,
    },
    ["--untracked", "--json"],
    env,
  );

const reported = ({ stdout }: DriftResult): Report => reportSchema.parse(JSON.parse(stdout));

const titles = (result: DriftResult): string[] =>
  reported(result).untracked!.map(({ title, id }) => `${title} ${id}`);

test("objects of each kind that no resource manages; of campaigns, only a running one", async () => {
  const emulator = await service();
  const ids = [
    await createdIn(emulator, "tools"),
    await createdIn(emulator, "assistants"),
    await createdIn(emulator, "leads"),
  ];
  const campaign = emulator.state.campaigns[0]!;
  Object.assign(campaign, { name: "Spring", status: "in-progress" });
  const result = await run(state(), environment(emulator));
  const account = emulator.address;
  expect(reported(result)).toMatchObject({ outcome: "drift", errors: [], notes: [] });
  expect(reported(result).untracked).toEqual([
    { account, kind: "MidCallTool", title: `MidCallTool "check_order"`, id: String(ids[0]) },
    { account, kind: "Assistant", title: 'Assistant "Receptionist"', id: String(ids[1]) },
    { account, kind: "Lead", title: 'Lead of campaign "Spring"', id: String(ids[2]) },
    { account, kind: "CampaignState", title: 'Running campaign "Spring"', id: String(campaign.id) },
  ]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("Listing the account …\n");
});

test("campaigns that run or may run, with any status name; not those that have ended", async () => {
  const emulator = await service();
  const [campaign] = emulator.state.campaigns;
  const statuses = ["active", "warming-up", "paused", "completed", "stopped", "draft"];
  emulator.state.campaigns = statuses.map((status, id) => ({
    ...campaign!,
    id: id + 1,
    name: "Spring",
    status,
  }));
  expect(titles(await run(state(), environment(emulator)))).toEqual([
    'Running campaign "Spring" 1',
    'Campaign "Spring", which may be running (status "warming-up") 2',
  ]);
});

test("an account whose provider gets other environment variables (envVarMappings)", async () => {
  const [north, south] = [await service(), await service()];
  const [id, other] = [await createdIn(north, "assistants"), await createdIn(south, "assistants")];
  const env = {
    ...environment(south),
    VOICECALL_NORTH_URL: north.address,
    VOICECALL_NORTH_TOKEN: north.token,
    VOICECALL_TOKEN: south.token,
  };
  const mapping = (envVarMappings: Record<string, string>): object => {
    const { inputs, ...more } = account({ accessTokenEnv: "VOICECALL_TOKEN" });
    return { ...more, inputs: { ...inputs, __internal: { envVarMappings } } };
  };
  const mapped = mapping({
    VOICECALL_NORTH_URL: "VOICECALL_BASE_URL",
    VOICECALL_NORTH_TOKEN: "VOICECALL_TOKEN",
    ABSENT: "HOME",
  });
  const result = await run(state(mapped, managed({ id, provider: `${OTHER}::12` })), env);
  expect(reported(result)).toMatchObject({ errors: [], untracked: [] });
  const unmapped = await run(
    state(
      account({ accessTokenEnv: "VOICECALL_TOKEN" }),
      managed({ id: other + 1, provider: `${OTHER}::12` }),
    ),
    env,
  );
  expect(titles(unmapped)).toEqual([`Assistant "Receptionist" ${other}`]);
  const foreign = mapping({ AWS_SECRET: "VOICECALL_TOKEN" });
  const refused = reported(await run(state(foreign), { ...env, AWS_SECRET: "x".repeat(40) }));
  expect(refused.errors.map(({ text }) => text).join()).toContain(
    "would send the environment variable AWS_SECRET",
  );
});

test("objects that the stack manages are tracked, by kind and id; objects that a program only reads are not", async () => {
  const emulator = await service();
  const [tool, support, onlyRead] = [
    await createdIn(emulator, "tools"),
    await createdIn(emulator, "assistants"),
    await createdIn(emulator, "assistants"),
  ];
  const exported = state(
    { urn: DEFAULT.replace(/::11$/, ""), type: PROVIDERS, id: "11", inputs: {} },
    { urn: "urn:pulumi:dev::x::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket", id: String(onlyRead) },
    managed({ id: support }),
    managed({ name: "read", id: onlyRead, external: true }),
    // A lead with the id of the tool does not make the tool tracked.
    managed({ kind: "Lead", name: "lead", id: tool }),
  );
  const result = await run(exported, environment(emulator));
  expect(titles(result)).toEqual([
    `MidCallTool "check_order" ${tool}`,
    `Assistant "Receptionist" ${onlyRead}`,
  ]);
});

test("each Account of a program is listed, and the default account only if a resource uses it", async () => {
  const [mine, theirs] = [await service(), await service({ token: "another-token" })];
  const [here, there, tracked] = [
    await createdIn(mine, "assistants"),
    await createdIn(theirs, "assistants"),
    await createdIn(theirs, "assistants"),
  ];
  const other = account({ baseUrl: theirs.address, accessToken: inClear("another-token") });
  const ofOther = managed({ name: "theirs", id: tracked, provider: `${OTHER}::12` });
  const alone = await run(state(other, ofOther), environment(mine));
  expect(reported(alone).untracked).toMatchObject([{ account: theirs.address, id: String(there) }]);
  const both = await run(state(other, ofOther, managed({ kind: "Lead", id: 1 })), environment(mine));
  expect(reported(both).untracked!.map(({ account, id }) => [account, id])).toEqual([
    [theirs.address, String(there)],
    [mine.address, String(here)],
  ]);
  expect(JSON.stringify(both)).not.toContain("another-token");
  // Without --show-secrets, the Pulumi CLI replaces each token with "[secret]".
  expect(both.commandLines).toContainEqual(expect.stringMatching(/^stack export --show-secrets/));
});

test("two Accounts of one owner: an object that either manages is tracked, and each is reported once", async () => {
  const emulator = await service();
  const tracked = await createdIn(emulator, "assistants");
  const free = await createdIn(emulator, "assistants");
  const settings = { baseUrl: emulator.address, accessToken: inClear(emulator.token) };
  const first = account(settings);
  const second = account(settings, `${OTHER}-2`);
  const exported = state(first, second, managed({ id: tracked, provider: `${OTHER}-2::12` }));
  const result = await run(exported, {});
  expect(titles(result)).toEqual([`Assistant "Receptionist" ${free}`]);
  const listings = emulator.requests().filter(({ path }) => path === "/user/assistants/get");
  expect(listings).toHaveLength(1);
});

test("an account that cannot be listed: could not tell, and the other accounts are listed", async () => {
  const emulator = await service();
  const id = await createdIn(emulator, "assistants");
  const exported = state(
    account({ baseUrl: "not a URL", accessToken: "x" }),
    account({ baseUrl: emulator.address }, `${OTHER}-2`),
    account({ baseUrl: emulator.address, accessToken: emulator.token }, `${OTHER}-3`),
  );
  const result = await run(exported, {});
  const { outcome, errors, untracked } = reported(result);
  expect(outcome).toBe("could not tell");
  expect(errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Account other: its objects were not listed: The base URL .*account \(explicit provider\)/,
    ),
    expect.stringMatching(/^Account other-2: its objects were not listed: there is no access token: /),
  ]);
  expect(untracked).toMatchObject([{ id: String(id) }]);
  expect(result.code).toBe(1);
});

test("without any setting, the default account cannot be listed", async () => {
  const { errors } = reported(await run(state(), {}));
  expect(errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^The default account: its objects were not listed: there is no access token: /),
  ]);
});

test("a listing that fails is an error, and the other kinds are listed; a missing listing of campaigns is a note", async () => {
  const emulator = await service({ strict: true });
  const id = await createdIn(emulator, "assistants");
  const fault = { status: 422, body: { message: "not now" } };
  emulator.faults.add({ method: "GET", path: "/user/tools", fault });
  const { errors, notes, untracked } = reported(await run(state(), environment(emulator)));
  expect(errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Untracked objects of ${emulator.address} may be missing from this report: list mid call tools: .*\\(422\\)`,
      ),
    ),
  ]);
  expect(notes.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      new RegExp(`^Untracked objects of ${emulator.address} may be missing from this report: .*campaigns`),
    ),
  ]);
  expect(untracked).toMatchObject([{ kind: "Assistant", id: String(id) }]);
});

test("a running campaign that a Campaign or a CampaignState of the stack manages is not reported", async () => {
  const emulator = await service();
  for (const campaign of emulator.state.campaigns) campaign.status = "in-progress";
  const tracked = [managed({ kind: "Campaign", id: 1 }), managed({ kind: "CampaignState", id: 2 })];
  expect(titles(await run(state(...tracked), environment(emulator)))).toEqual([
    'Running campaign "Appointment reminders" 3',
  ]);
  const { length } = emulator.requests().filter(({ path }) => path === "/user/campaigns");
  expect(length).toBe(1);
});

test("a campaign listing that rejects the request is an error, not a note", async () => {
  const emulator = await service();
  const fault = { status: 422, body: { message: "not now" } };
  emulator.faults.add({ method: "GET", path: "/user/campaigns", fault });
  const { errors, notes } = reported(await run(state(), environment(emulator)));
  expect(notes).toEqual([]);
  expect(errors).toMatchObject([
    { text: expect.stringContaining("look up campaigns: the service rejected the request (422)") as string },
  ]);
});

test("a lead whose record does not name its campaign is shown with the campaign's id", async () => {
  const emulator = await service();
  await createdIn(emulator, "leads");
  const body = [{ ...emulator.state.leads[0], campaign: null, campaign_id: 7 }];
  emulator.faults.add({ method: "GET", path: "/user/leads", fault: { status: 200, body } });
  const result = await run(state(), environment(emulator));
  expect(titles(result)).toEqual([`Lead of campaign 7 ${emulator.state.leads[0]!.id}`]);
});

test("a state that cannot be read is a failure that does not quote it", async () => {
  const failed = run({ code: 1, stdout: "a token", stderr: "no such stack" }, {});
  await expect(failed).rejects.toThrow("read the state: pulumi stack exited with code 1.\nno such stack");
});
