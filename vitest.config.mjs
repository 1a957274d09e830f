import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const MINUTES = 60_000;

// Two more than the cores of CI: two of the first files wait minutes for Pulumi, and tests with an engine wait now and
// then.
const WORKERS = 4;

/**
 * Files that start before all others. A new clone has no durations yet, and would start these last in their tier
 * because they are small. The first two spend most of their time waiting, while the others compute.
 */
const FIRST = [
  "test/engine/backends/s3.test.ts",
  "test/engine/backends/postgres.test.ts",
  "test/lifecycle/model.test.ts",
];

// A stack needs a real CLI, a Node language host and a provider host.
const WITH_ENGINE = {
  globalSetup: ["./tools/tests/provide-engine.mjs"],
  testTimeout: 10 * MINUTES,
  hookTimeout: 10 * MINUTES,
};

/**
 * In the order in which their files start. Tiers that wait a lot come first, so that tiers that only compute fill the
 * pauses. The files of a tier stay together because they share processes.
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
  // Runs after the others: it searches what they have printed and left behind.
  canary: { sequence: { groupOrder: 1 } },
};
export const TIERS = Object.keys(OPTIONS);

/** First `FIRST`, and then tier by tier, with the longest files of the last run first. */
class ByTier extends BaseSequencer {
  async sort(files) {
    const place = ({ project, moduleId }) => {
      const early = FIRST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return early < 0 ? FIRST.length + TIERS.indexOf(project.name) : early;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** A tier is a folder under test/ and a project here: `npx vitest --project unit` watches only that tier. */
const tier = (name) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    pool: "forks",
    maxWorkers: WORKERS,
    // With isolation, most of the time would be spent loading the same modules again.
    isolate: false,
    // Tests create much garbage of short life. A larger new space needs fewer collections.
    execArgv: ["--max-semi-space-size=64"],
    setupFiles: ["test/support/each-test.ts"],
    // On a busy machine, seconds may become minutes.
    testTimeout: 5 * MINUTES,
    hookTimeout: 5 * MINUTES,
    ...OPTIONS[name],
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: ByTier },
    // Otherwise, each tier compiles the same modules again.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    projects: TIERS.map(tier),
  },
});
