/** Generates the workflows from the templates in the package. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { inShell } from "../shell.js";
import type { StackFiles } from "../stack-file.js";
import { ghCommand, type RepositorySetting, settingsFor, type StateBackend } from "./settings.js";

export interface Choices {
  state: StateBackend;
  /** With several stacks, each gets a job. */
  stacks: readonly string[];
  branch: string;
  /** The folder of Pulumi.yaml, relative to the repository root, with forward slashes. */
  program: string;
}

const WORKFLOWS = ["voicecall-preview.yml", "voicecall-apply.yml", "voicecall-drift.yml"];

/**
 * Content by path, relative to the repository root.
 * @param files where the program has its stacks' files, relative to its folder
 */
export function workflows(
  choices: Choices,
  files: Pick<StackFiles, "folder" | "extension">,
): Record<string, string> {
  // Finds the templates by package name, because the build moves this file.
  const templates = path.join(path.dirname(require.resolve("pulumi-voicecall/package.json")), "templates/ci");
  return Object.fromEntries(
    WORKFLOWS.map((name) => [
      `.github/workflows/${name}`,
      filled(readFileSync(path.join(templates, name), "utf8"), choices, files),
    ]),
  );
}

function filled(
  template: string,
  { state, stacks, branch, program }: Choices,
  { folder, extension }: Pick<StackFiles, "folder" | "extension">,
): string {
  const settings = settingsFor(state);
  const isOne = stacks.length === 1;
  const lines: Record<string, string[]> = {
    settings: settings.map(fromRepository),
    required: settings.map(required),
    plainText,
    stack: isOne ? [`PULUMI_STACK: "${stacks[0]}"`] : [],
    jobPerStack: isOne ? [] : [...jobPerStack(stacks), ...environment],
    jobPerStackWithoutSecrets: isOne ? [] : jobPerStack(stacks),
  };
  const words: Record<string, string> = {
    group: isOne ? stacks[0]! : "stacks",
    // Two programs of a repository may have stacks with the same name. No stack or folder contains a colon.
    inProgram: program === "." ? "" : `${program}:`,
    branch,
    program,
    lock: path.posix.join(program, "package-lock.json"),
    stackFile: `${folder === "." ? "" : `${inShell(folder)}/`}"Pulumi.$stack${extension}"`,
  };
  return template
    .replace(/^( *)# \{\{(\w+)\}\}\n/gm, (_, indent: string, name: string) =>
      lines[name]!.map((line) => `${indent}${line}\n`).join(""),
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name]!);
}

/** A failed job must not stop the others. */
const jobPerStack = (stacks: readonly string[]): string[] => [
  "strategy:",
  "  fail-fast: false",
  "  max-parallel: 4",
  "  matrix:",
  "    stack:",
  ...stacks.map((stack) => `      - "${stack}"`),
  "env:",
  "  PULUMI_STACK: ${{ matrix.stack }}",
];

/** Gives each stack the token of its own account. */
const environment = [
  "# The GitHub environment named after the stack. Its secrets take precedence over those of the repository.",
  "environment: ${{ matrix.stack }}",
];

/**
 * Texts from the service or the program reach the log and the comment. This filter makes terminal sequences,
 * direction marks and runner commands in them harmless. The filter ignores signals, because it must read until
 * Pulumi ends.
 */
const plainText = [
  "# For `node -e`: replaces control characters, and turns runner commands into plain text.",
  "PLAIN_TEXT: |",
  '  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});',
  "  const control = /[^\\P{Cc}\\t]|\\p{Bidi_Control}/gu;",
  '  const plain = (line) => line.replace(control, "\\uFFFD").replace(/^(\\s*):(?=:)/, "$1:\\\\").replaceAll("##[", "##\\\\[");',
  '  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => console.log(plain(line)));',
];

function fromRepository({ name, kind }: RepositorySetting): string {
  return `${name}: \${{ ${kind === "secret" ? "secrets" : "vars"}.${name} }}`;
}

/** GitHub passes "" for a missing secret or variable, and Pulumi would accept an empty value. */
function required(setting: RepositorySetting): string {
  return `: "\${${setting.name}:?this repository has no such ${setting.kind}: ${ghCommand(setting)}}"`;
}
