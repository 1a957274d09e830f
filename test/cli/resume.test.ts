/** What `voicecall resume` does about a pending operation, for each situation in the service. */
import path from "node:path";
import { expect, test } from "vitest";
import type { Seed } from "../../emulator/index.js";
import { providerText, typeToken } from "../../sdk/provider-text.js";
import { service } from "../support/engine-world.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const HEADERS = [{ name: "X-Key", value: "canary-7c1e" }];

/** The run began at 10:00:00, and wrote state for the last time at 10:00:20. */
const BEGAN = "2026-03-01T10:00:00.500Z";
const LAST = "2026-03-01T10:00:20.000Z";
const DURING = "2026-03-01T10:00:10.000000Z";

const declared = {
  name: "get_weather",
  description: "Tells.",
  endpoint: "https://tools.example.com/weather",
  method: "GET",
};

const live = { id: 101, ...declared, headers: HEADERS, created_at: DURING };

const urn = (type: string, name: string): string => `urn:pulumi:dev::it::${type}::${name}`;

function resource(
  kind: "MidCallTool" | "CampaignState" | "LeadSet",
  name: string,
  inputs: object,
  more: object = {},
) {
  const own = { __provider: providerText(kind), __self: name };
  return {
    urn: urn(typeToken(kind), name),
    custom: true,
    type: typeToken(kind),
    inputs: { ...own, ...inputs },
    ...more,
  };
}

const weather = (more: object = {}) => {
  const headers = { ...SECRET, plaintext: JSON.stringify(HEADERS) };
  return resource(
    "MidCallTool",
    "weather",
    { ...declared, headers, ...more },
    { additionalSecretOutputs: ["headers"] },
  );
};

const people = resource(
  "LeadSet",
  "people",
  { campaign: 1 },
  { id: "1", outputs: { campaign: 1, campaignId: 1, __v: 1, __leads: "key", __ids: "" } },
);

const STACK = {
  urn: urn("pulumi:pulumi:Stack", "it-dev"),
  custom: false,
  type: "pulumi:pulumi:Stack",
  created: BEGAN,
};

interface Given {
  seed?: Partial<Seed>;
  pending?: object[];
  resources?: object[];
  answers?: Record<string, Answered>;
  args?: string[];
  /** Whether the command leaves what is not certain. Default: true. */
  onlyCertain?: boolean;
}

async function resume({
  seed = {},
  pending = [],
  resources = [],
  answers = {},
  args = [],
  onlyCertain = true,
}: Given) {
  const emulator = await service({ seed });
  const deployment = {
    manifest: { time: LAST },
    resources: [STACK, ...resources],
    pending_operations: pending,
  };
  const { folder, bin, commandLines } = fakePulumi({
    "stack export": { stdout: JSON.stringify({ version: 3, deployment }) },
    "stack history": { stdout: "[]" },
    config: { stdout: "{}" },
    "stack import": {},
    cancel: {},
    ...answers,
  });
  const env = {
    VOICECALL_BASE_URL: emulator.address,
    VOICECALL_ACCESS_TOKEN: emulator.token,
    VOICECALL_LIST_LAG: "0",
    PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
  };
  const result = await voicecall(["resume", "--yes", ...(onlyCertain ? ["--only-certain"] : []), ...args], {
    cwd: folder,
    env,
  }).ended;
  expect(result.all).not.toContain("canary-7c1e");
  expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  const commands = commandLines().map((line) => line.split(" ").slice(0, 2).join(" "));
  return { ...result, commands, writes: commands.includes("stack import") };
}

const creating = (it: object) => [{ type: "creating", resource: it }];

test.each<[string, Given, string, boolean]>([
  [
    "an equal object of the run",
    { seed: { tools: [live] } },
    "recorded: the object with id 101 is as declared",
    true,
  ],
  ["no object", {}, "cleared: nothing was created", true],
  [
    "an equal object from before the run",
    { seed: { tools: [{ ...live, created_at: "2026-03-01T09:59:59.000000Z" }] } },
    "left: the object with id 101 is as declared, and no resource of the stack has it. This is not certain: another stack may have created it",
    false,
  ],
  [
    "an equal object from long after the run",
    { seed: { tools: [{ ...live, created_at: "2026-03-01T10:06:00.000000Z" }] } },
    "left: the object with id 101 is as declared",
    false,
  ],
  [
    "an object with another value",
    { seed: { tools: [{ ...live, description: "Asks." }] } },
    "left: the object with id 101 differs in description",
    false,
  ],
  [
    "an object with another secret",
    { seed: { tools: [{ ...live, headers: [{ name: "X-Key", value: "other" }] }] } },
    "left: the object with id 101 differs in headers",
    false,
  ],
  [
    "two objects",
    { seed: { tools: [live, { ...live, id: 102 }] } },
    "left: the account has several such objects (ids 101, 102)",
    false,
  ],
  [
    "an object that another resource has",
    {
      seed: { tools: [live] },
      resources: [resource("MidCallTool", "other", declared, { id: "101", outputs: declared })],
    },
    "cleared: nothing was created",
    true,
  ],
  [
    "adoptId",
    { seed: { tools: [live] }, pending: creating(weather({ adoptId: 101 })) },
    "cleared: `pulumi up` adopts the object",
    true,
  ],
  [
    "an interrupted replacement",
    { seed: { tools: [live] }, resources: [{ ...weather(), id: "90", outputs: declared }] },
    "left: its replacement was interrupted",
    false,
  ],
  [
    "an interrupted update",
    {
      seed: { tools: [live] },
      pending: [{ type: "updating", resource: { ...weather(), id: "101" } }],
      resources: [{ ...weather(), id: "101", outputs: declared }],
    },
    "cleared: `pulumi up` sends what still differs",
    true,
  ],
  [
    "an interrupted deletion",
    {
      pending: [{ type: "deleting", resource: { ...weather(), id: "101", outputs: declared } }],
      resources: [{ ...weather(), id: "101", outputs: declared }],
    },
    "cleared: it was deleted",
    true,
  ],
  [
    "a campaign",
    { pending: creating(resource("CampaignState", "spring", { campaign: 1, state: "started" })) },
    "cleared: `pulumi up` reads the campaign",
    true,
  ],
  [
    "a changed list",
    {
      pending: [{ type: "updating", resource: people }],
      resources: [people],
    },
    "left: `pulumi up` will adopt leads that were created since the run began",
    false,
  ],
])("%s", async (_name, given, text, writes) => {
  const result = await resume({ pending: creating(weather()), ...given });
  expect(result.all).toContain(text);
  expect([result.code, result.writes], result.all).toEqual([writes ? 0 : 2, writes]);
});

test("what is not certain is recorded only with --yes alone, and never what differs", async () => {
  const older = { ...live, created_at: "2026-03-01T09:00:00.000000Z" };
  const pending = creating(weather());
  const { stdout, code } = await resume({ seed: { tools: [older] }, pending, args: ["--json"] });
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    operations: [{ urn: urn(typeToken("MidCallTool"), "weather"), operation: "creating", outcome: "left" }],
  });
  const all = await resume({ seed: { tools: [older] }, pending, onlyCertain: false });
  expect([all.code, all.writes], all.all).toEqual([0, true]);
  const differing = { ...older, description: "Asks." };
  const different = await resume({ seed: { tools: [differing] }, pending, onlyCertain: false });
  expect([different.code, different.writes], different.all).toEqual([2, false]);
});

test.each([
  ["no history", { code: 1 }, "2026-03-01T10:00:10.000000Z", "left"],
  ["no history", { code: 1 }, "2026-03-01T10:00:20.000000Z", "recorded"],
  ["a run that ended before", { stdout: '[{"endTime":"2026-03-01T09:00:00.000Z"}]' }, DURING, "recorded"],
  [
    "a run that ended after the first write",
    { stdout: '[{"endTime":"2026-03-01T10:00:05.000Z"}]' },
    DURING,
    "left",
  ],
])("%s: an object of %s is %s", async (_name, history, created_at, outcome) => {
  const { all } = await resume({
    seed: { tools: [{ ...live, created_at }] },
    pending: creating(weather()),
    answers: { "stack history": history },
  });
  expect(all).toContain(`weather, interrupted while creating: ${outcome}:`);
});

test("a lock is explained, and --cancel-lock removes it before state is written", async () => {
  const locked = { code: 1, stderr: "error: the stack is currently locked by 1 lock(s)." };
  const given = { seed: { tools: [live] }, pending: creating(weather()) };
  const refused = await resume({ ...given, answers: { "stack import": locked } });
  expect(refused.code).toBe(1);
  expect(refused.all).toContain("Nothing was written, because the stack is locked");
  expect(refused.all).toContain("--cancel-lock");
  const { commands } = await resume({ ...given, args: ["--cancel-lock"] });
  expect(commands.indexOf("cancel --yes")).toBeGreaterThan(0);
  expect(commands.indexOf("cancel --yes")).toBeLessThan(commands.indexOf("stack import"));
});

test("nothing pending: state is not written, and the lock is removed if asked", async () => {
  const { code, commands, all } = await resume({ args: ["--cancel-lock"] });
  expect([code, commands.slice(1)], all).toEqual([0, ["stack export", "cancel --yes"]]);
  expect(all).toContain("Nothing was pending.");
});

test.each<[string, Given, string]>([
  [
    "pending operations of other packages",
    {
      pending: creating({
        urn: urn("aws:s3/bucket:Bucket", "logs"),
        custom: true,
        type: "aws:s3/bucket:Bucket",
      }),
    },
    "state has pending operations of other packages",
  ],
  [
    "another account",
    {
      pending: creating(weather()),
      resources: [
        resource("MidCallTool", "other", declared, {
          id: "7",
          outputs: { ...declared, __v: 1, __account: { baseUrl: "http://127.0.0.1:1", token: "00000000" } },
        }),
      ],
    },
    "its objects are not in the account",
  ],
])("%s: nothing is written", async (_name, given, text) => {
  const { code, all, writes } = await resume({ seed: { tools: [live] }, ...given });
  expect([code, writes], all).toEqual([1, false]);
  expect(all).toContain(text);
});
