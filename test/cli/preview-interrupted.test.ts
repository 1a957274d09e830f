/** A signal ends `voicecall preview` only after its engine, so that no log of events is left on the disk. */
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { voicecall } from "../support/voicecall.js";

/** Runs until a signal ends it. Writes its log at the end too, as the engine does. */
const ENGINE = `#!${process.execPath}
const { writeFileSync } = require("node:fs");
const log = process.argv[process.argv.indexOf("--event-log") + 1];
writeFileSync(log, "secret");
const running = setInterval(() => undefined, 1000);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => { writeFileSync(log, "secret, " + signal); clearInterval(running); process.exitCode = 8; });
console.log("previewing");
`;

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s", async (signal) => {
  const [cwd, bin, TMPDIR] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFileSync(path.join(cwd, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  writeFileSync(path.join(bin, "pulumi"), ENGINE);
  chmodSync(path.join(bin, "pulumi"), 0o755);
  const outputs = path.join(cwd, "outputs");
  const env = { PATH: `${bin}${path.delimiter}${process.env["PATH"]}`, TMPDIR };
  const command = voicecall(["preview", "--outputs", outputs], { cwd, env });
  await command.until(/previewing/);
  command.signal(signal);
  expect((await command.ended).code).toBe(1);
  expect(readdirSync(TMPDIR)).toEqual([]);
  expect(readdirSync(cwd)).toContain("outputs");
});
