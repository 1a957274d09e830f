// Coverage by mutation: Stryker changes one place of the code at a time, and some test has to fail.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { onLeave } from "../leave.mjs";
import { AREAS } from "./areas.mjs";

/** Per cent of the mutants of each folder. */
export const LEAST = 90;

/** Where everything that a run writes goes. */
export const OUTPUT = "coverage/mutants";

/**
 * Mutates one area after another, prints the score of each folder, and returns whether all of them are high enough.
 * @param files MUTATE: a comma-separated choice of files; of the others the results of the last run count
 */
export async function mutants({ MUTATE: files } = process.env) {
  onLeave(() => rmSync(`${OUTPUT}/sandboxes`, { recursive: true, force: true }));
  const scores = [];
  for (const [area, { folder }] of Object.entries(AREAS)) {
    const chosen = files?.split(",").filter((file) => file.startsWith(`${folder}/`));
    if (chosen?.length === 0) continue;
    const code = await stryker(area, chosen);
    scores.push({ folder, score: code === 0 ? scoreOf(area) : Number.NaN });
  }
  for (const { folder, score } of scores)
    console.log(`${folder.padEnd(14)} ${score.toFixed(1)} % of the mutants killed, of at least ${LEAST} %`);
  return scores.every(({ score }) => score >= LEAST);
}

function stryker(area, files) {
  const choice = files === undefined ? [] : ["--mutate", files.join()];
  const args = [
    "node_modules/@stryker-mutator/core/bin/stryker.js",
    "run",
    "tools/mutants/stryker.config.mjs",
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args, ...choice], {
      stdio: "inherit",
      env: { ...process.env, MUTANTS_AREA: area },
    });
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
}

function scoreOf(area) {
  const report = JSON.parse(readFileSync(`${OUTPUT}/${area}.json`, "utf8"));
  const all = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...statuses) => all.filter((status) => statuses.includes(status)).length;
  const killed = count("Killed", "Timeout");
  return (100 * killed) / (killed + count("Survived", "NoCoverage"));
}
