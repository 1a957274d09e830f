import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

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

/** The output of `pulumi version`, such as `v3.255.0`. Throws if there is none within half a minute. */
export async function askVersion(pulumi) {
  const { stdout } = await run(pulumi, ["version"], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: 30_000,
  });
  return stdout.trim();
}
