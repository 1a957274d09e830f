/** Generates the workflows from the templates in the package. */
import path from "node:path";
import { ownFile } from "../base/own-package.js";
import { inShell } from "../../provider/base/quoted.js";
import type { Repository } from "./repository.js";
import {
  ghCommand,
  isOfAccount,
  type RepositorySetting,
  settingsFor,
  type StateBackend,
} from "./settings.js";

export interface Choices {
  state: StateBackend;
  /** With several stacks, each gets a job. */
  stacks: readonly string[];
  branch: string;
  drift: "issue" | "pull-request";
  /** Which plans a person approves before the apply: those with changes, or only those that start a campaign. */
  review: "plan" | "none";
  /** Several stacks are applied at once, and not in their order. */
  atOnce?: boolean;
  /** The folder of Pulumi.yaml, relative to the repository root, with forward slashes. */
  program: string;
  /** Distinguishes these workflows from those of other programs in the repository. */
  name?: string;
}

const ofName = ({ name }: Choices, end: string): string => (name === undefined ? "" : `${name}${end}`);

/** The GitHub environment of a stack's jobs; undefined if they use none. Its values precede those of the repository. */
export const environmentOf = (choices: Choices, stack: string): string | undefined =>
  choices.stacks.length === 1 && choices.name === undefined ? undefined : ofName(choices, "-") + stack;

/** The workflows, with their templates. */
const workflowsFor = ({ drift }: Choices): Record<string, string> => ({
  "voicecall-preview.yml": "voicecall-preview.yml",
  "voicecall-apply.yml": "voicecall-apply.yml",
  "voicecall-drift.yml": drift === "issue" ? "voicecall-drift.yml" : "voicecall-drift-pull-request.yml",
});

/** Content by path, relative to the repository root. */
export function workflows(choices: Choices, repository: Repository): Record<string, string> {
  return Object.fromEntries(
    Object.entries(workflowsFor(choices)).map(([name, template]) => [
      `.github/workflows/${name.replace("-", `-${ofName(choices, "-")}`)}`,
      filled(templateNamed(template), choices, repository),
    ]),
  );
}

const templateNamed = (name: string): string => ownFile(`templates/ci/${name}`);

const stepsIn = (name: string): string[] => templateNamed(name).trimEnd().split("\n");

function filled(
  template: string,
  choices: Choices,
  { stackFiles: { folder, extension }, lock, hasBaseUrls }: Repository,
): string {
  const { state, stacks, branch, program, review, atOnce = false } = choices;
  const settings = settingsFor(state, hasBaseUrls);
  const isOne = stacks.length === 1;
  const environment = environmentLines(environmentOf(choices, isOne ? stacks[0]! : "${{ matrix.stack }}"));
  const lockFile = lock ?? path.posix.join(program, "package-lock.json");
  const lines: Record<string, string[]> = {
    settings: settings.map(fromRepository),
    required: settings.map((setting) => required(setting, environmentOf(choices, "$PULUMI_STACK"))),
    paths: pathsOf(choices, lockFile),
    install: stepsIn("steps-install.yml"),
    installForApply: stepsIn("steps-install-for-apply.yml"),
    check: stepsIn("steps-check.yml"),
    plainText,
    stack: isOne ? [`PULUMI_STACK: "${stacks[0]}"`] : [],
    jobPerStack: [
      ...(isOne ? [] : jobPerStack(stacks)),
      ...environment,
      ...(environment.length === 0 ? [] : ["  deployment: false"]),
    ],
    jobPerStackWithoutSecrets: isOne ? [] : jobPerStack(stacks),
    applyPerStack: [...(isOne ? [] : atOnce ? jobPerStack(stacks) : inOrder(stacks)), ...environment],
  };
  const words: Record<string, string> = {
    group: isOne ? stacks[0]! : "stacks",
    // Distinguishes programs whose stacks have the same name. The colon is safe: no stack or folder contains one.
    inProgram: program === "." ? "" : `${program}:`,
    named: ofName(choices, " "),
    branch,
    program,
    approve: review === "plan" ? "changes" : "starts",
    plan: isOne ? "voicecall-plan" : "voicecall-plan-${{ strategy.job-index }}",
    // At once, a stack whose plan failed does not stop the others: its apply finds no plan.
    planned: atOnce ? "!= 'skipped'" : "== 'success'",
    lock: lockFile,
    stackFile: `${folder === "." ? "" : `${inShell(folder)}/`}"Pulumi.$stack${extension}"`,
  };
  return template
    .replace(/^( *)# \{\{(\w+)\}\}\n/gm, (_, indent: string, name: string) =>
      lines[name]!.map((line) => `${indent}${line}\n`).join(""),
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name]!);
}

/** A failed job does not stop the others. */
const jobPerStack = (stacks: readonly string[], strategy = { failFast: false, most: 4 }): string[] => [
  "strategy:",
  `  fail-fast: ${strategy.failFast}`,
  `  max-parallel: ${strategy.most}`,
  "  matrix:",
  "    stack:",
  ...stacks.map((stack) => `      - "${stack}"`),
  "env:",
  "  PULUMI_STACK: ${{ matrix.stack }}",
];

const inOrder = (stacks: readonly string[]): string[] => [
  "# GitHub runs the jobs of a matrix in its order. A stack whose apply fails stops those after it.",
  ...jobPerStack(stacks, { failFast: true, most: 1 }),
];

/** Gives each stack the token of its own account. */
const environmentLines = (name: string | undefined): string[] =>
  name === undefined
    ? []
    : [
        "# The GitHub environment named after the stack. Its secrets and variables precede those of the repository.",
        "environment:",
        `  name: ${name}`,
      ];

/** Limits the workflows of one of several programs to changes of its files. */
const pathsOf = ({ name, program }: Choices, lock: string): string[] =>
  name === undefined || program === "."
    ? []
    : [
        "# Add what the program uses from other folders.",
        "paths:",
        `  - "${program}/**"`,
        `  - ".github/workflows/voicecall-${name}-*.yml"`,
        ...(lock.startsWith(`${program}/`) ? [] : [`  - "${lock}"`]),
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
  "  // If a value differs from the plan, Pulumi shows both, even secrets. They may have several lines.",
  "  const differs = /^(error: resource \\S+ violates plan: properties changed: [^\\s[]*)\\[.*/;",
  "  let hides = false;",
  '  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {',
  '    hides &&= line !== "Resources:";',
  '    if (!hides) console.log(plain(line.replace(differs, "$1[the values may be secret]")));',
  "    hides ||= differs.test(line);",
  "  });",
];

function fromRepository({ name, kind }: RepositorySetting): string {
  return `${name}: \${{ ${kind === "secret" ? "secrets" : "vars"}.${name} }}`;
}

/**
 * GitHub passes "" for a missing secret or variable, and Pulumi would accept an empty value. Messages about the
 * account name the stack's environment, if there is one: a token of the repository would serve the stacks of all
 * accounts.
 */
function required(setting: RepositorySetting, environment: string | undefined): string {
  const ofStack = environment !== undefined && isOfAccount(setting);
  const place = ofStack ? `this repository and the environment ${environment} have` : "this repository has";
  const command = ofStack ? `${ghCommand(setting)} --env ${environment}` : ghCommand(setting);
  return `: "\${${setting.name}:?${place} no such ${setting.kind}: ${command}}"`;
}
