// See docs/decisions/tests.md.
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const MINUTES = 60_000;

// Tests create many short-lived objects. A larger new space needs fewer garbage collections.
const EXEC_ARGV = ["--max-semi-space-size=64"];

// CI has two cores. Two more workers use them while tests wait for an engine or a command.
const WAITING = { maxWorkers: 4, sequence: { groupOrder: 0 } };

// These tests keep both cores busy. More workers, or V8's helper threads, would only take time from each other.
const COMPUTING = {
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  execArgv: [...EXEC_ARGV, "--single-threaded"],
};

const WITH_ENGINE = {
  ...WAITING,
  globalSetup: ["./tools/tests/provide-engine.mjs"],
  testTimeout: 10 * MINUTES,
  hookTimeout: 10 * MINUTES,
};

/**
 * The options of each tier, in the order in which the tiers start. The files of a tier stay together because they
 * share processes.
 */
const OPTIONS = {
  package: WITH_ENGINE,
  engine: WITH_ENGINE,
  cli: { ...WAITING, globalSetup: ["./tools/tests/build-first.mjs"] },
  static: { ...WAITING, testTimeout: 10 * MINUTES },
  lifecycle: COMPUTING,
  host: COMPUTING,
  service: COMPUTING,
  unit: COMPUTING,
  // Runs after the other tiers, because it searches their output and their temporary files.
  canary: { ...COMPUTING, sequence: { groupOrder: 2 } },
};
/** The tiers of `npm test`. */
export const TIERS = Object.keys(OPTIONS);

/** Tests that only `npm run soak` runs. The first run builds an S3-compatible server in its test. */
const SOAK = { name: "soak", options: { ...WITH_ENGINE, testTimeout: 30 * MINUTES } };

/** Runs tier by tier. In a tier, failed files come first, then the slowest files. */
class ByTier extends BaseSequencer {
  async sort(files) {
    const place = ({ project }) => TIERS.indexOf(project.name);
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** A tier is a folder under test/ and a project here: `npx vitest --project unit` watches only that tier. */
const tier = (name, options) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    pool: "forks",
    // With isolation, most of the time would be spent loading the same modules again.
    isolate: false,
    execArgv: EXEC_ARGV,
    setupFiles: ["test/support/each-test.ts"],
    // On a busy machine, seconds may become minutes.
    testTimeout: 5 * MINUTES,
    hookTimeout: 5 * MINUTES,
    ...options,
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: ByTier },
    // Lets the tiers share compiled modules.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    projects: [...TIERS.map((name) => tier(name, OPTIONS[name])), tier(SOAK.name, SOAK.options)],
  },
});
