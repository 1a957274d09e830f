/** Vitest's setup file for all tiers. Closes what a test has left open, and fails a test if a canary has leaked. */
import { appendFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, expect } from "vitest";
import { closeAll } from "./after-test.js";
import { leaksIn } from "./canaries.js";
import { takeLeaks, takeWatched } from "./canary-watch.js";
import { REPOSITORY } from "./project.js";
import { closeIdleServices } from "./service.js";
import { KEPT } from "./watched-runtime.js";

// Without this, the variables CI and FORCE_COLOR would color the output that tests compare.
delete process.env["FORCE_COLOR"];
process.env["NO_COLOR"] = "1";

// Vitest runs `afterEach` hooks in reverse order, so the hooks below run after those of the test file.
afterEach(({ task }) => {
  failOnLeaks();
  // A reporter prints the titles of slow tests.
  if (leaksIn(task.fullName).length > 0) throw new Error("the title of this test contains a secret");
});
afterEach(closeAll);

afterAll(async () => {
  rmSync(KEPT, { recursive: true, force: true });
  await closeIdleServices();
  failOnLeaks();
  // The tier `canary` reads this folder. Only `npm test` sets the variable.
  const folder = process.env["VOICECALL_TEST_RECORDS"];
  if (folder === undefined) return;
  const file = path.relative(path.join(REPOSITORY, "test"), expect.getState().testPath ?? "");
  const tier = file.split(path.sep)[0];
  appendFileSync(path.join(folder, "watched.jsonl"), `${JSON.stringify({ tier, watched: takeWatched() })}\n`);
});

function failOnLeaks(): void {
  const leaks = takeLeaks();
  if (leaks.length > 0) throw new Error(leaks.join("\n"));
}
