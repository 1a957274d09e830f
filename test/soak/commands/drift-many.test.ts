/** `voicecall drift` of many stacks, with a script instead of the Pulumi CLI. */
import { rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type ManyReport, manySchema } from "../../../cli/drift/many.js";
import { reportSchema } from "../../../cli/drift/report.js";
import type { CommandResult } from "../../support/commands.js";
import { type FakeStacks, fakeStacks, type StackAnswer } from "../../support/fake-stacks.js";
import { voicecall } from "../../support/voicecall.js";
import { ended, read } from "../../unit/drift-events.js";

const lines = (...all: object[]): StackAnswer => ({
  stdout: [...all, ended].map((one) => `${JSON.stringify(one)}\n`).join(""),
});
const desk = { name: "Desk" };
const same = lines(...read({ declared: desk, op: "same" }));
const gone = lines(...read({ declared: desk, live: undefined }));
const prompt = { declared: { ...desk, systemPrompt: "old" }, live: { systemPrompt: "new" } };
const changed = lines(...read({ ...prompt, paths: ["systemPrompt"] }));
const broken: StackAnswer = { code: 255, stderr: "error: no such passphrase\n" };

const drift = ({ folder, env }: FakeStacks, ...args: string[]): Promise<CommandResult> =>
  voicecall(["drift", "--cwd", "agency", ...args], { cwd: folder, env }).ended;

const reportOf = ({ stdout }: CommandResult): ManyReport => manySchema.parse(JSON.parse(stdout));

const refreshed = (fake: FakeStacks): string[] =>
  fake
    .commands()
    .flatMap((one) => (one.startsWith("refresh ") ? [one.slice("refresh ".length)] : []))
    .sort();

test("a hundred stacks: one report, one exit code, and a stack that cannot be read stops no other", async () => {
  const stacks = Array.from({ length: 100 }, (_, index) => `client-${String(index).padStart(3, "0")}`);
  const fake = fakeStacks({
    refresh: same,
    "refresh client-041": changed,
    "refresh client-042": gone,
    "refresh client-077": broken,
  });
  fake.program("agency", stacks);
  const result = await drift(fake, "--stack", "client-*", "--concurrency", "8");
  expect(result.code, result.all).toBe(1);
  const text = stripVTControlCharacters(result.stdout);
  expect(text.match(/^Stack client-\d+, 1 resource compared: no drift\.$/gm)).toHaveLength(97);
  expect(text).toContain('\n\nclient-041\n  Assistant "Desk" (support), id 205\n');
  expect(text).toContain('systemPrompt: "old" → "new"');
  expect(text).toContain(
    "`pulumi up --refresh --stack client-042 --cwd agency --target '**::NAME'` restores",
  );
  expect(text).toMatch(/\n\nclient-077\n {2}Could not tell:\n {4}read the stack: .*\n.*no such passphrase/);
  expect(text.trimEnd()).toMatch(/\n\n100 stacks: 97 no drift, 2 drift, 1 could not tell\.$/);
  expect(refreshed(fake)).toEqual(stacks);
  // At most eight stacks are read at the same time, with two commands each.
  expect(fake.atOnce()).toBeLessThanOrEqual(16);
  expect(fake.atOnce()).toBeGreaterThan(2);
});

test("as JSON and Markdown; each stack has the report of one stack", async () => {
  const fake = fakeStacks({ refresh: same, "refresh client-b": changed });
  fake.program("agency", ["client-a", "client-b"]);
  const many = ["--stack", "client-a", "--stack", "client-b"];
  const [json, markdown, one] = await Promise.all([
    drift(fake, ...many, "--json"),
    drift(fake, ...many, "--markdown"),
    drift(fake, "--stack", "client-b", "--json"),
  ]);
  expect([json.code, markdown.code, one.code]).toEqual([2, 2, 2]);
  const report = reportOf(json);
  expect(report.outcome).toBe("drift");
  expect(report.stacks.map(({ stack, outcome }) => [stack, outcome])).toEqual([
    ["client-a", "no drift"],
    ["client-b", "drift"],
  ]);
  const { stack, ...found } = reportSchema.parse(JSON.parse(one.stdout));
  expect(report.stacks[1]).toEqual({ ...found, stack: "client-b" });
  // The fake's events have the URNs of a stack "dev".
  expect(stack).toBe("dev");
  expect(markdown.stdout).toMatch(
    /^### ⚠️ Voice assistants: drift\n\n2 stacks: 1 no drift, 1 drift\.\n\n\| Stack \| Result \|/,
  );
  expect(markdown.stdout).toContain(
    "| <code>client-a</code> | <code>1 resource compared: no drift.</code> |",
  );
  expect(markdown.stdout.match(/<summary><code>client-b<\/code><\/summary>/g)).toHaveLength(1);
});

test.each([
  [
    ["client-*", "!client-test"],
    ["acme/agency/client-b", "client-a"],
  ],
  [
    ["acme/agency/*", "shared"],
    ["acme/agency/client-b", "shared"],
  ],
  [["!client-test"], ["acme/agency/client-b", "client-a", "shared"]],
  [
    ["client-a", "client-b"],
    ["acme/agency/client-b", "client-a"],
  ],
  [["**", "!client-*"], ["shared"]],
])("%j selects %j", async (patterns, expected) => {
  const fake = fakeStacks({ refresh: same });
  fake.program("agency", ["client-a", "client-test", "acme/agency/client-b", "shared"]);
  const result = await drift(fake, "--json", "--stack", ...patterns);
  expect(result.code, result.all).toBe(0);
  expect(reportOf(result).stacks.map(({ stack }) => stack)).toEqual(expected);
  expect(refreshed(fake)).toEqual(expected);
});

test.each([
  [["--stack", "nobody-*"], "No stack has the name nobody-*: `pulumi stack ls` lists the names."],
  [["--stack", "prod", "client-a", "client-b"], "No stack has the name client-a or client-b"],
  [["--stack", "*", "!prdo"], "No stack has the name prdo"],
  [["--stack", "*", "--untracked"], "--untracked is for one stack"],
  [["--concurrency", "0"], "whole number from 1 to 64"],
])("%j: wrong usage, and no stack is read", async (args, reason) => {
  const fake = fakeStacks({});
  fake.program("agency", ["prod"]);
  const { code, stderr } = await drift(fake, ...args);
  expect([code, stderr]).toEqual([64, expect.stringContaining(reason)]);
  expect(refreshed(fake)).toEqual([]);
});

test("stacks that cannot be listed: exit 1", async () => {
  const fake = fakeStacks({});
  rmSync(path.join(fake.program("agency", ["prod"]), "stacks.json"));
  const { code, stderr } = await drift(fake, "--stack", "*");
  expect([code, stderr]).toEqual([1, expect.stringContaining("list the stacks: pulumi stack exited with")]);
});
