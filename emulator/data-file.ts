/** The state across restarts: one JSON file, replaced whole, so that a kill leaves the old one or the new one. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describeIssues, stateSchema, type EmulatorState } from "./seed.js";

const version = 1;

export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** The kept state, or undefined when there is no file yet. */
export function loadState(file: string): EmulatorState | undefined {
  if (!existsSync(file)) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new DataFileError(
      `The data file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const kept = content as { version?: unknown; state?: unknown } | null;
  if (kept?.version !== version)
    throw new DataFileError(`The data file ${file} is not one of this service (version ${version})`);
  const parsed = stateSchema.safeParse(kept.state);
  if (!parsed.success)
    throw new DataFileError(`The data file ${file} is not valid: ${describeIssues(parsed.error)}`);
  return parsed.data;
}

/** Readable by its owner alone: it holds tokens and header values. */
export function saveState(file: string, state: EmulatorState): void {
  const draft = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(draft, "w", 0o600);
  try {
    writeFileSync(descriptor, JSON.stringify({ version, state }, null, 2) + "\n");
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

/** What services that were killed while they wrote this file have left beside it: whole copies of it, tokens included. */
export function removeDrafts(file: string): void {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.`;
  const drafts = existsSync(folder)
    ? readdirSync(folder).filter(
        (name) => name.startsWith(start) && /^\d+\.tmp$/.test(name.slice(start.length)),
      )
    : [];
  for (const name of drafts) rmSync(path.join(folder, name));
}
