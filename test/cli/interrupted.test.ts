/** Signals, such as Ctrl-C, while a command runs Pulumi. */
import { chmodSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { voicecall } from "../support/voicecall.js";

/** Interrupts its command, and runs until that passes the signal on. Writes its log at the end too, as the engine does. */
const ENGINE = `#!${process.execPath}
const { writeFileSync } = require("node:fs");
const log = process.argv[process.argv.indexOf("--event-log") + 1];
writeFileSync(log, "secret");
const running = setInterval(() => undefined, 1000);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => { writeFileSync(log, "secret, " + signal); clearInterval(running); process.exitCode = 8; });
process.kill(process.ppid, process.env.SIGNAL);
`;

/** A project, and an environment in which `pulumi` is the given program. */
function projectWith(engine: string): { cwd: string; env: { PATH: string; TMPDIR: string } } {
  const [cwd, bin, TMPDIR] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFileSync(path.join(cwd, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  writeFileSync(path.join(bin, "pulumi"), engine);
  chmodSync(path.join(bin, "pulumi"), 0o755);
  return { cwd, env: { PATH: `${bin}${path.delimiter}${process.env["PATH"]}`, TMPDIR } };
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends a preview only after its engine, so that no log of events is left on the disk",
  async (signal) => {
    const { cwd, env } = projectWith(ENGINE);
    const outputs = path.join(cwd, "outputs");
    const command = voicecall(["preview", "--outputs", outputs], { cwd, env: { ...env, SIGNAL: signal } });
    expect((await command.ended).code).toBe(1);
    expect(readdirSync(env.TMPDIR)).toEqual([]);
    expect(readdirSync(cwd)).toContain("outputs");
  },
);

/** Interrupts the command that has started it, ends when the command passes the signal on, and has had success. */
const INTERRUPTING = `#!${process.execPath}
const running = setInterval(() => undefined, 1000);
process.on("SIGINT", () => { clearInterval(running); console.log("dev"); });
require("node:fs").appendFileSync("started", process.argv.slice(2).join(" ") + "\\n");
process.kill(process.ppid, "SIGINT");
`;

test("after Ctrl-C while stacks are read, drift of many stacks says once that it was interrupted", async () => {
  const listing = JSON.stringify(["one", "two", "three", "four", "five", "six"].map((name) => ({ name })));
  const listed = `if (process.argv[2] === "stack" && process.argv[3] === "ls") { console.log('${listing}'); process.exit(0); }\n`;
  const { cwd, env } = projectWith(INTERRUPTING.replace("\n", `\n${listed}`));
  const { code, all } = await voicecall(["drift", "--stack", "*"], { cwd, env }).ended;
  expect(code).toBe(1);
  expect(all.match(/interrupted/g)).toHaveLength(1);
});

test.each<[string, number, string[]]>([
  ["render", 2, []],
  // Reads the state, the project and the program side by side.
  ["pull", 3, []],
  ["drift", 2, ["--stack", "one", "two", "three"]],
])("after Ctrl-C, %s starts no further pulumi command", async (command, sideBySide, args) => {
  const { cwd, env } = projectWith(INTERRUPTING);
  const { code, stderr } = await voicecall([command, ...args], { cwd, env }).ended;
  expect(code).toBe(1);
  expect(stderr.match(/interrupted/g)).toHaveLength(1);
  const started = readFileSync(path.join(cwd, "started"), "utf8").trim().split("\n");
  // Commands that run side by side have started before the signal.
  expect(started.length).toBeLessThanOrEqual(sideBySide);
  expect(readdirSync(env.TMPDIR)).toEqual([]);
});
