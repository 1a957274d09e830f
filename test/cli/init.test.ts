import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { voicecall } from "../support/voicecall.js";

test.each(["ci", "offline-config"])("init %s --help has examples", async (command) => {
  const { code, stdout } = await voicecall(["init", command, "--help"], { cwd: temporaryFolder() }).ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Examples:\n  voicecall init ${command}`)]);
});

test("init alone is a usage error and lists its subcommands", async () => {
  const { code, stdout, stderr } = await voicecall(["init"], { cwd: temporaryFolder() }).ended;
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toContain("offline-config");
});
