/** `voicecall export`: writes an account as a Pulumi program, with a file for `pulumi import`. */
import type { Command } from "commander";
import pc from "picocolors";
import { ending, exitCodes, type ExitCode } from "../exit.js";
import { namesOf } from "../../provider/base/kind.js";
import { counted } from "../../provider/base/quoted.js";
import { print, printJson } from "../output.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../trust.js";
import { choiceFrom, requestable, selectable } from "./choice.js";
import { LEFT_ALONE, OVERWRITTEN } from "./edited.js";
import type { LeftAlone } from "./left-alone.js";
import type { ExportResult } from "./run.js";

interface Given extends TrustOptions {
  force?: boolean;
  stack?: string;
  json?: boolean;
}

const collected = (value: string, before: string[]): string[] => [...before, value];

export function registerExport(program: Command): void {
  const command = program
    .command("export")
    .argument(
      "<dir>",
      "the folder to write to; without --force, it must be new, empty, or written by an earlier export",
    )
    .description(
      "write the account as a Pulumi program, with a file from which Pulumi imports the declared objects",
    );
  for (const { noun, select = "" } of selectable.map(namesOf))
    command.option(`--${noun} <name-or-id>`, select, collected, []);
  for (const { plural, request = "" } of requestable.map(namesOf)) command.option(`--${plural}`, request);
  command
    .option("--full", "declare all readable fields, including those at the service's default")
    .option(
      "-s, --stack <name>",
      "set the secret values in the configuration of this stack, which belongs to the project in DIR",
    )
    .option(
      "--force",
      "overwrite files that no export wrote or that were edited since the last export, remove from the program what is no longer selected, replace a program of another account, and replace secret values in the stack that differ from the service's",
    );
  withTrustOption(command)
    .option("--json", "print what was written as JSON")
    .addHelpText(
      "after",
      `
Nothing is written to the service. Secret values are header values, static fields, and URLs with a user name, a
password, a query or a long path segment of letters and digits, which may be a token. No file of the program contains
them. DIR/import.json does, in clear text, and only its owner can read it. Delete that file after the import.
${trustHelp}

Objects that a program cannot declare are left out. Without --force, files that were edited since the last export are
left as they are. The output lists both. If the program may then lack something in the account, the exit code is ${exitCodes.incomplete}.
The export follows no symbolic link in DIR, and rejects a .voicecall-export.json that no export could have written, even
with --force.

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
  const { sentence, sentences } = await import("./taken-out.js");
  const { stack, force = false, trustProject = false } = commandOptions;
  const options = {
    ...choiceFrom({ ...commandOptions }),
    force,
    trustProject,
    ...(stack !== undefined && { stack }),
  };
  const result = await exportTo(folder, options);
  const { leftOut, leftAlone, takenOut } = result;
  if (commandOptions.json) printJson({ ...result, takenOut: takenOut.map(sentence) });
  else print(asText({ ...result, takenOut: sentences(takenOut) }));
  return leftOut.length > 0 || leftAlone.some(isBehind) ? exitCodes.incomplete : exitCodes.ok;
}

function asText({
  folder,
  resources,
  files,
  added,
  changed,
  removed,
  overwritten,
  leftAlone,
  takenOut,
  leftOut,
  notes,
  repeatedNotes,
  omitted,
  next,
  unsetConfig,
  setConfig,
}: Omit<ExportResult, "takenOut"> & { takenOut: readonly string[] }): string {
  const counts = Object.entries(resources)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => counted(count, what.slice(0, -1)));
  const behind = leftAlone.filter(isBehind).length;
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
  return [
    `${folder}: ${counts.length > 0 ? counts.join(", ") : "nothing to export"}; ${counted(files.length, "file")}.`,
    ...omittedLine(omitted),
    ...list(pc.bold("Files that are new:"), added),
    ...list(pc.bold("Files that changed:"), changed),
    ...list(pc.bold("Files removed:"), removed),
    ...list(pc.yellow(OVERWRITTEN), overwritten),
    ...list(pc.yellow(LEFT_ALONE), leftAlone.map(ofLeftAlone)),
    ...list(pc.bold("No longer in the program:"), takenOut),
    ...list(pc.yellow("Left out, because a program cannot declare them:"), leftOut),
    ...list(
      pc.bold("Notes:"),
      notes.filter((note) => !repeatedNotes.includes(note)),
    ),
    ...list("Notes that the last export printed too:", repeatedNotes),
    ...list(pc.bold("Next:"), next),
    ...(setConfig === null
      ? []
      : [
          "",
          `\`${setConfig}\` sets the secret values of: ${unsetConfig.join(", ")}. Or set each with \`pulumi config set --secret KEY\`, which prompts for the value.`,
        ]),
    ...(behind === 0 ? [] : ["", pc.yellow(behindSummary(behind))]),
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

const isBehind = ({ why }: LeftAlone): boolean => why === "changed";

const whyLeftAlone: Readonly<Record<LeftAlone["why"], string>> = {
  unchanged: "",
  changed: ": may lack changes from the account",
  removed: ": no longer part of the program",
  read: ": no longer part of the program, but an edited file reads it",
};

const ofLeftAlone = ({ file, why }: LeftAlone): string => `${file}${whyLeftAlone[why]}`;

const behindSummary = (count: number): string =>
  `${counted(count, "edited file")} named above may lack changes from the account: exit code ${exitCodes.incomplete}. --force overwrites edited files; commit them first.`;

const summary = (count: number): string =>
  `${counted(count, "object")} in the account ${count === 1 ? "was" : "were"} left out of the program and named above: exit code ${exitCodes.incomplete}.`;
