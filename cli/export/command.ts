/** `voicecall export`: writes an account as a Pulumi program, with a file for `pulumi import`. */
import { type Command, Option } from "commander";
import pc from "picocolors";
import { ending, exitCodes, type ExitCode } from "../base/exit.js";
import { ignoreOption } from "../base/ignore-option.js";
import { namesOf } from "../../provider/base/kind.js";
import { counted } from "../../provider/base/quoted.js";
import { print, printJson } from "../base/output.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";
import { choiceFrom, requestable, selectable } from "./choice.js";
import type { ExportResult } from "./run.js";

interface Given extends TrustOptions {
  stack?: string;
  json?: boolean;
  files?: boolean;
  ignore: string[];
}

const collected = (value: string, before: string[]): string[] => [...before, value];

export function registerExport(program: Command): void {
  const command = program
    .command("export")
    .argument("<dir>", "the folder to write to, which must be new or empty")
    .description(
      "write the account as a Pulumi program, with a file from which Pulumi imports the declared objects",
    );
  for (const { noun, select = "" } of selectable.map(namesOf))
    command.option(`--${noun} <name-or-id>`, select, collected, []);
  for (const { plural, request = "" } of requestable.map(namesOf)) command.option(`--${plural}`, request);
  command
    .addOption(
      new Option("--only <kinds...>", "only objects of these kinds; others are named, and looked up").choices(
        selectable.map((kind) => namesOf(kind).plural),
      ),
    )
    .option("--name <patterns...>", "only tools and assistants with these names, such as 'Sales *'")
    .addOption(ignoreOption())
    .option("--full", "declare all readable fields, including those at the service's default")
    .option(
      "--files",
      "write assistants as Markdown files, whose front matter people edit who do not program",
    )
    .option("-s, --stack <name>", "also create this stack, and set the secret values in its configuration");
  withTrustOption(command)
    .option("--json", "print what was written as JSON")
    .addHelpText(
      "after",
      `
Nothing is written to the service. Secret values are header values, static fields, and URLs with a user name, a
password, a query or a long path segment of letters and digits, which may be a token. No file of the program contains
them. DIR/import.json does, in clear text, and only its owner can read it. Delete that file after the import.
${trustHelp}

Objects that a program cannot declare are left out. The output lists them, and the exit code is then ${exitCodes.incomplete}.

Examples:
  voicecall export my-assistants
  voicecall export my-assistants --stack dev
  voicecall export support --assistant Support --assistant 201
  voicecall export my-assistants --leads --campaigns --full`,
    )
    .action(ending(run));
}

async function run(folder: string, commandOptions: Given): Promise<ExitCode> {
  const { exportTo } = await import("./run.js");
  const result = await exportTo(folder, {
    ...commandOptions,
    asFiles: commandOptions.files === true,
    ...choiceFrom({ ...commandOptions }),
  });
  if (commandOptions.json) printJson(result);
  else print(asText(result));
  return result.leftOut.length > 0 ? exitCodes.incomplete : exitCodes.ok;
}

function asText({
  folder,
  resources,
  files,
  leftOut,
  notes,
  omitted,
  next,
  unsetConfig,
}: ExportResult): string {
  const counts = Object.entries(resources)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => counted(count, what.slice(0, -1)));
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
  return [
    `${folder}: ${counts.length > 0 ? counts.join(", ") : "nothing to export"}; ${counted(files.length, "program file")}.`,
    ...omittedLine(omitted),
    ...list(pc.yellow("Left out, because a program cannot declare them:"), leftOut),
    ...list(pc.bold("Notes:"), notes),
    ...list(pc.bold("Next:"), next),
    ...(unsetConfig.length === 0 ? [] : ["", secretsHint(unsetConfig.length)]),
    ...(leftOut.length === 0 ? [] : ["", pc.yellow(summary(leftOut.length))]),
  ].join("\n");
}

function omittedLine({ defaults, values }: ExportResult["omitted"]): string[] {
  const parts = [
    defaults > 0 &&
      `${counted(defaults, "value")} at the service's default or without effect (--full declares them)`,
    values > 0 && `${counted(values, "value")} that a program cannot declare (named below)`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? [] : [`Left out: ${parts.join(", ")}.`];
}

const secretsHint = (count: number): string =>
  `\`pulumi config set --secret\` prompts for the value. To have the export set ${counted(count, "secret value")} instead, remove the folder, and export with --stack dev.`;

const summary = (count: number): string =>
  `${counted(count, "object")} in the account ${count === 1 ? "was" : "were"} left out of the program and named above: exit code ${exitCodes.incomplete}.`;
