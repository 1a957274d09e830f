// Mutation testing: Stryker changes one place of the code at a time, and a test has to fail. To mutate a few files:
// `MUTANTS_AREA=http npx stryker run tools/mutants/stryker.config.mjs --mutate provider/http/retry.ts`.
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { onExit } from "signal-exit";
import { AREAS } from "./areas.mjs";

/** The percentage of mutants that the tests must detect in each folder. */
const LEAST = 90;

/** The folder for results. Stryker reuses earlier results if neither the code nor the tests have changed. */
export const OUTPUT = "coverage/mutants";

/**
 * The file in which Stryker keeps the results of an area. A sample has a separate file, because it would otherwise
 * replace the results of a whole run.
 */
export const resultsOf = (area, { MUTANTS_SAMPLE: every } = process.env) =>
  `${OUTPUT}/${area}${every ? `-sample-${every}` : ""}.json`;

/**
 * Mutates one area after another and prints the score of each folder. Returns whether all scores are high enough.
 * @param env MUTANTS selects areas, such as `http,drift`. MUTANTS_SAMPLE=10 mutates every tenth block of lines.
 */
export async function mutants(env = process.env) {
  // Each run has a separate sandbox folder and removes only that folder, because another run may be active.
  const sandboxes = `${OUTPUT}/sandboxes-${process.pid}`;
  onExit(() => rmSync(sandboxes, { recursive: true, force: true }));
  const areas = env.MUTANTS?.split(",") ?? Object.keys(AREAS);
  let allRan = true;
  for (const area of areas) allRan = (await stryker(area, sandboxes)) && allRan;
  const scores = scoresOf(areas.filter((area) => Object.hasOwn(AREAS, area)));
  for (const [folder, score] of scores)
    console.log(
      `${folder.padEnd(14)} ${score.toFixed(1)} % of the mutants killed, at least ${LEAST} % required`,
    );
  return allRan && scores.every(([, score]) => score >= LEAST);
}

async function stryker(area, sandboxes) {
  const { failed } = await execa("stryker", ["run", "tools/mutants/stryker.config.mjs"], {
    stdio: "inherit",
    preferLocal: true,
    env: { MUTANTS_AREA: area, MUTANTS_SANDBOXES: sandboxes },
    reject: false,
  });
  return !failed;
}

function scoresOf(areas) {
  const byFolder = new Map();
  for (const area of areas) {
    const { files } = JSON.parse(readFileSync(resultsOf(area), "utf8"));
    for (const [file, { mutants }] of Object.entries(files)) {
      const folder = path.dirname(file);
      const statuses = mutants.map(({ status }) => status);
      byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...statuses]);
    }
  }
  return [...byFolder].map(([folder, statuses]) => {
    const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
    const killed = count("Killed", "Timeout");
    return [folder, (100 * killed) / (killed + count("Survived", "NoCoverage"))];
  });
}
