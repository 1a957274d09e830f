import { AREAS } from "./areas.mjs";
import { OUTPUT } from "./mutants.mjs";

const area = process.env.MUTANTS_AREA;

export default {
  mutate: AREAS[area].mutate,
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tools/mutants/vitest.config.mts", related: false },
  coverageAnalysis: "perTest",
  // What runs only while a module is loaded (a schema, a table, a constant) would cost every test for each mutant.
  ignoreStatic: true,
  // Beyond what the tests of a mutant take by themselves: a machine under load is no dead mutant.
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: `${OUTPUT}/${area}.json`,
  tempDirName: process.env.MUTANTS_SANDBOXES ?? `${OUTPUT}/sandboxes`,
  cleanTempDir: "always",
  ignorePatterns: ["coverage", "dist", "docs", "examples", ".demo"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
