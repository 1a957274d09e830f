// Mutation testing: Stryker changes one place of the code at a time, and a test has to fail. To mutate a few files:
// `MUTANTS_AREA=http npx stryker run tools/mutants/stryker.config.mjs --mutate provider/http/retry.ts`.
import { execa } from "execa";
import { AREAS } from "./areas.mjs";

const DAY_MS = 86_400_000;

/**
 * Mutates one area, another one each day, because each takes an hour or more on two cores. `MUTANTS` names others.
 * Returns whether the tests detect enough in each area.
 */
export async function mutants({ MUTANTS: chosen } = process.env, now = Date.now()) {
  const all = Object.keys(AREAS);
  const ofToday = all[Math.floor(now / DAY_MS) % all.length];
  let passed = true;
  for (const area of (chosen ?? ofToday).split(",")) {
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
