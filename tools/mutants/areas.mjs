/** The parts of drift that start the Pulumi CLI. Their tests use a script in its place, which is slow to start. */
const STARTS_PULUMI = files("cli/drift", "command", "events", "history", "untracked");

/** The parts of the core that can be tested without a service. */
const WITHOUT_SERVICE = files(
  "provider/core",
  ...["check", "codecs", "describe", "diff", "fields", "form", "known-records", "listing", "options"],
  ...["page-search", "plan", "record", "record-listing", "session", "state", "types", "values", "wanted"],
);

/**
 * What is mutated, and the tests that must detect it. Each mutant takes as long as all tests that reach it. So each
 * area has its fastest tests that are strict enough, in one process. Left out are tests with hundreds of cases, and
 * tests of the built command and of the real engine, which start other processes.
 */
export const AREAS = {
  http: {
    mutate: ["provider/http/*.ts", "!**/*.d.ts"],
    tests: ["test/unit/{engine,http-*,routes,settings}.test.ts"],
    without: [],
  },
  drift: {
    mutate: ["cli/drift/*.ts", ...except(STARTS_PULUMI)],
    tests: ["test/unit/drift-*.test.ts"],
    without: ["test/unit/drift-{command,standing,untracked}.test.ts"],
  },
  "drift-command": {
    mutate: STARTS_PULUMI,
    tests: ["test/unit/drift-*.test.ts"],
    without: [],
  },
  core: {
    mutate: WITHOUT_SERVICE,
    tests: ["test/unit/core-*.test.ts"],
    without: [],
  },
  operations: {
    mutate: ["provider/core/*.ts", ...except(WITHOUT_SERVICE)],
    tests: ["test/lifecycle/*.test.ts", "test/lifecycle/bad-input/*.test.ts"],
    without: [
      "test/lifecycle/{bounds,fields,model,rate-limit,requests,rules,unknowns}.test.ts",
      "test/lifecycle/bad-input/{fixed,random}.test.ts",
    ],
  },
};

function files(folder, ...names) {
  return names.map((name) => `${folder}/${name}.ts`);
}

function except(some) {
  return some.map((file) => `!${file}`);
}
