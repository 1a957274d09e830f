import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import envPaths from "env-paths";
import { onLeave } from "../leave.mjs";
import { CLI, LANGUAGE_HOST, LAUNCHER, askVersion, isProgram } from "./programs.mjs";
import { WANTED, isUsable } from "./version.mjs";

/** Holds one folder a version, and while one is being made a temporary one beside it. */
export const CLI_CACHE = path.join(envPaths("pulumi-voicecall", { suffix: "" }).cache, "pulumi-cli");
const HOME = path.join(CLI_CACHE, WANTED);

/** A copy that an earlier run left. */
export async function inCache() {
  if (![CLI, LANGUAGE_HOST, LAUNCHER].every((name) => isProgram(path.join(HOME, name)))) {
    return { why: `there is none in ${CLI_CACHE} yet` };
  }
  try {
    const version = await askVersion(path.join(HOME, CLI));
    if (isUsable(version)) return { folder: HOME, version, source: "from the cache folder" };
    return { why: `${HOME} holds ${version}` };
  } catch (error) {
    return { why: `the one in ${HOME} does not run (${error.message.split("\n")[0]})` };
  }
}

/** A folder to make a CLI in; `discard` removes it, and so does leaving in any way. */
export function staging() {
  mkdirSync(CLI_CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CLI_CACHE, ".making-"));
  return { folder, discard: onLeave(() => rmSync(folder, { recursive: true, force: true })).now };
}

/**
 * Puts a finished folder in its place in one step, so that another process sees a whole CLI or none.
 * Whoever comes second keeps what is there.
 */
export async function publish(folder) {
  if ((await inCache()).folder) return;
  const old = `${folder}-old`;
  const dropOld = onLeave(() => rmSync(old, { recursive: true, force: true }));
  try {
    renameSync(HOME, old);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  try {
    renameSync(folder, HOME);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
  }
  dropOld.now();
}
