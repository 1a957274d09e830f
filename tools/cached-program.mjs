import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import envPaths from "env-paths";
import { onLeave } from "./leave.mjs";

/**
 * The program `name` of this version in the cache folder. Where it is not there yet, `make` gets a folder to make it in
 * and returns the finished file.
 */
export function cachedProgram(name, version, make) {
  const cache = path.join(envPaths("pulumi-voicecall", { suffix: "" }).cache, name);
  const program = path.join(cache, `${name}-${version}${process.platform === "win32" ? ".exe" : ""}`);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, ".making-"));
  const discard = onLeave(() => rmSync(folder, { recursive: true, force: true }));
  try {
    // In one step: another process sees a whole program or none.
    renameSync(make(folder), program);
  } finally {
    discard.now();
  }
  return program;
}
