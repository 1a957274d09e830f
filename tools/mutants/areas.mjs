/** Files of the command itself, whose tests run a command in the place of the Pulumi CLI each time. */
const RUN_A_COMMAND = ["command", "events", "history", "untracked"].map((name) => `cli/drift/${name}.ts`);

const WITH_A_COMMAND = "test/unit/drift-{command,standing,untracked}.test.ts";

/**
 * What is mutated, and the tests that have to notice it: those that run inside one process. Every mutant that a test
 * reaches may cost that test's time, so a slow file is left out where others tell as much.
 */
export const AREAS = {
  http: {
    mutate: ["provider/http/*.ts", "!**/*.d.ts"],
    tests: ["test/unit/{http-*,routes,settings}.test.ts"],
    without: [],
  },
  drift: {
    mutate: ["cli/drift/*.ts", ...RUN_A_COMMAND.map((file) => `!${file}`)],
    tests: ["test/unit/drift-*.test.ts"],
    without: [WITH_A_COMMAND],
  },
  "drift-command": {
    mutate: RUN_A_COMMAND,
    tests: ["test/unit/drift-*.test.ts"],
    without: [],
  },
  core: {
    mutate: ["provider/core/*.ts"],
    tests: ["test/unit/core-*.test.ts", "test/lifecycle/*.test.ts", "test/lifecycle/bad-input/*.test.ts"],
    without: [
      "test/lifecycle/{bounds,fields,model,rate-limit,requests,unknowns}.test.ts",
      "test/lifecycle/bad-input/{fixed,random}.test.ts",
    ],
  },
};
