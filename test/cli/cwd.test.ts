/** `--cwd` of every command: a folder that does not exist is an error before anything runs. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fakeStacks } from "../support/fake-stacks.js";
import { voicecall } from "../support/voicecall.js";

const commands = [
  "call --assistant Support --to +12025550143",
  "doctor",
  "drift",
  "drift --stack *",
  "init offline-config --stack prod",
  "leads plan leads.csv --phone Phone",
];

/** A program in `agency`. Its stack must not be used if `--cwd` names a missing folder below `agency`. */
function programAbove() {
  const fake = fakeStacks({});
  fake.program("agency", ["prod"]);
  const run = (...args: string[]) => voicecall(args, { cwd: fake.folder, env: fake.env }).ended;
  return { fake, run };
}

test.each(commands)("%s: a folder that does not exist is wrong usage", async (command) => {
  const { fake, run } = programAbove();
  const { code, stdout, stderr } = await run(...command.split(" "), "--cwd", "agency/infra/vioce");
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toBe('error: --cwd: there is no folder "agency/infra/vioce".\n');
  expect(fake.commands()).toEqual([]);
});

test.each(commands)("%s: a file is wrong usage", async (command) => {
  const { fake, run } = programAbove();
  const { code, stdout, stderr } = await run(...command.split(" "), "-C", "agency/Pulumi.yaml");
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toBe('error: --cwd: "agency/Pulumi.yaml" is not a folder.\n');
  expect(fake.commands()).toEqual([]);
});

test("--json prints the error as JSON too", async () => {
  const { code, stdout } = await programAbove().run("drift", "--json", "--cwd", "vioce");
  expect(code).toBe(64);
  expect(JSON.parse(stdout)).toEqual({ error: '--cwd: there is no folder "vioce".' });
});

test("a folder below that of the program is accepted", async () => {
  const { fake, run } = programAbove();
  mkdirSync(path.join(fake.folder, "agency", "prompts"));
  const { code, all } = await run("drift", "--stack", "prod", "--cwd", "agency/prompts");
  expect(code, all).not.toBe(64);
  expect(fake.commands()).toContain("refresh prod");
});
