/** Rules for every command: help, wrong usage, exit codes. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { REPOSITORY } from "../support/project.js";
import { voicecall } from "../support/voicecall.js";

const run = (...args: string[]) => voicecall(args, { cwd: tmpdir() }).ended;

test("--help shows the commands and the exit codes", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("emulator");
  expect(stdout).toContain("Exit codes: 0 done");
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, "package.json"), "utf8")) as Record<
    string,
    string
  >;
  expect(await run("--version")).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test.each([[["nothing"]], [["emulator", "--nothing"]], [[]]])("%j: usage error, exit 64", async (args) => {
  const { code, stdout } = await run(...args);
  expect([code, stdout]).toEqual([64, ""]);
});

test.each(["cat", "true", "head -n 1"])(
  "the exit code does not depend on the reader of the output: %s",
  (reader) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "leads.csv"), `Phone\n${"nobody\n".repeat(3)}`);
    const main = path.join(REPOSITORY, "dist/cli/main.js");
    const command = `"${process.execPath}" "${main}" leads plan leads.csv --phone Phone`;
    const { status } = spawnSync("bash", ["-c", `set -o pipefail; ${command} | ${reader}`], { cwd: folder });
    expect(status).toBe(2);
  },
);

test.each([
  [["drift", "--json", "--nothing"], "unknown option '--nothing'"],
  [["nothing", "--json"], "unknown command 'nothing'"],
])("%j: usage error as JSON on stdout, exit 64", async (args, message) => {
  const { code, stdout } = await run(...args);
  expect(code).toBe(64);
  expect(JSON.parse(stdout)).toEqual({ error: message });
});
