/** What `voicecall resume` does about a pending operation, for each situation in the service. */
import { expect, test } from "vitest";
import { typeToken } from "../../sdk/provider-text.js";
import {
  DURING,
  type Given,
  creating,
  declared,
  live,
  people,
  resource,
  resume,
  urn,
  weather,
} from "./resumed.js";

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
    "a replacement whose old object was not deleted",
    { seed: { tools: [live] }, resources: [{ ...weather(), id: "90", outputs: declared }] },
    "recorded: the object with id 101 is as declared",
    true,
  ],
  [
    "an interrupted replacement",
    {
      seed: { tools: [live] },
      resources: [{ ...weather(), id: "90", outputs: declared, pendingReplacement: true }],
    },
    "recorded: the object with id 101 is as declared",
    true,
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
    "a campaign that was never started",
    {
      seed: { campaigns: [{ id: 1, name: "Spring", status: "draft" }] },
      pending: creating(resource("CampaignState", "spring", { campaign: 1, state: "started" })),
    },
    "cleared: `pulumi up` reads the campaign",
    true,
  ],
  [
    "a changed list",
    {
      pending: [{ type: "updating", resource: people }],
      resources: [people],
    },
    "left: once this is recorded, `pulumi up` adopts leads that were created since 2026-03-01T10:00:00.500Z, when the last run began",
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

const ended = (startTime: string, endTime: string) => {
  const [start, end] = [startTime, endTime].map((time) => `2026-03-01T${time}.000Z`);
  return { stdout: JSON.stringify([{ startTime: start, endTime: end }]) };
};

test.each([
  ["no history", { code: 1 }, "2026-03-01T10:00:10.000000Z", "left"],
  ["no history", { code: 1 }, "2026-03-01T10:00:20.000000Z", "recorded"],
  ["a run that ended before", ended("08:59:00", "09:00:00"), DURING, "recorded"],
  ["a run that ended after the first write", ended("10:00:00", "10:00:05"), DURING, "left"],
  ["the run itself, ended by Ctrl-C twice", ended("10:00:00", "10:00:20"), DURING, "recorded"],
  ["that run", ended("10:00:00", "10:00:20"), "2026-03-01T10:00:40.000000Z", "recorded"],
  ["that run, long before", ended("10:00:00", "10:00:20"), "2026-03-01T10:02:00.000000Z", "left"],
  ["a later run", ended("10:00:15", "10:00:20"), DURING, "left"],
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
