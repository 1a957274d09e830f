/** `voicecall fleet`: previews, applies or checks many stacks, with one report. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { ending, exitCodes, type ExitCode, UsageError } from "../exit.js";
import { print, printJson, warn } from "../output.js";
import type { FleetCommand, FleetReport, StackResult } from "./report.js";

interface Given {
  stacks?: string[];
  cwd: string[];
  concurrency: number;
  json?: true;
  markdown?: true;
  yes?: true;
  startCampaigns?: true;
}

const MOST_AT_ONCE = 64;

export function registerFleet(program: Command): void {
  const fleet = program
    .command("fleet")
    .description("preview, apply or check many stacks with one command and one report");
  withOptions(fleet.command("preview"))
    .description("show what an apply would change in each stack; changes nothing")
    .addHelpText(
      "after",
      `${common}

Exit codes: 0 no stack would change; 1 a preview failed or was not begun; 2 stacks would change; 64 wrong usage.

Examples:
  voicecall fleet preview
  voicecall fleet preview --stacks 'client-*' '!client-test' --markdown > comment.md
  voicecall fleet preview --cwd clients/* --json`,
    )
    .action(ending((given: Given) => run("preview", given)));
  withOptions(fleet.command("up"))
    .description("apply each stack whose preview shows a change")
    .option("--yes", "apply without asking; required")
    .option(
      "--start-campaigns",
      "also apply stacks whose preview announces that a campaign will or may start",
    )
    .addHelpText(
      "after",
      `${common}

Each stack is previewed first, and applied only if the preview succeeds and shows a change. If the preview announces
that applying starts a campaign, or may start one, the stack is held: none of its changes are applied, unless you use
--start-campaigns. With that option, the announcement is printed before the apply. A stack counts as one that may start
a campaign if this command cannot read the announcements of the version of pulumi-voicecall in its program.

Exit codes: 0 all done; 1 a stack failed, was held, or was not begun; 64 wrong usage.

Examples:
  voicecall fleet up --stacks 'client-*' --yes
  voicecall fleet up --stacks client-a client-b --yes --start-campaigns`,
    )
    .action(ending((given: Given) => run("up", given)));
  withOptions(fleet.command("drift"))
    .description(
      "show how the service differs from the last apply of each stack; changes nothing, not even state",
    )
    .addHelpText(
      "after",
      `${common}

Exit codes: 0 no drift; 1 one or more stacks could not be checked; 2 drift; 64 wrong usage.

Examples:
  voicecall fleet drift
  voicecall fleet drift --stacks 'client-*' --concurrency 8 --json`,
    )
    .action(ending((given: Given) => run("drift", given)));
}

const common = `
The stacks are those of the state backend (pulumi stack ls). A file Pulumi.<stack>.yaml without a stack counts as a
failure. A pattern is compared with the full name, such as acme/project/client-a, and with its last part: "client-*"
and "!client-a" match this stack too. A name without wildcards must be that of a stack, also after "!". If one stack
fails, or the stacks of one folder cannot be listed, the others continue.

After Ctrl-C, no further stack starts, and the running ones finish their pending requests, as after Ctrl-C in pulumi.
The report contains all stacks.`;

function withOptions(command: Command): Command {
  return command
    .option(
      "--stacks <pattern...>",
      "stack names or patterns; quote wildcards and !; a leading ! excludes the matches (required for up; otherwise all stacks)",
    )
    .option("-C, --cwd <folder...>", "the folders of one or several Pulumi programs", ["."])
    .option("--concurrency <number>", "how many stacks run at once (1 to 64)", concurrency, 4)
    .addOption(new Option("--json", "print the report as JSON").conflicts("markdown"))
    .addOption(new Option("--markdown", "print the report as a comment for a pull request or an issue"));
}

function concurrency(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_AT_ONCE) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_AT_ONCE}.`);
}

async function run(command: FleetCommand, given: Given): Promise<ExitCode> {
  if (command === "up" && !given.yes)
    throw new UsageError(
      "fleet up applies stacks without asking, so you must add --yes. `npx voicecall fleet preview` shows what would change.",
    );
  if (command === "up" && !given.stacks)
    throw new UsageError(
      "fleet up needs --stacks: name the stacks to apply, or all of them with --stacks '*'.",
    );
  const report = await reportOn(command, given);
  if (given.json) printJson(report);
  else if (given.markdown) print((await import("./markdown.js")).asMarkdown(report));
  else print((await import("./text.js")).asText(report));
  if (report.outcome === "failed") return exitCodes.failed;
  return report.outcome === "unchanged" || command === "up" ? exitCodes.ok : exitCodes.found;
}

async function reportOn(command: FleetCommand, given: Given): Promise<FleetReport> {
  const { stacksOf } = await import("./stacks.js");
  const { fleetReport } = await import("./report.js");
  const { inParallel, Interruption } = await import("./interruption.js");
  const { resultOf } = await import("./one.js");
  const { labels, line } = await import("./text.js");
  const interruption = new Interruption();
  return interruption.during(async () => {
    const stacks = await stacksOf(given.cwd, given.stacks ?? ["*"], { onProcess: interruption.follow });
    const label = labels(stacks);
    warn(`${stacks.length} stack${stacks.length === 1 ? "" : "s"}, up to ${given.concurrency} at once`);
    const results = new Map<(typeof stacks)[number], StackResult>();
    const fleet = {
      command,
      startCampaigns: given.startCampaigns ?? false,
      interruption,
      label,
    };
    await inParallel(stacks, given.concurrency, async (stack) => {
      const result = await resultOf(stack, fleet);
      results.set(stack, result);
      warn(`[${results.size}/${stacks.length}] ${label(stack)}: ${line(result)}`);
    });
    return fleetReport(
      command,
      stacks.map((stack) => results.get(stack)!),
    );
  });
}
