// The tests of one area as one project. Stryker's runner runs them for each mutant.
import { defineConfig } from "vitest/config";
import { AREAS } from "./areas.mjs";

const { tests, without } = AREAS[process.env["MUTANTS_AREA"] as keyof typeof AREAS];

export default defineConfig({
  test: {
    include: tests,
    exclude: without,
    isolate: false,
    setupFiles: ["test/support/each-test.ts"],
    // Short, because many mutants leave a promise pending forever.
    testTimeout: 10_000,
  },
});
