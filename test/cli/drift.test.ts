/** The command line of `voicecall drift`. test/engine/drift.test.ts tests the findings. */
import path from "node:path";
import { expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { service } from "../support/engine-world.js";
import { fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";
import { ended } from "../unit/drift-events.js";
import { temporaryFolder } from "../support/after-test.js";

const run = (...args: string[]) => voicecall(["drift", ...args], { cwd: temporaryFolder() }).ended;

test("--help shows the exit codes and examples", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("Exit codes: 0 no drift; 1 could not tell");
  expect(stdout).toContain("voicecall drift --stack production --json");
});

test.each([[["--nothing"]], [["--json", "--markdown"]], [["--stack"]], [["production"]]])(
  "%j: usage error, exit 64",
  async (args) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(64);
    expect(stderr).toMatch(/^error: /);
  },
);

test("a folder without a program is a usage error, also as JSON", async () => {
  const { code, stdout } = await run("--json");
  expect(code).toBe(64);
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining("no Pulumi.yaml") as string });
});

test("--untracked: a status that contains the token is masked, and unreadable records are named", async () => {
  const assistants = [{ id: 201, name: "Void" }];
  const emulator = await service({ seed: { ...defaultSeed(), assistants } });
  Object.assign(emulator.state.campaigns[0]!, { name: "Spring", status: emulator.token });
  Object.assign(emulator.state.assistants[0]!, { name: null });
  const { folder, bin } = fakePulumi({
    config: { stdout: "{}" },
    refresh: { stdout: `${JSON.stringify(ended)}\n` },
    "stack history": { stdout: "[]" },
    "stack export": { stdout: JSON.stringify({ deployment: {} }) },
    stack: { stdout: "dev\n" },
  });
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  const { all } = await voicecall(["drift", "--untracked"], { cwd: folder, env: { ...env, PATH } }).ended;
  expect(all).toContain('Campaign "Spring", which may be running (status "[masked]")');
  expect(all).not.toContain(emulator.token);
  expect(all).toContain("Records of assistants cannot be read, because name is not text: id 201.");
  expect(all).toContain("Assistant, id 201,");
});
