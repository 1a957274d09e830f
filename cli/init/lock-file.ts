/** Finds the file from which `npm ci` installs the program's packages. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const NAMES = ["package-lock.json", "npm-shrinkwrap.json"];

/**
 * The lock file relative to the root of the repository, with forward slashes. It is next to the program, or at
 * the npm workspace that the program belongs to. Undefined if there is none.
 */
export function lockFile(root: string, program: string): string | undefined {
  const name = NAMES.find((one) => existsSync(path.join(root, program, one)));
  if (name !== undefined) return path.posix.join(program, name);
  const workspace = foldersAbove(program).find((folder) => hasWorkspaces(path.join(root, folder)));
  return workspace === undefined ? undefined : lockFile(root, workspace);
}

/** The parent folders: the nearest first, and the root of the repository last. */
function foldersAbove(folder: string): string[] {
  if (folder === ".") return [];
  const above = path.posix.dirname(folder);
  return [above, ...foldersAbove(above)];
}

function hasWorkspaces(folder: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as object;
    return "workspaces" in manifest;
  } catch {
    // There is no package.json, or `npm ci` reports that it is invalid.
    return false;
  }
}
