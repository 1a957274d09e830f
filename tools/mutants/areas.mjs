/** The parts of drift that start the Pulumi CLI. Tests replace it with a script, which is slow to start. */
const STARTS_PULUMI = files("cli/drift", "command", "events", "history", "untracked");

/** The parts of the core that can be tested without a service. */
const WITHOUT_SERVICE = files(
  "provider/core",
  ...["check", "codecs", "describe", "diff", "fields", "listing", "options", "plan"],
  ...["record", "state", "types", "values", "wanted"],
);

/**
 * What is mutated, and the tests that have to notice it. A mutant costs the time of every test that reaches it, so each
 * area has the fastest tests that tell enough, all of them within one process. Left out are those in which one test
 * plays hundreds of cases, and those of the built command and of the real engine, which run other processes.
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
