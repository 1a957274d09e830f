/** A fake `pulumi` with outputs that a test sets, for tiers without an engine. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./after-test.js";

export interface Answered {
  code?: number;
  stdout?: string;
  stderr?: string;
  /** Written to the file that an environment variable names, as the program would. */
  notes?: { variable: string; text: string };
  /** For the file of `--event-log`. */
  events?: readonly object[];
  /** For the file of VOICECALL_MESSAGES_FILE. */
  messages?: readonly object[];
}

export interface FakePulumi {
  /** A folder with a Pulumi.yaml. */
  folder: string;
  /** A folder to put first on PATH. */
  bin: string;
  /** The command lines of all calls so far. */
  commandLines(): string[];
}

/**
 * @param answers outputs, by the first words of the command line, such as `preview` or `stack export`; the longest
 * match is used
 */
export function fakePulumi(answers: Record<string, Answered>): FakePulumi {
  const root = temporaryFolder();
  const [folder, bin] = [path.join(root, "program"), path.join(root, "bin")];
  for (const each of [folder, bin]) mkdirSync(each);
  writeFileSync(path.join(folder, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  const log = path.join(root, "asked");
  const byLength = Object.entries(answers).sort(([one], [other]) => other.length - one.length);
  const script = `#!${process.execPath}
const line = process.argv.slice(2).join(" ");
require("node:fs").appendFileSync(${JSON.stringify(log)}, line + "\\n");
const [, answer = { code: 9, stderr: "this fake has no output for the command" }] = ${JSON.stringify(byLength)}.find(([words]) => (line + " ").startsWith(words + " ")) ?? [];
const { code = 0, stdout = "", stderr = "", events, messages, notes } = answer;
const write = (file, objects) => require("node:fs").writeFileSync(file, objects.map((one) => JSON.stringify(one) + "\\n").join(""));
// As the CLI fails for users other than root.
const config = /--config-file (\\S+) --config /.exec(line)?.[1];
if (config && !(require("node:fs").statSync(config).mode & 0o200)) throw new Error("permission denied");
if (events) write(/--event-log (\\S+)/.exec(line)[1], events);
if (messages) write(process.env.VOICECALL_MESSAGES_FILE, messages);
if (notes) require("node:fs").writeFileSync(process.env[notes.variable], notes.text);
// Without the variable, the CLI prints a single JSON document instead of a stream.
const isStreaming = !/--preview-only .*--json/.test(line) || process.env.PULUMI_ENABLE_STREAMING_JSON_PREVIEW === "true";
process.stdout.write(isStreaming ? stdout : JSON.stringify({ steps: [] }));
process.stderr.write(stderr);
process.exitCode = code;
`;
  writeFileSync(path.join(bin, "pulumi"), script);
  chmodSync(path.join(bin, "pulumi"), 0o755);
  const commandLines = (): string[] =>
    existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  return { folder, bin, commandLines };
}
