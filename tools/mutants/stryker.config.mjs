import os from "node:os";
import { AREAS } from "./areas.mjs";

const area = process.env.MUTANTS_AREA;
const OUTPUT = "coverage/mutants";

export default {
  mutate: AREAS[area].mutate,
  // The percentage of mutants that the tests must detect.
  thresholds: { high: 95, low: 90, break: 90 },
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
  incrementalFile: `${OUTPUT}/${area}.json`,
  // Another run may be active, and Stryker empties this folder.
  tempDirName: `${OUTPUT}/sandboxes-${process.ppid}`,
  cleanTempDir: "always",
  ignorePatterns: ["coverage", "dist", "docs", "examples"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
