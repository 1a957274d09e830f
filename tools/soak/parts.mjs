/**
 * The parts of `npm run soak`, with their test files, or with `run` for those that are no tests. A part with
 * `environments` runs once in each.
 */
export const PARTS = {
  histories: {
    what: "random histories of edits, faults, kills and manual changes (20,000; HISTORIES and SEED change that)",
    files: ["test/lifecycle/model.test.ts"],
    env: { HISTORIES: "20000" },
  },
  inputs: {
    what: "invalid and unusual inputs in every field, phone numbers in every spelling, and long and private values in each kind (20,000; BAD_INPUT_RUNS and SEED change that)",
    files: [
      "test/soak/inputs/",
      "test/lifecycle/bad-input/random.test.ts",
      "test/lifecycle/bounds.test.ts",
      "test/lifecycle/secrets.test.ts",
      "test/lifecycle/unknowns.test.ts",
    ],
    env: { BAD_INPUT_RUNS: "20000" },
  },
  fields: {
    what: "every field in every engine mode, and with a service that spells its JSON as PHP does, in both forms of the API",
    files: ["test/lifecycle/fields.test.ts", "test/lifecycle/merged.test.ts"],
  },
  outcomes: {
    what: "each fault in each operation of each kind, also with a program whose `onError` hook retries",
    files: ["test/lifecycle/outcomes/"],
  },
  texts: {
    what: "exports of accounts with hostile texts (500; HOSTILE_TEXTS and SEED change that)",
    files: ["test/soak/commands/export-hostile.test.ts"],
    env: { HOSTILE_TEXTS: "500" },
  },
  leads: {
    what: "a LeadSet of 10,000 leads under a rate limit, killed at random moments, and an account of 20 times as many (LEADS changes the number), and the requests of many assistants",
    files: [
      "test/lifecycle/lead-set-many.test.ts",
      "test/lifecycle/request-bounds.test.ts",
      "test/lifecycle/rate-limit.test.ts",
      "test/engine/lead-set.test.ts",
      "test/soak/large/",
    ],
    env: { LEADS: "10000" },
  },
  kills: {
    what: "kills of the command and of the provider host, and Ctrl-C, at every request, with a real engine",
    files: ["test/engine/kill/", "test/engine/cancel.test.ts", "test/soak/engine/lead-set-shortened.test.ts"],
  },
  engine: {
    what: "what life-cycle tests hold, once more with a real engine, the examples, and many stacks",
    files: ["test/soak/engine/", "test/engine/export.test.ts"],
  },
  neighbours: {
    what: "how many commands everyday work takes",
    files: ["test/soak/neighbours/"],
  },
  commands: {
    what: "commands in situations that few users meet, the search for a Pulumi CLI, and what functions capture",
    files: ["test/soak/commands/"],
  },
  workflows: {
    what: "the packed packages, and the workflows of `voicecall init ci` with a fork, without a secret, with --review none, and with drift as an issue and as a pull request",
    files: ["test/package/package.test.ts"],
  },
  backends: {
    what: "state in PostgreSQL and in an S3-compatible store",
    files: ["test/soak/backends/"],
  },
  matrix: {
    what: "a whole life cycle with each supported pair of @pulumi/pulumi and Node, including the newest on npm, and what engines do differently, with the oldest, the pinned and the newest CLI",
    files: ["test/soak/matrix/", "test/engine/"],
    environments: async () => (await import("../engine/versions.mjs")).environments(),
  },
  laravel: {
    what: "a real Laravel service with nginx and php-fpm, from Debian's packages, which root installs if they are missing",
    files: ["test/soak/laravel/"],
  },
  proxies: {
    what: "squid, tinyproxy and mitmproxy from Debian's packages, which root installs if they are missing, and a LiteLLM from PyPI",
    files: ["test/soak/proxies/"],
  },
  recipes: {
    what: "the recipes in CONTRIBUTING, each with one of its files left out, which a type check or a test must detect",
    files: ["test/soak/recipes.test.ts"],
  },
  setups: {
    what: "the packed packages with the package managers, kinds of program and versions that users have (SETUPS=1,5 chooses rows)",
    run: async () => (await import("../setups/setups.mjs")).setups(),
  },
  mutants: {
    what: "changed code of one area a day, of which tests must detect 90 % (MUTANTS=http,core chooses areas)",
    run: async () => (await import("../mutants/mutants.mjs")).mutants(),
  },
};
