// Vitest's globalSetup for the tiers that need a real Pulumi CLI. Tests read what it provides with `inject("engine")`.
import { findEngine } from "../engine/index.mjs";
import buildFirst from "./build-first.mjs";

export default async function provideEngine(project) {
  // The programs of these tests load dist/.
  buildFirst();
  const { pulumi, env, version, introduction } = await findEngine();
  console.error(introduction);
  project.provide("engine", { pulumi, env, version });
}
