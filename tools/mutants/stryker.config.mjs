import os from "node:os";
import { AREAS } from "./areas.mjs";
import { OUTPUT, resultsOf } from "./mutants.mjs";
import { sampled } from "./sample.mjs";

const area = process.env.MUTANTS_AREA;
const every = Number(process.env.MUTANTS_SAMPLE ?? 1);
const { mutate } = AREAS[area];

export default {
  mutate: every > 1 ? sampled(mutate, every) : mutate,
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tools/mutants/vitest.config.mts", related: false },
  // By default, Stryker leaves one core free, which would double the time on a machine with two cores.
  concurrency: os.availableParallelism(),
  coverageAnalysis: "perTest",
  // Leaves out code that runs only when a module is loaded, such as a schema or a constant. Each of its mutants
  // would need a run of all tests.
  ignoreStatic: true,
  // Stryker adds this to the usual time of the tests, and counts a timeout as a detected mutant. On a busy machine,
  // tests could exceed a shorter time without detecting the mutant.
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: resultsOf(area),
  tempDirName: process.env.MUTANTS_SANDBOXES ?? `${OUTPUT}/sandboxes`,
  cleanTempDir: "always",
  ignorePatterns: ["coverage", "dist", "docs", "examples", ".demo"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
