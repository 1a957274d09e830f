/** For `voicecall pull`: writes down where the program declares its resources and reads its prompts. */
import { appendFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The environment variable with the file to write to. Without it, nothing is written. */
export const PLACES_FILE = "VOICECALL_PLACES_FILE";

/** A place in the program, with numbers from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A line of the file. `order` tells in which order the program came to the places. */
export type Noted = { readonly order: number; readonly place?: Place } & (
  { readonly urn: string } | { readonly prompt: NotedPrompt } | { readonly data: string }
);

export interface NotedPrompt {
  /** The path as written in the program. */
  readonly file: string;
  readonly path: string;
  readonly allowUnused: boolean;
  /** Of a file that has the properties of an assistant too. */
  readonly isAssistant?: true;
  /** Absent until the values are known, and if one of them is secret. */
  readonly filled?: { readonly values: Readonly<Record<string, string>>; readonly text: string };
}

let count = 0;

/** Notes the place that calls this package now. Returns a function that writes the rest. */
export function notePlace():
  ((more: { urn: string } | { prompt: NotedPrompt } | { data: string }) => void) | undefined {
  const file = process.env[PLACES_FILE];
  if (file === undefined) return undefined;
  const order = (count += 1);
  const place = caller();
  return (more) => appendFileSync(file, `${JSON.stringify({ order, place, ...more })}\n`);
}

const OWN = path.resolve(__dirname, "..") + path.sep;

function caller(): Place | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  for (const frame of stack.split("\n").slice(1)) {
    const [, name, line, column] = /^\s+at (?:.*? \()?(.+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    if (name === undefined || /^(?:async )?node:/.test(name)) continue;
    const file = name.startsWith("file:") ? fileURLToPath(name) : name.replace(/^async /, "");
    if (!file.startsWith(OWN)) return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}
