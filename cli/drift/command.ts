/** `voicecall drift`: compares the state of a stack with the service. */
import { Option, type Command } from "commander";
import { ending, exitCodes, type ExitCode } from "../exit.js";
import { counted } from "../../provider/base/quoted.js";
import { during, print, printJson, warn } from "../output.js";
import { type StackOptions, withStackOptions } from "../pulumi.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../trust.js";
import type { Report } from "./report.js";

interface Given extends StackOptions, TrustOptions {
  untracked?: true;
  json?: true;
  markdown?: true;
}

export function registerDrift(program: Command): void {
  const command = withStackOptions(program.command("drift"))
    .description(
      "show how the service differs from the last apply of a stack; changes nothing, not even state",
    )
    .option(
      "--untracked",
      "also list objects in the account that no resource of the stack manages; campaigns only if they may be running",
    );
  withTrustOption(command)
    .addOption(new Option("--json", "print the report as JSON").conflicts("markdown"))
    .addOption(new Option("--markdown", "print the report as a comment for a pull request or an issue"))
    .addHelpText(
      "after",
      `
The command compares the declared fields of this package's resources, as the last apply recorded them in state, with the
service. It does not run the program. "600 → 60" means: 600 was applied last, and the live value is 60. Notes, and
fields that the service does not return, are not drift. After a refresh that changed state, state no longer contains the
last apply. The outcome is then "could not tell" until an update of the whole stack succeeds.

Exit codes: 0 no drift; 1 could not tell, for one resource or for all (other findings are still printed); 2 drift: a field
differs, an object is gone, or with --untracked an untracked object was found; 64 wrong usage.

Without --untracked, only the provider sends requests, as in \`pulumi refresh\`, and --trust-project has no effect. With
--untracked, the command itself lists the objects in the account.${trustHelp}

Examples:
  voicecall drift
  voicecall drift --stack production --json
  voicecall drift --stack production --markdown > comment.md
  voicecall drift --untracked
  pulumi up --refresh          restores what the program declares`,
    )
    .action(ending(drift));
}

async function drift(given: Given): Promise<ExitCode> {
  const report = await reportOn(given);
  if (given.json) printJson(report);
  else if (given.markdown) print((await import("./markdown.js")).asMarkdown(report, given.stack, given.cwd));
  else print((await import("./text.js")).asText(report, given.stack, given.cwd));
  return { "no drift": exitCodes.ok, drift: exitCodes.found, "could not tell": exitCodes.failed }[
    report.outcome
  ];
}

async function reportOn(given: Given): Promise<Report> {
  const { driftOf } = await import("./stack.js");
  const { report, warnings } = await during("Reading the stack's objects from the service …", (now) =>
    driftOf(given, (count) =>
      now(`Reading the stack's objects from the service … ${counted(count, "resource")}`),
    ),
  );
  for (const text of warnings) warn(`warning: ${text}`);
  if (!given.untracked) return report;
  const { findUntracked } = await import("./untracked.js");
  const { withUntracked } = await import("./report.js");
  return withUntracked(report, await findUntracked(given));
}
