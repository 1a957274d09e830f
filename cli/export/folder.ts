/**
 * Writes the files of an export. Without `--force`, overwrites only unedited files of earlier exports, and
 * their import file.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { warn } from "../output.js";
import { OVERWRITTEN } from "./edited.js";
import { IMPORT_FILE } from "./import-file.js";
import { type LeftAlone, isWholeIndex, refuseMisfits } from "./left-alone.js";
import { type Hashes, MANIFEST, type Manifest, hash, wasWritten } from "./manifest.js";
import { inside, namesOf, refuseLinks } from "./place.js";
import type { Files, Program } from "./program.js";

/** A folder with only these files counts as empty. */
const HARMLESS = [".git", ".DS_Store"];

export interface Plan {
  /** The files of the program. The next export replaces them, unless they were edited. */
  readonly program: Program;
  /** Returns the text of the manifest, which the next export reads. */
  readonly manifest: (hashesOf: (file: string, text: string) => Hashes) => string;
  /** A command that exports the same objects to a new folder. */
  readonly elsewhere: string;
  /** Files to write only if they do not exist. A first export with `--force` overwrites them. */
  readonly project: Files;
  /**
   * Content of the import file, which only its owner can read, because it contains secrets. Undefined if
   * nothing needs to be imported.
   */
  readonly importFile: string | undefined;
}

/** What an export did to the files of its folder. */
export interface Written {
  /** Files of the program. The lists of added, changed and removed files are empty for a first export. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Replaced files that no export wrote, or that were edited since the last export. */
  readonly overwritten: readonly string[];
  /** Files that were left as they are: edited files, and files that an edited file reads. */
  readonly leftAlone: readonly LeftAlone[];
}

/**
 * @param before the manifest of the last export to this folder, if there was one
 * @throws Error that names the obstacle, before anything is written
 */
export function writeExport(
  folder: string,
  plan: Plan,
  before: Manifest | undefined,
  force: boolean,
): Written {
  const { files } = plan.program;
  const known = before?.files ?? {};
  const projectFiles = [...plan.project].filter(([file]) => !exists(folder, file) || (force && !before));
  const { importFile } = plan;
  const imports = importFile === undefined ? [] : [[IMPORT_FILE, importFile] as const];
  const planned = [...files, ...projectFiles, ...imports];
  refuseLinks(folder, [...Object.keys(known), ...planned.map(([file]) => file), IMPORT_FILE]);
  const isOthers = (file: string): boolean =>
    exists(folder, file) && !wasWritten(read(folder, file), known[file]);
  const stale = Object.keys(known).filter((file) => !files.has(file) && exists(folder, file));
  const others = planned
    .filter(
      ([file, text]) => isOthers(file) && read(folder, file) !== text && !(before && file === IMPORT_FILE),
    )
    .map(([file]) => file)
    .sort();
  const edited = force ? [] : others.filter((file) => known[file]);
  if (!force) {
    if (!before) assertFree(folder);
    refuse(
      folder,
      others.filter((file) => !known[file]),
    );
    const texts = edited.map((file) => ({ file, text: read(folder, file) }));
    refuseMisfits(folder, texts, plan.program, known, plan.elsewhere);
  }
  const overwritten = force ? others : [];
  if (overwritten.length > 0) warn(`${OVERWRITTEN} ${overwritten.join(", ")}`);
  const written = planned.filter(([file]) => !edited.includes(file));
  // An edited file that stays may still read a prompt file that the program no longer has.
  const staying = [...edited, ...stale.filter(isOthers)].map((file) => read(folder, file));
  const isRead = (file: string): boolean =>
    file.startsWith("prompts/") && staying.some((text) => text.includes(file));
  const unused = stale.filter((file) => !isOthers(file));
  const stillRead = unused.filter(isRead);
  const removed = unused.filter((file) => !isRead(file));
  mkdirSync(folder, { recursive: true });
  // An edited file keeps its old hash in the manifest, and so counts as edited until it matches an export.
  const hashes = (file: string, text: string): Hashes =>
    edited.includes(file) ? { sha256: known[file]!.sha256 } : { sha256: hash(text) };
  // Writes the manifest first, so that if this run is interrupted, the next run recognizes the folder and its
  // older files.
  const earlier = (file: string): string[] =>
    known[file] ? [known[file].sha256, ...(known[file].earlier ?? [])] : [];
  write(
    folder,
    MANIFEST,
    plan.manifest((file, text) => ({ ...hashes(file, text), earlier: earlier(file) })),
  );
  for (const file of removed) rmSync(inside(folder, file));
  if (importFile === undefined) rmSync(inside(folder, IMPORT_FILE), { force: true });
  for (const [file, text] of written) write(folder, file, text);
  write(folder, MANIFEST, plan.manifest(hashes));
  const differs = (file: string): boolean => known[file]?.sha256 !== hash(files.get(file)!);
  const lacksChanges = (file: string): boolean =>
    differs(file) && !(file === "index.ts" && isWholeIndex(read(folder, file), plan.program));
  return {
    added: before ? written.map(([file]) => file).filter((file) => files.has(file) && !known[file]) : [],
    changed: before ? written.map(([file]) => file).filter((file) => known[file] && differs(file)) : [],
    removed,
    overwritten,
    leftAlone: [
      ...edited.map((file) => ({
        file,
        why: lacksChanges(file) ? ("changed" as const) : ("unchanged" as const),
      })),
      ...stale.filter(isOthers).map((file) => ({ file, why: "removed" as const })),
      ...stillRead.map((file) => ({ file, why: "read" as const })),
    ],
  };
}

function assertFree(folder: string): void {
  if (!existsSync(folder)) return;
  refuse(
    folder,
    readdirSync(folder).filter((file) => !HARMLESS.includes(file)),
  );
}

function refuse(folder: string, files: readonly string[]): void {
  if (files.length === 0) return;
  throw new Error(
    `Nothing was written: ${folder} contains files that no export wrote: ${namesOf(files)}. Name another folder, or use --force to overwrite files that the export also writes.`,
  );
}

const exists = (folder: string, file: string): boolean => existsSync(inside(folder, file));
const read = (folder: string, file: string): string => readFileSync(inside(folder, file), "utf8");

/** Deletes the file first: the mode applies only to new files, and an existing file may be a hard link. */
function write(folder: string, file: string, text: string): void {
  const target = inside(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  rmSync(target, { force: true });
  writeFileSync(target, text, { flag: "wx", ...(file === IMPORT_FILE && { mode: 0o600 }) });
}
