/** `--cwd` of every command: a folder that does not exist is an error before anything runs. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fakeFleet } from "../support/fake-fleet.js";
import { voicecall } from "../support/voicecall.js";

const commands = [
  "call --assistant Support --to +12025550143",
  "doctor",
  "drift",
  "fleet preview",
  "fleet drift",
  "init offline-config --stack prod",
  "leads plan leads.csv --phone Phone",
];

/** A program in `agency`. Its stack must not be used if `--cwd` names a missing folder below `agency`. */
function programAbove() {
  const fleet = fakeFleet({});
  fleet.program("agency", ["prod"]);
  const run = (...args: string[]) => voicecall(args, { cwd: fleet.folder, env: fleet.env }).ended;
  return { fleet, run };
}

test.each(commands)("%s: a folder that does not exist is wrong usage", async (command) => {
  const { fleet, run } = programAbove();
  const { code, stdout, stderr } = await run(...command.split(" "), "--cwd", "agency/infra/vioce");
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toBe('error: --cwd: there is no folder "agency/infra/vioce".\n');
  expect(fleet.commands()).toEqual([]);
});

test.each(commands)("%s: a file is wrong usage", async (command) => {
  const { fleet, run } = programAbove();
  const { code, stdout, stderr } = await run(...command.split(" "), "-C", "agency/Pulumi.yaml");
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toBe('error: --cwd: "agency/Pulumi.yaml" is not a folder.\n');
  expect(fleet.commands()).toEqual([]);
});

test("--json prints the error as JSON too", async () => {
  const { code, stdout } = await programAbove().run("drift", "--json", "--cwd", "vioce");
  expect(code).toBe(64);
  expect(JSON.parse(stdout)).toEqual({ error: '--cwd: there is no folder "vioce".' });
});

test.each([[["agency/clients/nroth"]], [["agency", "agnecy"]], [["agency", "agency/Pulumi.yaml/north"]]])(
  "fleet up --cwd %j applies no other program",
  async (folders) => {
    const { fleet, run } = programAbove();
    const result = await run("fleet", "up", "--yes", "--stacks", "*", "--cwd", ...folders);
    expect(result.code, result.all).toBe(64);
    expect(result.stderr).toContain(`there is no folder "${folders.at(-1)}"`);
    expect(fleet.commands()).toEqual([]);
  },
);

test("a folder below that of the program is accepted", async () => {
  const { fleet, run } = programAbove();
  mkdirSync(path.join(fleet.folder, "agency", "prompts"));
  const { code, all } = await run("fleet", "preview", "--cwd", "agency/prompts");
  expect(code, all).not.toBe(64);
  expect(fleet.commands()).toEqual(["preview prod"]);
});
