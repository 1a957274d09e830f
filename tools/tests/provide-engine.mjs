// Vitest's globalSetup of the tiers that need a real Pulumi CLI: tests read what it provides with `inject("engine")`.
import { execaNode } from "execa";
import { fileURLToPath } from "node:url";
import { findEngine } from "../engine/index.mjs";
import buildFirst from "./build-first.mjs";

export default async function provideEngine(project) {
  // The programs of these tests load dist/.
  buildFirst();
  // The tier `package` starts only a few commands.
  if (project.name === "engine") await keepCompiledCode();
  const { pulumi, env, version, introduction } = await findEngine();
  console.error(introduction);
  project.provide("engine", { pulumi, env, version });
}

async function keepCompiledCode() {
  const keep = fileURLToPath(new URL("compiled/keep.cjs", import.meta.url));
  const { failed, stderr } = await execaNode(keep, { reject: false });
  if (failed) console.error(`No compiled code was kept, so commands start slower:\n${stderr}`);
}
