// Mutation testing: Stryker changes one place of the code at a time, and a test has to fail. To mutate a few files:
// `MUTANTS_AREA=http npx stryker run tools/mutants/stryker.config.mjs --mutate provider/http/retry.ts`.
import { execa } from "execa";
import { AREAS } from "./areas.mjs";

/** Mutates the areas one after another. Returns whether the tests detect enough in each of them. */
export async function mutants({ MUTANTS: chosen } = process.env) {
  let passed = true;
  for (const area of chosen?.split(",") ?? Object.keys(AREAS)) {
    const { failed } = await execa("stryker", ["run", "tools/mutants/stryker.config.mjs"], {
      stdio: "inherit",
      preferLocal: true,
      env: { MUTANTS_AREA: area },
      reject: false,
    });
    passed &&= !failed;
  }
  return passed;
}
