/**
 * Stores the state in one JSON file, so that it survives restarts. The file is replaced atomically, so a kill
 * leaves either the old or the new content.
 */
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
import { stateSchema, type EmulatorState } from "./lists.js";
import { describeIssues } from "./seed.js";

const version = 1;

export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

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
  const saved = content as { version?: unknown; state?: unknown } | null;
  if (saved?.version !== version)
    throw new DataFileError(
      `The data file ${file} is not a data file of this service, or its version is not ${version}`,
    );
  const parsed = stateSchema.safeParse(saved.state);
  if (!parsed.success)
    throw new DataFileError(`The data file ${file} is not valid: ${describeIssues(parsed.error)}`);
  return parsed.data;
}

/** Only the owner can read the file, because it contains tokens and header values. */
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

/**
 * Removes the temporary files of services that were killed during a write. They contain the whole state,
 * including tokens.
 */
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
