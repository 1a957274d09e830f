import path from "node:path";
import { CACHE } from "../base/cache.mjs";
import { CLI, LANGUAGE_HOST, LAUNCHER, askVersion, isProgram } from "./programs.mjs";
import { OLDEST, WANTED, isUsable } from "./version.mjs";

export const HOME = path.join(CACHE, "pulumi-cli", WANTED);

/** The CLI that an earlier run has built. */
export async function inCache() {
  if (![CLI, LANGUAGE_HOST, LAUNCHER].every((name) => isProgram(path.join(HOME, name)))) {
    return { why: `there is no Pulumi CLI in ${path.dirname(HOME)} yet` };
  }
  try {
    const version = await askVersion(path.join(HOME, CLI));
    if (isUsable(version)) return { folder: HOME, version, source: "from the cache folder" };
    return { why: `the Pulumi CLI in ${HOME} is ${version}, but ${OLDEST} or a later version 3 is required` };
  } catch (error) {
    return { why: `the Pulumi CLI in ${HOME} does not run (${error.message.split("\n")[0]})` };
  }
}
