// `npm test`: sets up, runs all tiers except `canary` in one run of vitest, and then `canary`, which searches
// their output and temporary files for secrets. `npm test -- unit host` runs only those tiers and `canary`.
// Arguments after a second `--` go to vitest.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { setup } from "./setup/setup.mjs";
import { recordOutput } from "./tests/record-output.mjs";
import { CountingReporter } from "./tests/reporter.mjs";
import { useTemporaryFolder } from "./tests/temporary-folder.mjs";

const NEED_ENGINE = ["engine", "package"];

const args = process.argv.slice(2);
const split = args.includes("--") ? args.indexOf("--") : args.length;
const [tierNames, forVitest] = [args.slice(0, split), args.slice(split + 1)];
const counts = new CountingReporter();
try {
  setup();
  await runTiers();
} catch (error) {
  console.error(error.message);
  counts.fail("setup", error.message);
}
counts.print();
process.exit(counts.failures.length > 0 ? 1 : 0);

async function runTiers() {
  const temporary = await useTemporaryFolder();
  const records = path.join(temporary, "records");
  mkdirSync(records);
  process.env.VOICECALL_TEST_RECORDS = records;
  recordOutput(path.join(records, "output.txt"));

  await runVitest(await withoutMissingEngine(await askedTiers()), forVitest);
  // The tier `canary` checks that each named tier used the canaries (planted secrets). A failed tier or a
  // selection of tests might not use every canary, and the tier `static` uses none.
  const whole = [...counts.tiers].filter(([, { failed }]) => failed === 0 && forVitest.length === 0);
  const names = whole.map(([tier]) => tier).filter((tier) => tier !== "static");
  process.env.VOICECALL_CANARY_TIERS = names.join();
  await runVitest(["canary"], []);
}

async function askedTiers() {
  const { TIERS } = await import("../vitest.config.mjs");
  const unknown = tierNames.filter((name) => !TIERS.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `There is no tier ${unknown.join(", ")}. The tiers are: ${TIERS.join(", ")}. Arguments for vitest go after a second --, as in: npm test -- unit -- -t name`,
    );
  return (tierNames.length > 0 ? tierNames : TIERS).filter((tier) => tier !== "canary");
}

/** The tiers that can run. Builds a CLI first if there is none, which takes minutes on a new machine. */
async function withoutMissingEngine(tiers) {
  const needing = tiers.filter((tier) => NEED_ENGINE.includes(tier));
  if (needing.length === 0) return tiers;
  const { findEngine } = await import("./engine/index.mjs");
  try {
    await findEngine();
    return tiers;
  } catch (error) {
    console.error(error.message);
    for (const tier of needing) counts.fail(tier, `${tier}: there is no Pulumi CLI for this tier`);
    return tiers.filter((tier) => !needing.includes(tier));
  }
}

async function runVitest(project, args) {
  if (project.length === 0) return;
  const { parseCLI, startVitest } = await import("vitest/node");
  const { filter, options } = parseCLI(["vitest", "run", ...args]);
  process.exitCode = undefined;
  await startVitest("test", filter, {
    ...options,
    project,
    run: true,
    allowOnly: false,
    reporters: ["default", counts],
  });
  for (const tier of project) if (!counts.tiers.has(tier)) counts.fail(tier, `${tier}: no test ran`);
  if (process.exitCode && counts.failures.length === 0)
    counts.fail("vitest", `vitest exited with code ${process.exitCode}`);
}
