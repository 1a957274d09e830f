/** `voicecall pull`: puts manual changes of the service into the program. */
import { Option, type Command } from "commander";
import { type ExitCode, UsageError, ending, exitCodes } from "../base/exit.js";
import { ignoreOption } from "../base/ignore-option.js";
import { during, print, printJson, printRaw, warn } from "../base/output.js";
import { type StackOptions, withStackOptions } from "../base/pulumi.js";
import { stackOption } from "../base/shell.js";
import { type TrustOptions, withTrustOption } from "../base/trust.js";
import type { Pulled } from "./report.js";

interface Given extends StackOptions, TrustOptions {
  dryRun?: true;
  force?: true;
  mine?: true;
  shared?: true;
  untracked?: true;
  ignore: string[];
  json?: true;
  markdown?: true;
}

export function registerPull(program: Command): void {
  const command = withStackOptions(
    program
      .command("pull")
      .description("edit the program so that it declares what the service holds, after manual changes")
      .argument(
        "[resources...]",
        "resources of the program, or properties such as support.systemPrompt (default: all that differ); with --untracked, names or ids of objects",
      ),
  )
    .option("--dry-run", "print a patch for git apply, and write nothing")
    .option("--force", "also change files that are not committed")
    .option(
      "--mine",
      "where the program has changed a value too and both cannot stand, let the next pulumi up overwrite the service's",
    )
    .option(
      "--shared",
      "change a prompt that several resources share for all of them, where not all were changed alike",
    )
    .addOption(
      new Option(
        "--untracked",
        "instead, declare assistants and tools of the account that no resource of the stack manages",
      ).conflicts(["mine", "shared", "markdown"]),
    )
    .addOption(ignoreOption());
  withTrustOption(command)
    .addOption(new Option("--json", "print the outcome as JSON").conflicts("markdown"))
    .addOption(
      new Option("--markdown", "print the outcome as the text of a pull request").conflicts("dryRun"),
    )
    .addHelpText(
      "after",
      `
The command compares state with the service, as \`voicecall drift\` does, and runs the program in a preview to learn where
each value comes from. It changes Markdown prompts by line, and keeps their placeholders. It changes literals in
TypeScript and JavaScript in place, and plain values of the stack's configuration. To see where a shared value comes from,
it runs the program with changes that no file has yet. It keeps only changes with which the program declares exactly what
the service holds, and nothing else differs: the shared value where most resources changed alike, otherwise a property
of the resource. Everything else is listed with file, line and value. Secrets are never written. If file and
service have changed the same lines of a prompt, the file gets marked lines, and a preview fails until you resolve them.
Where the program had changed too, the stack's configuration records what is merged: the next \`pulumi up\` overwrites
exactly these values of the service.

With --untracked, each object comes into new files and one import line in the program's first file; with assistantFiles(),
into a Markdown file alone. An assistant brings the tools that it needs, and refers to tools that the program has. Secret
values go into the stack's configuration. Only what a preview would adopt without changing anything is kept.

Afterwards, the next \`pulumi up\` records the values and sends nothing for them.

Exit codes: 0 the program has all changes; 2 some are left to you, or an object is gone; 1 a conflict, or could
not tell; 64 wrong usage.

Examples:
  voicecall pull
  voicecall pull support billing.initialMessage
  voicecall pull --mine support.maxCallDuration
  voicecall pull --dry-run > dashboard.patch
  voicecall pull --untracked "Night desk"
  voicecall pull --untracked --ignore 'Client *' --ignore Assistant:205`,
    )
    .action(ending(pull));
}

export const codes: Readonly<Record<Pulled["outcome"], ExitCode>> = {
  pulled: exitCodes.ok,
  "nothing to pull": exitCodes.ok,
  left: exitCodes.found,
  conflict: exitCodes.failed,
  "could not tell": exitCodes.failed,
};

async function pull(names: string[], given: Given): Promise<ExitCode> {
  const {
    stack,
    cwd,
    trustProject,
    dryRun = false,
    force = false,
    mine = false,
    shared = false,
    json,
  } = given;
  const options = { cwd, ...(stack !== undefined && { stack }), ...(trustProject && { trustProject }) };
  if (given.untracked) return pullUntracked(names, given, options);
  if (given.ignore.length > 0) throw new UsageError("--ignore needs --untracked.");
  const { pulled } = await import("./pull.js");
  const report = await during("Reading the service and the program …", (update) =>
    pulled(options, { names, isDry: dryRun, isForced: force, mine, shared }, update),
  );
  const { asMarkdown, asText } = await import("./text.js");
  const option = stackOption(stack, cwd);
  if (json) printJson(report);
  else if (given.markdown) print(asMarkdown(report, option));
  else {
    const text = asText(report, dryRun, option);
    // The patch alone goes to stdout.
    if (dryRun) {
      warn(text);
      printRaw(report.patch ?? "");
    } else print(text);
  }
  return codes[report.outcome];
}

async function pullUntracked(
  names: string[],
  { dryRun, force, ignore, json, stack, cwd }: Given,
  options: StackOptions & TrustOptions,
): Promise<ExitCode> {
  const [{ accountsOf }, { ignoring }, { newObjects }, { newObjectsText }] = await Promise.all([
    import("../drift/accounts.js"),
    import("../base/ignored.js"),
    import("./new-objects.js"),
    import("./text.js"),
  ]);
  // May ask whether to trust the folder, so it comes before the progress.
  const accounts = await accountsOf(options);
  const isIgnored = await ignoring(ignore, options);
  const report = await during("Reading the account and the program …", (update) =>
    newObjects(
      options,
      accounts,
      { names, isDry: dryRun === true, isForced: force === true, isIgnored },
      update,
    ),
  );
  const text = newObjectsText(report, dryRun === true, stackOption(stack, cwd));
  if (json) printJson(report);
  else if (dryRun) {
    warn(text);
    printRaw(report.patch ?? "");
  } else print(text);
  return codes[report.outcome];
}
