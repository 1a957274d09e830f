/** `voicecall drift`: compares the state of one or many stacks with the service. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { ending, exitCodes, type ExitCode, UsageError } from "../base/exit.js";
import { ignoreOption } from "../base/ignore-option.js";
import { counted } from "../../provider/base/quoted.js";
import { during, print, printJson, warn } from "../base/output.js";
import { cwdOption, type StackOptions } from "../base/pulumi.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";
import type { Report } from "./report.js";

interface Given extends TrustOptions {
  stack?: string[];
  cwd: string;
  concurrency: number;
  untracked?: true;
  undeclared?: true;
  ignore: string[];
  json?: true;
  markdown?: true;
}

export function registerDrift(program: Command): void {
  const command = program
    .command("drift")
    .description(
      "show how the service differs from the last apply of one or many stacks; changes nothing, not even state",
    )
    .option(
      "-s, --stack <names...>",
      "the stack (default: the one selected in the program's folder); or several names and patterns, of which a leading ! excludes; quote wildcards and !",
    )
    .addOption(cwdOption())
    .option("--concurrency <number>", "how many stacks are read at once (1 to 64)", concurrency, 4)
    .option(
      "--untracked",
      "also list objects in the account that no resource of the stack manages; campaigns only if they may be running; for one stack",
    )
    .addOption(ignoreOption())
    .option(
      "--undeclared",
      "also list live values that the program does not declare and that are not the service's defaults; for one stack",
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

With several names or a pattern, the stacks are those of the state backend (pulumi stack ls). A pattern is compared with
the full name, such as acme/project/client-a, and with its last part. A name without wildcards must be that of a stack,
also after "!". A stack that cannot be read stops no other: its outcome is "could not tell".

Exit codes: 0 no drift; 1 could not tell, for one resource, stack or all (other findings are still printed); 2 drift: a field
differs, an object is gone, or --untracked or --undeclared has found something; 64 wrong usage.

Without --untracked and --undeclared, only the provider sends requests, as in \`pulumi refresh\`, and --trust-project has
no effect. With them, the command itself lists the objects in the account.
${trustHelp}

Examples:
  voicecall drift
  voicecall drift --stack production --json
  voicecall drift --stack production --markdown > comment.md
  voicecall drift --stack 'client-*' '!client-test'
  voicecall drift --untracked
  voicecall pull               keeps manual changes, in the program
  pulumi up --refresh --target '**::NAME'    restores what the program declares for one resource`,
    )
    .action(ending(drift));
}

const MOST_AT_ONCE = 64;

function concurrency(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_AT_ONCE) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_AT_ONCE}.`);
}

async function drift(given: Given): Promise<ExitCode> {
  const { selectsMany } = await import("./many.js");
  const { stack: patterns = [], cwd, trustProject, untracked, ignore } = given;
  if (ignore.length > 0 && !untracked) throw new UsageError("--ignore needs --untracked.");
  const [stack] = patterns;
  const outcome = selectsMany(patterns)
    ? await driftOfMany(patterns, given)
    : await driftOfOne(
        { cwd, ...(stack !== undefined && { stack }), ...(trustProject && { trustProject }) },
        given,
      );
  return { "no drift": exitCodes.ok, drift: exitCodes.found, "could not tell": exitCodes.failed }[outcome];
}

async function driftOfOne(options: StackOptions & TrustOptions, given: Given): Promise<Report["outcome"]> {
  const { driftOf } = await import("./stack.js");
  const reading = "Reading the stack's objects from the service …";
  const found = await during(reading, (now) =>
    driftOf(options, (count) => now(`${reading} ${counted(count, "resource")}`)),
  );
  for (const text of found.warnings) warn(`warning: ${text}`);
  const { withAdditions } = await import("./additions.js");
  const report = await withAdditions(found.report, options, given, (run) =>
    during("Listing the account …", run),
  );
  const { stack, cwd } = options;
  if (given.json) printJson(report);
  else if (given.markdown) print((await import("./markdown.js")).asMarkdown(report, stack, cwd));
  else print((await import("./text.js")).asText(report, stack, cwd));
  return report.outcome;
}

async function driftOfMany(patterns: readonly string[], given: Given): Promise<Report["outcome"]> {
  for (const option of ["untracked", "undeclared"] as const)
    if (given[option]) throw new UsageError(`--${option} is for one stack: name it with --stack.`);
  const { asMarkdown, asText, driftOfStacks } = await import("./many.js");
  const { cwd, concurrency: atOnce } = given;
  const report = await during("Reading the stacks' objects from the service …", (now) =>
    driftOfStacks(patterns, {
      cwd,
      concurrency: atOnce,
      onRead: (read, all) => now(`Reading the stacks' objects from the service … ${read} of ${all} stacks`),
    }),
  );
  if (given.json) printJson(report);
  else print(given.markdown ? asMarkdown(report) : asText(report, cwd));
  return report.outcome;
}
