/**
 * What is mutated, and the tests that have to notice it: the tiers that run inside one process. Left out are files in
 * which one test plays hundreds of cases, since each mutant that it reaches would cost all of them.
 */
export const AREAS = {
  http: {
    folder: "provider/http",
    tests: ["test/unit/{http-*,routes,settings}.test.ts"],
    without: [],
  },
  drift: {
    folder: "cli/drift",
    tests: ["test/unit/drift-*.test.ts"],
    without: [],
  },
  core: {
    folder: "provider/core",
    tests: ["test/unit/core-*.test.ts", "test/lifecycle/*.test.ts", "test/lifecycle/bad-input/*.test.ts"],
    without: [
      "test/lifecycle/{bounds,fields,model,rate-limit,requests,unknowns}.test.ts",
      "test/lifecycle/bad-input/{fixed,random}.test.ts",
    ],
  },
};
