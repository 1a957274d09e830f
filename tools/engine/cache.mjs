import path from "node:path";
import { CACHE } from "../base/cache.mjs";
import { CLI, LANGUAGE_HOST, LAUNCHER, askVersion, isProgram } from "./programs.mjs";
import { WANTED } from "./version.mjs";

export const HOME = path.join(CACHE, "pulumi-cli", WANTED);

/** The CLI that an earlier run has built. */
export async function inCache() {
  if (![CLI, LANGUAGE_HOST, LAUNCHER].every((name) => isProgram(path.join(HOME, name)))) {
    return { why: `there is no Pulumi CLI in ${path.dirname(HOME)} yet` };
  }
  const { version, why } = await askVersion(
    path.join(HOME, CLI),
    `the Pulumi CLI in ${HOME}`,
    "does not run",
  );
  return why ? { why } : { folder: HOME, version, source: "from the cache folder" };
}
