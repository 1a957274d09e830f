/** Writes the files of an export to a new or empty folder. No file name and no link may point outside. */
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { firstFew, quoted } from "../../provider/base/quoted.js";
import { fileAbove } from "../base/file-above.js";
import { IMPORT_FILE } from "./import-file.js";
import type { Files } from "./program.js";

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

/** Fails if a file already exists. */
export function write(folder: string, files: Files): void {
  for (const [file, text] of files) {
    const target = inside(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    // Only the owner may read the import file, because it contains secrets.
    writeFileSync(target, text, { flag: "wx", ...(file === IMPORT_FILE && { mode: 0o600 }) });
  }
}

/** @throws Error if the file is outside the folder */
function inside(folder: string, file: string): string {
  const target = path.join(folder, file);
  const relativePath = path.relative(folder, target);
  if (relativePath === "" || relativePath.split(path.sep)[0] === ".." || path.isAbsolute(relativePath))
    throw new Error(`An export uses only files in its folder: ${quoted(file)} is not in ${folder}.`);
  return target;
}
