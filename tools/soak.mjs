// `npm run soak`: the random histories of test/lifecycle/model.test.ts, 50,000 of them, and 20,000 odd inputs
// (HISTORIES, BAD_INPUT_RUNS and SEED change that).
import { spawnSync } from "node:child_process";
import { setup } from "./setup.mjs";

await setup();
const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--project",
  "lifecycle",
  "test/lifecycle/model.test.ts",
  "test/lifecycle/bad-input/random.test.ts",
];
const { status } = spawnSync(process.execPath, vitest, {
  stdio: "inherit",
  env: { HISTORIES: "50000", BAD_INPUT_RUNS: "20000", ...process.env },
});
process.exitCode = status ?? 1;
