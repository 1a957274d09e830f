import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { OLDEST, isUsable } from "./version.mjs";

const run = promisify(execFile);
const windows = process.platform === "win32";

/** The three programs of a Pulumi installation that a Node project needs. */
export const CLI = windows ? "pulumi.exe" : "pulumi";
export const LANGUAGE_HOST = windows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
export const LAUNCHER = windows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";

export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export function findOnPath(name) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => path.resolve(folder, name)).find(isProgram);
}

/**
 * The output of `pulumi version`, such as `v3.255.0`, or why this CLI cannot be used.
 * @param failure what is said of `name` if there is no output within half a minute
 */
export async function askVersion(pulumi, name, failure) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const version = (await run(pulumi, ["version"], { env, timeout: 30_000 })).stdout.trim();
    if (isUsable(version)) return { version };
    return { why: `${name} is ${version}, but ${OLDEST} or a later version 3 is required` };
  } catch (error) {
    return { why: `${name} ${failure} (${error.message.split("\n")[0]})` };
  }
}
