/** The command line of `voicecall drift`. test/engine/drift.test.ts tests the findings. */
import { expect, test } from "vitest";
import { voicecall } from "../support/voicecall.js";
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
