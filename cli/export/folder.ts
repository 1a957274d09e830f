/** Writes the files of an export. Overwrites files of earlier exports only. */
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { warn } from "../output.js";
import { OVERWRITTEN } from "./edited.js";
import { IMPORT_FILE } from "./import-file.js";
import { MANIFEST, type Manifest, hash } from "./manifest.js";
import { inside, namesOf, refuseLinks } from "./place.js";
import type { Files, Program } from "./program.js";

/** Files that may be in a folder before the first export. */
const HARMLESS = [".git", ".DS_Store"];

export interface Plan {
  /** The files of the program. The next export replaces them. */
  readonly program: Program;
  /** Information for the next export. */
  readonly manifest: string;
  /** Files that are written only if they are missing. */
  readonly project: Files;
  /** Contains secrets: not listed in the manifest, and readable by the owner only. */
  readonly importFile: string;
}

/** What an export did to the files of its folder. */
export interface Written {
  /** Files of the program that are new, changed or gone since the last export. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Files with another text, which no export wrote or which was edited since. */
  readonly overwritten: readonly string[];
}

/**
 * @param before what the last export wrote in this folder, if there was one
 * @throws Error that names the obstacle, before anything is written
 */
export function writeExport(
  folder: string,
  plan: Plan,
  before: Manifest | undefined,
  force: boolean,
): Written {
  const { files } = plan.program;
  const planned = [...files.keys()];
  const known = before?.files ?? {};
  const projectFiles = [...plan.project].filter(([file]) => !exists(folder, file) || (force && !before));
  const written = [...files, ...projectFiles, [IMPORT_FILE, plan.importFile] as const];
  refuseLinks(folder, [...Object.keys(known), ...written.map(([file]) => file)]);
  const stale = Object.keys(known).filter((file) => !files.has(file) && exists(folder, file));
  const edited = stale.filter((file) => hash(read(folder, file)) !== known[file]!.sha256);
  const notOurs = written
    .filter(([file, text]) => isOthers(folder, file, text, known[file]) && !(before && file === IMPORT_FILE))
    .map(([file]) => file)
    .sort();
  if (!force) {
    if (!before) assertFree(folder);
    refuse(folder, [...notOurs, ...edited]);
  }
  if (notOurs.length > 0) warn(`${OVERWRITTEN} ${notOurs.join(", ")}`);
  const removed = stale.filter((file) => !edited.includes(file));
  mkdirSync(folder, { recursive: true });
  // Before the files, so that after an interrupted run the next one recognizes the folder.
  write(folder, MANIFEST, plan.manifest);
  for (const file of removed) rmSync(inside(folder, file));
  for (const [file, text] of written) write(folder, file, text);
  if (!before) return { added: [], changed: [], removed, overwritten: notOurs };
  const added = planned.filter((file) => known[file] === undefined);
  const changed = planned.filter((file) => known[file] && known[file].sha256 !== hash(files.get(file)!));
  return { added, changed, removed, overwritten: notOurs };
}

function assertFree(folder: string): void {
  if (!existsSync(folder)) return;
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is a file. Name a folder.`);
  refuse(
    folder,
    readdirSync(folder).filter((file) => !HARMLESS.includes(file)),
  );
}

function refuse(folder: string, files: readonly string[]): void {
  if (files.length === 0) return;
  throw new Error(
    `Nothing was written: ${folder} contains files that no export wrote, or that were edited since: ${namesOf(files)}. Name another folder, or use --force to overwrite files with the export's names.`,
  );
}

/** Whether the file has a text that neither this export nor the last one wrote. */
function isOthers(folder: string, file: string, text: string, known?: Manifest["files"][string]): boolean {
  if (!exists(folder, file)) return false;
  const present = read(folder, file);
  return present !== text && known?.sha256 !== hash(present);
}

const exists = (folder: string, file: string): boolean => existsSync(inside(folder, file));
const read = (folder: string, file: string): string => readFileSync(inside(folder, file), "utf8");

/** Always creates a new file, since a mode applies to new files only and an old file may be a hard link. */
function write(folder: string, file: string, text: string): void {
  const target = inside(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  rmSync(target, { force: true });
  writeFileSync(target, text, { flag: "wx", ...(file === IMPORT_FILE && { mode: 0o600 }) });
}
