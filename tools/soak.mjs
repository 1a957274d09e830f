// `npm run soak`: what is too long for `npm test`; `npm run soak -- kills` does one part of it.
import { spawnSync } from "node:child_process";
import { setup } from "./setup.mjs";

const PARTS = {
  histories: {
    what: "random histories of edits, faults, kills and hands (50,000; HISTORIES and SEED change that)",
    project: "lifecycle",
    files: ["test/lifecycle/model.test.ts"],
    env: { HISTORIES: "50000" },
  },
  inputs: {
    what: "odd inputs in every field (20,000; BAD_INPUT_RUNS and SEED change that)",
    project: "lifecycle",
    files: ["test/lifecycle/bad-input/random.test.ts"],
    env: { BAD_INPUT_RUNS: "20000" },
  },
  kills: {
    what: "the command and the provider host killed, and Ctrl-C, at every request, with a real engine",
    project: "engine",
    files: ["test/engine/kill/", "test/engine/cancel.test.ts"],
    env: { KILLS: "all" },
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`${unknown.join(", ")} is no part. There are: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}

await setup();
const ended = [];
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  const { what, project, files, env } = PARTS[name];
  console.log(`\n== ${name}: ${what}`);
  const started = performance.now();
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    project,
    "--reporter=verbose",
    ...files,
  ];
  const { status } = spawnSync(process.execPath, vitest, {
    stdio: "inherit",
    env: { ...env, ...process.env },
  });
  ended.push({ name, passed: status === 0, seconds: (performance.now() - started) / 1000 });
}
console.log("");
for (const { name, passed, seconds } of ended)
  console.log(`${name.padEnd(9)} ${passed ? "passed" : "FAILED"} in ${seconds.toFixed(0)} s`);
process.exitCode = ended.every(({ passed }) => passed) ? 0 : 1;
