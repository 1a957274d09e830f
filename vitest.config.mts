import { LongestFirst } from "./tools/tests/longest-first.mjs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;

// As many as CI has cores: more stacks of a real engine at once only slow each other down.
const WORKERS = 2;

/** A tier is a folder under test/ and a project here: `npx vitest --project unit` watches one of them. */
function tier(name: string, order: number, options: TestProjectInlineConfiguration["test"] = {}) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      pool: "forks" as const,
      maxWorkers: WORKERS,
      // Of a process that stays, most of the time goes into loading the same modules again and again.
      isolate: false,
      setupFiles: ["test/support/each-test.ts"],
      testTimeout: 30 * SECONDS,
      hookTimeout: 30 * SECONDS,
      sequence: { groupOrder: order },
      ...options,
    },
  };
}

// A real CLI, a Node language host and a provider host a stack.
const withEngine = {
  globalSetup: ["./tools/tests/provide-engine.mjs"],
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
