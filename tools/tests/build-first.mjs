// Vitest's globalSetup for tiers that run what is built: commands, programs and provider hosts. `npm test` has already
// built it, but `vitest` alone has not.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { build, buildIsCurrent } from "../setup/build.mjs";

let isDone = false;

export default function buildFirst() {
  if (isDone) return;
  isDone = true;
  if (!buildIsCurrent()) build();
  const recorder = path.join(import.meta.dirname, "record-libraries.cjs");
  execFileSync(process.execPath, [recorder], { env: { ...process.env, TEST_RECORD_LIBRARIES: "1" } });
}
