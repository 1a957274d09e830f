import { LongestFirst } from "./tools/tests/longest-first.mjs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;

/** A tier is a folder under test/ and a project here: `npx vitest --project unit` watches one of them. */
function tier(name: string, order: number, options: TestProjectInlineConfiguration["test"] = {}) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      pool: "forks" as const,
      setupFiles: ["test/support/canary-setup.ts"],
      testTimeout: 30 * SECONDS,
      hookTimeout: 30 * SECONDS,
      sequence: { groupOrder: order },
      ...options,
    },
  };
}

// A real CLI, a Node language host and a provider host a stack: more than two at once only slow each other down.
const withEngine = {
  globalSetup: ["./tools/tests/provide-engine.mjs"],
  maxWorkers: 2,
  testTimeout: 10 * MINUTES,
  hookTimeout: 10 * MINUTES,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      tier("unit", 1),
      tier("service", 2),
      tier("lifecycle", 3),
      tier("host", 4),
      tier("cli", 5, { globalSetup: ["./tools/tests/build-first.mjs"] }),
      tier("engine", 6, withEngine),
      tier("package", 7, withEngine),
      // Last: it searches what the others printed and left behind.
      tier("canary", 8),
    ],
  },
});
