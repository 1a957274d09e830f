// Vitest's globalSetup for tiers that need a real Pulumi CLI. Tests get it with `inject("engine")`.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { findEngine } from "../engine/index.mjs";
import buildFirst from "./build-first.mjs";

export default async function provideEngine(project) {
  // Programs of these tests load dist/.
  buildFirst();
  const recorder = path.join(import.meta.dirname, "record-libraries.cjs");
  execFileSync(process.execPath, [recorder], { env: { ...process.env, TEST_RECORD_LIBRARIES: "1" } });
  const { pulumi, env, version, introduction } = await findEngine();
  console.error(introduction);
  project.provide("engine", { pulumi, env, version });
}
