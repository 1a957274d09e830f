// Vitest's globalSetup for tiers that need a real Pulumi CLI. Tests get it with `inject("engine")`.
import { findEngine } from "../engine/index.mjs";
import buildFirst from "./build-first.mjs";

export default async function provideEngine(project) {
  buildFirst();
  const { pulumi, env, version, introduction } = await findEngine();
  console.error(introduction);
  project.provide("engine", { pulumi, env, version });
}
