import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const MINUTES = 60_000;

// Two more than CI has cores: two of the first files wait minutes for Pulumi, and tests with an engine wait now and then.
const WORKERS = 4;

/**
 * Files that start before all others. Without them, a new clone, which knows no durations, would start them last of their
 * tier: they are small. The first two wait, and the others compute meanwhile.
 */
const FIRST = [
  "test/engine/backends/s3.test.ts",
  "test/engine/backends/postgres.test.ts",
  "test/lifecycle/model.test.ts",
];

// A real CLI, a Node language host and a provider host a stack.
const WITH_ENGINE = {
  globalSetup: ["./tools/tests/provide-engine.mjs"],
  testTimeout: 10 * MINUTES,
  hookTimeout: 10 * MINUTES,
};

/**
 * In the order in which their files start. What waits most comes first, so that what only computes fills its pauses;
 * the files of a tier stay together, because they share processes.
 */
const OPTIONS = {
  package: WITH_ENGINE,
  engine: WITH_ENGINE,
  lifecycle: {},
  static: { testTimeout: 10 * MINUTES },
  cli: { globalSetup: ["./tools/tests/build-first.mjs"] },
  host: {},
  service: {},
  unit: {},
  // After the others: it searches what they printed and left behind.
  canary: { sequence: { groupOrder: 1 } },
};
export const TIERS = Object.keys(OPTIONS);

/** `FIRST`, and then tier by tier with the longest files of the last run first. */
class ByTier extends BaseSequencer {
  async sort(files) {
    const place = ({ project, moduleId }) => {
      const early = FIRST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return early < 0 ? FIRST.length + TIERS.indexOf(project.name) : early;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** A tier is a folder under test/ and a project here: `npx vitest --project unit` watches one of them. */
const tier = (name) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    pool: "forks",
    maxWorkers: WORKERS,
    // Of a process that stays, most of the time goes into loading the same modules again and again.
    isolate: false,
    setupFiles: ["test/support/each-test.ts"],
    // A busy machine may need minutes for what takes seconds.
    testTimeout: 5 * MINUTES,
    hookTimeout: 5 * MINUTES,
    ...OPTIONS[name],
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: ByTier },
    projects: TIERS.map(tier),
  },
});
