/** Generates the workflows from the templates in the package. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { inShell } from "../base/shell.js";
import type { StackFiles } from "../base/stack-file.js";
import { ghCommand, type RepositorySetting, settingsFor, type StateBackend, TOKEN } from "./settings.js";

export interface Choices {
  state: StateBackend;
  /** With several stacks, each gets a job. */
  stacks: readonly string[];
  branch: string;
  /** The folder of Pulumi.yaml, relative to the repository root, with forward slashes. */
  program: string;
  /** What the drift workflow keeps. */
  drift: (typeof driftChoices)[number];
}

export const driftChoices = ["issue", "pull-request"] as const;

const WORKFLOWS = ["voicecall-preview.yml", "voicecall-apply.yml", "voicecall-drift.yml"];

/** Where the repository has the files that the workflows name. */
export interface Places extends Pick<StackFiles, "folder" | "extension"> {
  /** The file from which `npm ci` installs, relative to the root of the repository. */
  lock: string;
}

/**
 * Content by path, relative to the repository root.
 * @param places where the program has its stacks' files, relative to its folder, and its lock file
 */
export function workflows(choices: Choices, places: Places): Record<string, string> {
  // Finds the templates by package name, because the build moves this file.
  const templates = path.join(path.dirname(require.resolve("pulumi-voicecall/package.json")), "templates/ci");
  return Object.fromEntries(
    WORKFLOWS.map((name) => [
      `.github/workflows/${name}`,
      filled(readFileSync(path.join(templates, name), "utf8"), choices, places),
    ]),
  );
}

function filled(
  template: string,
  { state, stacks, branch, program, drift }: Choices,
  { folder, extension, lock }: Places,
): string {
  const settings = settingsFor(state);
  const isOne = stacks.length === 1;
  const lines: Record<string, string[]> = {
    settings: settings.map(fromRepository),
    required: settings.map((setting) => required(setting, isOne)),
    plainText,
    stack: isOne ? [`PULUMI_STACK: "${stacks[0]}"`] : [],
    jobPerStack: isOne ? [] : [...jobPerStack(stacks), ...environment],
    ...(drift === "pull-request" ? pullRequest(branch, program) : ISSUE),
    jobPerStackWithoutSecrets: isOne ? [] : jobPerStack(stacks),
  };
  const words: Record<string, string> = {
    group: isOne ? stacks[0]! : "stacks",
    // Distinguishes programs whose stacks have the same name. The colon is safe: no stack or folder contains one.
    inProgram: program === "." ? "" : `${program}:`,
    branch,
    program,
    lock,
    noDrift: drift === "issue" ? "No drift any more" : "No drift any more, or a pull request has it",
    stackFile: `${folder === "." ? "" : `${inShell(folder)}/`}"Pulumi.$stack${extension}"`,
  };
  return template
    .replace(/^( *)# \{\{(\w+)\}\}\n/gm, (_, indent: string, name: string) =>
      lines[name]!.map((line) => `${indent}${line}\n`).join(""),
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name]!);
}

/** The lines of the drift workflow that keeps only an issue. */
const ISSUE = {
  rights: ["contents: read"],
  pull: [],
  propose: [],
  issueCode: ["CODE: ${{ steps.drift.outputs.code }}"],
};

/**
 * The lines of the drift workflow that keep one pull request. What no pull request can carry, because the program has
 * no place for it, goes into the issue.
 */
function pullRequest(branch: string, program: string): Record<string, string[]> {
  const head = `voicecall-drift/${program === "." ? "" : `${program}/`}$PULUMI_STACK`;
  return {
    rights: ["contents: write", "pull-requests: write"],
    pull: [
      "# Some changes may be left, or in conflict. The text of the pull request says which.",
      'if [ "$code" = 2 ]; then npx --no -- voicecall pull --stack "$PULUMI_STACK" 2>&1 | node -e "$PLAIN_TEXT" > "$RUNNER_TEMP/pull.txt" || true; fi',
    ],
    issueCode: ["CODE: ${{ steps.propose.outputs.open == 'true' && '0' || steps.drift.outputs.code }}"],
    propose: [
      "- name: Open, update or close the pull request",
      "  id: propose",
      "  env:",
      "    GH_TOKEN: ${{ github.token }}",
      "    CODE: ${{ steps.drift.outputs.code }}",
      "  run: |",
      ...`
head="${head}"
number=$(gh pr list --head "$head" --state open --json number --jq ".[0].number // empty")
if [ "$CODE" = 0 ] || git diff --quiet; then
  [ -z "$number" ] || gh pr close "$number" --delete-branch --comment "There is nothing to pull any more."
  exit 0
fi
git config user.name "github-actions[bot]"
git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
git switch --quiet --force-create "$head"
git commit --quiet --all --message "Pull changes of the service ($PULUMI_STACK)"
git push --quiet --force "$(echo "$GITHUB_SERVER_URL" | sed "s#://#://x-access-token:$GH_TOKEN@#")/$GITHUB_REPOSITORY" "HEAD:refs/heads/$head"
# The output of pull, indented by four spaces, is code: none of its text becomes markup.
{ head -c 50000 "$RUNNER_TEMP/drift.md"; printf '\\n\\n### Pulled\\n\\n'; head -c 10000 "$RUNNER_TEMP/pull.txt" | sed 's/^/    /'; } > "$RUNNER_TEMP/body.md"
if [ -n "$number" ]; then gh pr edit "$number" --body-file "$RUNNER_TEMP/body.md"
else gh pr create --base "${branch}" --head "$head" --title "Changes of the service ($PULUMI_STACK)" --body-file "$RUNNER_TEMP/body.md"; fi
echo "open=true" >> "$GITHUB_OUTPUT"`
        .trim()
        .split("\n")
        .map((line) => `    ${line}`),
    ],
  };
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

/**
 * GitHub passes "" for a missing secret or variable, and Pulumi would accept an empty value. With several
 * stacks, the message about the token names the stack's environment: a token of the repository would serve
 * the stacks of all accounts.
 */
function required(setting: RepositorySetting, isOne: boolean): string {
  const ofStack = !isOne && setting.name === TOKEN;
  const place = ofStack ? "this repository and the environment $PULUMI_STACK have" : "this repository has";
  const command = ofStack ? `${ghCommand(setting)} --env $PULUMI_STACK` : ghCommand(setting);
  return `: "\${${setting.name}:?${place} no such ${setting.kind}: ${command}}"`;
}
