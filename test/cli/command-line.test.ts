/** What holds for every command: help, wrong usage, exit codes. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { voicecall } from "../support/voicecall.js";

const run = (...args: string[]) => voicecall(args, { cwd: tmpdir() }).ended;

test("--help shows the commands and the exit codes", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("emulator");
  expect(stdout).toContain("Exit codes: 0 done");
});

test.each([[["nothing"]], [["emulator", "--nothing"]], [[]]])("%j is wrong usage, exit 64", async (args) => {
  const { code, stdout } = await run(...args);
  expect([code, stdout]).toEqual([64, ""]);
});
