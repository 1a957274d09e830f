/** Keeps an export inside its folder: no file name and no link may point outside. */
import { existsSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import { firstFew, quoted } from "../../provider/base/quoted.js";
import { reasonOf } from "../exit.js";
import { fileAbove } from "../file-above.js";
import { yamlKeys } from "../yaml.js";

/** @throws Error if the file is outside the folder */
export function inside(folder: string, file: string): string {
  const target = path.join(folder, file);
  const relativePath = path.relative(folder, target);
  if (relativePath === "" || relativePath.split(path.sep)[0] === ".." || path.isAbsolute(relativePath)) {
    throw new Error(`An export uses only files in its folder: ${quoted(file)} is not in ${folder}.`);
  }
  return target;
}

/**
 * @param files files in the folder that the export will read, write or remove
 * @throws Error if the folder is a file or below one, if the folder or a part of a file's path is a symbolic
 * link, even a dangling one, or if a part is not the expected folder or file
 */
export function refuseLinks(folder: string, files: readonly string[]): void {
  const above = fileAbove(folder);
  if (above !== undefined)
    throw new Error(`Nothing was written to ${folder}: ${above} is a file. Name another folder.`);
  // The path is resolved, because with a slash or dot at its end, `lstat` would follow the link.
  const kind = kindOf(path.resolve(folder));
  if (kind === "link")
    throw new Error(`Nothing was written: ${folder} is a symbolic link. Name the folder that it points to.`);
  if (kind === "file") throw new Error(`Nothing was written: ${folder} is a file. Name a folder.`);
  const found = [...new Set(files.flatMap((file) => obstacle(folder, file)))];
  if (found.length === 0) return;
  throw new Error(
    `Nothing was written: in ${folder}, these are symbolic links, or not the expected file or folder: ${namesOf(found)}. An export never follows links, not even with --force. Remove or rename them, or name another folder.`,
  );
}

export const namesOf = (files: readonly string[]): string => firstFew(files.map(quoted), 5);

/**
 * The top-level keys of Pulumi.yaml. Empty without the file.
 * @throws Error if the file cannot be parsed
 */
export function projectKeys(folder: string): Record<string, unknown> {
  const file = path.join(folder, "Pulumi.yaml");
  if (!existsSync(file)) return {};
  try {
    return yamlKeys(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`Nothing was written: ${file} cannot be parsed: ${reasonOf(error)}`);
  }
}

/** Whether Pulumi.yaml makes `pulumi config set` write to another folder. */
export function hasConfigElsewhere(folder: string): boolean {
  const { stackConfigDir, config } = projectKeys(folder);
  return stackConfigDir !== undefined || typeof config === "string";
}

export function refuseConfigElsewhere(folder: string): void {
  if (!hasConfigElsewhere(folder)) return;
  throw new Error(
    `Nothing was written: ${path.join(folder, "Pulumi.yaml")} keeps stack configuration in another folder (stackConfigDir or config), but an export writes only into its own folder. Export without --stack, and set the secret values with \`pulumi config set --secret\`.`,
  );
}

/** The first part of the path that is not the expected folder or file. Empty if there is none. */
function obstacle(folder: string, file: string): string[] {
  const steps = file.split("/");
  for (const index of steps.keys()) {
    const part = steps.slice(0, index + 1).join("/");
    const kind = kindOf(inside(folder, part));
    if (kind === undefined) return [];
    if (kind !== (part === file ? "file" : "folder")) return [part];
  }
  return [];
}

function kindOf(target: string): "file" | "folder" | "link" | "other" | undefined {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return "link";
  return found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
}
