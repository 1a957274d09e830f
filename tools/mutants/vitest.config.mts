// The tests of one area as one project, which Stryker's runner plays again for each mutant.
import { defineConfig } from "vitest/config";
import { AREAS } from "./areas.mjs";

const { tests, without } = AREAS[process.env["MUTANTS_AREA"] as keyof typeof AREAS];

export default defineConfig({
  test: {
    include: tests,
    exclude: without,
    isolate: false,
    setupFiles: ["test/support/each-test.ts"],
    // A mutant often leaves a promise that nobody keeps.
    testTimeout: 10_000,
  },
});
