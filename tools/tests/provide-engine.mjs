// Vitest's globalSetup of the tiers that need a real Pulumi CLI: tests read what it provides with `inject("engine")`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findEngine } from "../engine/index.mjs";
import { build, buildIsCurrent } from "../setup/build.mjs";

export default async function provideEngine(project) {
  const say = (line) => console.error(line);
  // The programs of these tests load dist/. `npm test` has built it; who runs vitest alone must not test an old one.
  if (!buildIsCurrent()) {
    await build(say).catch((error) => say(`${error.message} Going on with what was built.`));
  }
  const keep = fileURLToPath(new URL("compiled/keep.cjs", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [keep], { encoding: "utf8" });
  if (status !== 0) say(`No compiled code was kept, so commands start slower:\n${stderr}`);
  const { pulumi, env, version, introduction } = await findEngine();
  say(introduction);
  project.provide("engine", { pulumi, env, version });
}
