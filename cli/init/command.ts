/** `voicecall init`: writes the files that a repository needs in addition to its program. */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { ending, exitCodes, type ExitCode, UsageError } from "../base/exit.js";
import { print, printJson, warn } from "../base/output.js";
import { stackFileName } from "../base/stack-file.js";
import { repositoryFor, warnings } from "./repository.js";
import { ghCommand, isOfAccount, type RepositorySetting, settingsFor, stateBackends } from "./settings.js";
import { type Choices, environmentOf, workflows } from "./workflows.js";
import { type Outcome, writeFiles } from "./written.js";

/** The GitHub environment of the job `approve`. */
const APPROVAL = "voicecall-approval";

const DEFAULT_STACKS: readonly string[] = ["prod"];

interface CiOptions extends Omit<Choices, "stacks"> {
  stack: readonly string[];
  dir: string;
  force?: boolean;
  json?: boolean;
}

export function registerInit(program: Command): void {
  const init = program
    .command("init")
    .description("write the files that a repository needs next to its program");
  init
    .command("ci")
    .description(
      "write GitHub Actions workflows: preview on pull requests, apply on merge, drift each morning",
    )
    .addOption(
      new Option("--state <backend>", "where Pulumi keeps its state")
        .choices(stateBackends)
        .default("pulumi-cloud"),
    )
    .option(
      "--stack <names...>",
      "one or more stacks to apply on merge, each in a separate job",
      stackNames,
      DEFAULT_STACKS,
    )
    .option("--branch <name>", "the branch whose program is applied on each push", branchName, "main")
    .option(
      "--program <folder>",
      "the folder of Pulumi.yaml, relative to the root of the repository",
      programFolder,
      ".",
    )
    .addOption(
      new Option(
        "--drift <what>",
        "what the workflow of each morning keeps if there is drift: an issue, or a pull request with the changes of `voicecall pull`",
      )
        .choices(["issue", "pull-request"])
        .default("issue"),
    )
    .addOption(
      new Option(
        "--review <what>",
        "which applies a person approves first: those with changes, or none but those that start a campaign",
      )
        .choices(["plan", "none"])
        .default("plan"),
    )
    .option("--at-once", "apply several stacks at once, instead of one after another in the given order")
    .option(
      "--name <name>",
      "part of the names of the files and GitHub environments, if the repository has several programs",
      workflowName,
    )
    .option("--dir <folder>", "the root of the repository", ".")
    .option(
      "--force",
      "overwrite workflows that have different content, and write them before there is a program",
    )
    .option("--json", "print the written files and the required settings as JSON")
    .addHelpText(
      "after",
      `
No existing file is overwritten without --force, and no workflow of another program. Files with the same content stay as
they are. If the file of each stack has voicecall:baseUrl, the workflows do not read VOICECALL_BASE_URL.

The command warns about problems that it finds, such as a stack without a Pulumi.<stack>.yaml, no package-lock.json,
packages from outside the repository, or an empty passphrase. With --json, the warnings are in the key "warnings".

Examples:
  voicecall init ci
  voicecall init ci --state s3 --stack prod
  voicecall init ci --stack staging prod
  voicecall init ci --stack client-a client-b client-c --at-once --review none
  voicecall init ci --state postgres --program infra/voice --branch master
  voicecall init ci --name sales --program infra/sales
  voicecall init ci --force --json`,
    )
    .action(ending(ci));
  init
    .command("offline-config")
    .description(
      "print a stack's configuration without its secrets, for the workflow that checks pull requests from forks",
    )
    .option("-s, --stack <name>", "the stack; required")
    .option("-C, --cwd <folder>", "the folder of the Pulumi program", ".")
    .option("--json", "has no effect: the output is always JSON, which is also valid YAML")
    .addHelpText(
      "after",
      `
Each secret value becomes the word "offline", or a placeholder of the type that the program reads. Secret settings of
pulumi-voicecall, and settings that need a token, are left out. "voicecall:offline" becomes "always". Nothing is decrypted.

Examples:
  voicecall init offline-config --stack prod
  voicecall init offline-config --stack prod --cwd infra/voice > offline.yaml`,
    )
    .action(ending(offline));
}

async function ci({ dir, force = false, json, stack: stacks, ...rest }: CiOptions): Promise<ExitCode> {
  const choices = { ...rest, stacks };
  if (!existsSync(dir) || !statSync(dir).isDirectory())
    throw new UsageError(`--dir: there is no folder ${dir}.`);
  const repository = repositoryFor(dir, choices.program, stacks);
  if (repository.project === undefined && !force)
    throw new UsageError(
      `There is no Pulumi.yaml in ${path.resolve(repository.folder)}, so nothing is written. Name the program's folder with --program, relative to the root of the repository. If the program does not exist yet, add --force.`,
    );
  const files = repository.stackFiles;
  const outcome = writeFiles(dir, workflows(choices, repository), force);
  const remarks = warnings(repository, choices.state, stacks);
  for (const remark of remarks) warn(remark);
  const settings = settingsFor(choices.state, repository.hasBaseUrls).map((setting) => ({
    ...setting,
    command: ghCommand(setting),
  }));
  if (json) printJson({ ...choices, ...outcome, settings, warnings: remarks });
  else {
    const names = stacks.map((stack) => path.posix.join(files.folder, stackFileName(stack, files.extension)));
    print([...summary(choices, outcome, settings), "", commit(names)].join("\n"));
  }
  return exitCodes.ok;
}

type Setting = RepositorySetting & { readonly command: string };

function summary(choices: Choices, { written, unchanged }: Outcome, settings: Setting[]): string[] {
  const { stacks, branch, review } = choices;
  const width = Math.max(...settings.map(({ command }) => command.length));
  return [
    ...written.map((name) => `wrote      ${name}`),
    ...unchanged.map((name) => `unchanged  ${name}`),
    "",
    `${path.basename([...written, ...unchanged].find((name) => name.endsWith("-apply.yml"))!)} applies the ${stacks.length === 1 ? "stack" : "stacks"} ${stacks.map((stack) => `"${stack}"`).join(", ")} on each push to "${branch}". Set these values in the repository,`,
    "under Settings > Secrets and variables > Actions, or with the GitHub CLI:",
    ...settings.map(({ command, why }) => `  ${command.padEnd(width)}  ${why}`),
    "",
    `Create the environment "${APPROVAL}" under Settings > Environments, with required reviewers. They approve ${review === "plan" ? "each apply with changes" : "each apply that starts a campaign"}.`,
    ...environments(choices, settings),
  ];
}

const commit = (stackFiles: readonly string[]): string =>
  `Commit the workflows with package-lock.json and ${stackFiles.join(", ")}.`;

/** How to give each stack its own token and base URL, if the stacks belong to different accounts or services. */
function environments(choices: Choices, settings: readonly Setting[]): string[] {
  const own = settings.filter(isOfAccount);
  const commands = choices.stacks.flatMap((stack) => {
    const environment = environmentOf(choices, stack);
    return environment === undefined ? [] : own.map(({ command }) => `  ${command} --env ${environment}`);
  });
  if (commands.length === 0) return [];
  return [
    "",
    "Each job uses the GitHub environment with the name of its stack. If the stacks belong to different accounts or services,",
    "do not set these values in the repository. Create the environments under Settings > Environments, and set them in each:",
    ...commands,
  ];
}

async function offline({ stack, cwd }: { stack?: string; cwd: string }): Promise<ExitCode> {
  if (stack === undefined)
    throw new UsageError("--stack is required: it names the stack whose configuration is printed.");
  const { offlineConfig } = await import("./offline-config.js");
  printJson(offlineConfig(cwd, stack));
  return exitCodes.ok;
}

/** Restricts values that become part of shell scripts and workflow expressions. */
const matching = (pattern: RegExp, allowed: string) => (text: string) => {
  if (!pattern.test(text)) throw new InvalidArgumentError(allowed);
  return text;
};

const stackName = matching(
  /^[\w.-]+(\/[\w.-]+){0,2}$/,
  'A stack is a name of letters, digits, ".", "_" and "-", or organization/name, or organization/project/name.',
);

const workflowName = matching(/^[A-Za-z\d][\w-]*$/, 'A name has letters, digits, "_" and "-".');

function stackNames(text: string, previous: readonly string[]): readonly string[] {
  const others = previous === DEFAULT_STACKS ? [] : previous;
  if (others.includes(stackName(text))) throw new InvalidArgumentError(`${text} is given twice.`);
  return [...others, text];
}

const branchName = matching(
  /^\w[\w./-]*$/,
  'A branch is a name of letters, digits, ".", "_", "-" and "/" that begins with a letter, a digit or "_".',
);

function programFolder(text: string): string {
  const folder = path.posix.normalize(text.replaceAll("\\", "/")).replace(/(?<=.)\/$/, "");
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(folder) || folder.startsWith("..")) {
    throw new InvalidArgumentError("Give a folder within the repository, such as infra/voice.");
  }
  return folder;
}
