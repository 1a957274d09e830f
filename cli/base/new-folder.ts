/** Writes the files of a program to a new or empty folder. No file name and no link may point outside. */
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { firstFew, quoted } from "../../provider/base/quoted.js";
import { fileAbove } from "./file-above.js";
import type { Files } from "./template.js";

/** A folder with only these files counts as empty. */
const HARMLESS = [".git", ".DS_Store"];

/** @throws Error if the folder is not new or empty, if it is a symbolic link, or if it is a file or below one */
export function assertFree(folder: string): void {
  const refusal = (why: string): Error =>
    new Error(`Nothing was written: ${why}. Name a new or empty folder.`);
  const above = fileAbove(folder);
  if (above !== undefined) throw refusal(`${above} is a file`);
  // The path is resolved, because with a slash or dot at its end, `lstat` would follow the link.
  const found = lstatSync(path.resolve(folder), { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isSymbolicLink()) throw refusal(`${folder} is a symbolic link`);
  if (!found.isDirectory()) throw refusal(`${folder} is a file`);
  const files = readdirSync(folder).filter((file) => !HARMLESS.includes(file));
  if (files.length > 0) throw refusal(`${folder} contains ${firstFew(files.map(quoted), 5)}`);
}

/**
 * Fails if a file already exists.
 * @param secret a file that only its owner may read
 */
export function write(folder: string, files: Files, secret?: string): void {
  for (const [file, text] of files) {
    const target = inside(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: "wx", ...(file === secret && { mode: 0o600 }) });
  }
}

/** @throws Error if the file is outside the folder */
function inside(folder: string, file: string): string {
  const target = path.join(folder, file);
  const relativePath = path.relative(folder, target);
  if (relativePath === "" || relativePath.split(path.sep)[0] === ".." || path.isAbsolute(relativePath))
    throw new Error(`Only files in the folder are written: ${quoted(file)} is not in ${folder}.`);
  return target;
}
