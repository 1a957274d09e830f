/** The files of cli/drift whose tests are slow, because they start a script in place of the Pulumi CLI. */
const STARTS_PULUMI = ["command", "events", "history", "stack", "untracked"].map(
  (name) => `cli/drift/${name}.ts`,
);

/**
 * By area, the files to mutate, and the tests that must detect the mutants. Each mutant takes as long as all tests
 * that reach it, so `drift` leaves out tests that start other processes (`without`).
 */
export const AREAS = {
  http: {
    // Life-cycle tests hold how a wrong base URL is told from a missing route.
    mutate: ["provider/http/*.ts", "!provider/http/undici.d.ts", "!provider/http/base-url-check.ts"],
    tests: ["test/unit/{engine,http-*,routes,settings}.test.ts"],
    without: [],
  },
  drift: {
    mutate: ["cli/drift/*.ts", ...STARTS_PULUMI.map((file) => `!${file}`)],
    tests: ["test/unit/drift-*.test.ts"],
    without: ["test/unit/drift-{command,standing,untracked}.test.ts"],
  },
  "drift-command": {
    mutate: STARTS_PULUMI,
    tests: ["test/unit/drift-*.test.ts"],
    without: [],
  },
  core: {
    // Life-cycle tests hold what the verbs do, and what resources of a run tell each other.
    mutate: [
      "provider/core/*/*.ts",
      "!provider/core/steps/*.ts",
      "!provider/core/run/{ledger,program-leads}.ts",
    ],
    tests: ["test/unit/core-*.test.ts"],
    without: [],
  },
};
