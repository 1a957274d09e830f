import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { uncarried } from "../provider/base/carried.js";
import { quoted } from "../provider/base/quoted.js";
import { missingFile } from "./missing-file.js";
import { refusal } from "./refusal.js";

/** What the provider receives: the input, and the file to read. */
export interface PassedList {
  readonly leads: { readonly file?: string; readonly hash: string };
  readonly rowsFile: string;
}

/**
 * Returns what the provider receives for a list. Rows of an iterable are written to a file, and are never
 * inputs, because the engine would store and log them.
 * @param label the resource, for errors
 */
export function passedList(label: string, leads: unknown): PassedList {
  if (typeof leads === "string") return fromFile(label, leads);
  if (isIterable(leads)) return fromRows(label, leads);
  throw refusal(`${label}: leads must be the path of a CSV file, or an iterable of rows.`);
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

const hashOf = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");

function fromFile(label: string, file: string): PassedList {
  try {
    return { leads: { file, hash: hashOf(readFileSync(file)) }, rowsFile: path.resolve(file) };
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw refusal(`${label}: leads: ${missingFile("file", file)}`);
    throw refusal(
      `${label}: leads: cannot read the file ${quoted(file)} (${code}). The path is relative to ${process.cwd()}.`,
    );
  }
}

function fromRows(label: string, rows: Iterable<unknown>): PassedList {
  const lines: string[] = [];
  for (const row of rows)
    lines.push(JSON.stringify(checked(`${label}: leads: row ${lines.length + 1}`, row)));
  const text = lines.join("\n");
  const hash = hashOf(text);
  const rowsFile = path.join(privateFolder(), `${hash}.jsonl`);
  writeFileSync(rowsFile, text, { mode: 0o600 });
  return { leads: { hash }, rowsFile };
}

/** Rejects values that are not plain, such as outputs, because JSON cannot represent them. */
function checked(where: string, row: unknown): object {
  if (typeof row !== "object" || row === null || Array.isArray(row) || pulumi.Output.isInstance(row))
    throw refusal(`${where} must be an object of plain values.`);
  for (const [column, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    if (!["string", "number", "boolean"].includes(typeof value) || uncarried(value) !== undefined)
      throw refusal(`${where}: column ${quoted(column)} must be text, a number, or true or false.`);
  }
  return row;
}

const PREFIX = "voicecall-leads-";
let folder: string | undefined;

/**
 * A folder that only the current user can read. It lasts as long as this process, which is long enough: the
 * engine waits for the provider before it lets the program end.
 */
function privateFolder(): string {
  if (folder !== undefined) return folder;
  removeLeftovers();
  const newFolder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(newFolder, 0o700);
  process.once("exit", () => rmSync(newFolder, { recursive: true, force: true }));
  return (folder = newFolder);
}

/** Removes the folders that killed processes of this user have left. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^voicecall-leads-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // The folder belongs to a different user.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
