/** `voicecall pull`: puts manual changes of the service into the program. */
import { Option, type Command } from "commander";
import { type ExitCode, ending, exitCodes } from "../base/exit.js";
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
        "resources of the program, or properties such as support.systemPrompt (default: all that differ)",
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
    .option("--untracked", "also list objects in the account that no resource of the stack manages");
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

Afterwards, the next \`pulumi up\` records the values and sends nothing for them.

Exit codes: 0 the program has all changes; 2 some are left to you, or an object is gone or untracked; 1 a conflict, or could
not tell; 64 wrong usage.

Examples:
  voicecall pull
  voicecall pull support billing.initialMessage
  voicecall pull --mine support.maxCallDuration
  voicecall pull --dry-run > dashboard.patch`,
    )
    .action(ending(pull));
}

const codes: Readonly<Record<Pulled["outcome"], ExitCode>> = {
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
    untracked = false,
    mine = false,
    shared = false,
    json,
  } = given;
  const options = { cwd, ...(stack !== undefined && { stack }), ...(trustProject && { trustProject }) };
  const { pulled } = await import("./pull.js");
  const report = await during("Reading the service and the program …", (update) =>
    pulled(options, { names, isDry: dryRun, isForced: force, untracked, mine, shared }, update),
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
