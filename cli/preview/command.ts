/** `voicecall preview`: runs `pulumi preview`, and writes what matters before the diff. */
import { appendFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { type ExitCode, UsageError, ending, exitCodes } from "../base/exit.js";
import { during, print, printJson, warn } from "../base/output.js";
import { type StackOptions, withStackOptions } from "../base/pulumi.js";

interface Given extends StackOptions {
  report?: string;
  outputs?: string;
  json?: boolean;
}

export function registerPreview(program: Command): void {
  const command = program
    .command("preview")
    .description(
      "run `pulumi preview --diff`, and report first what it would start, delete and replace, and what will fail",
    )
    .argument("[arguments...]", "further arguments of `pulumi preview`, after --");
  withStackOptions(command)
    .option("--report <file>", "write the report to this file, as Markdown for a comment on GitHub")
    .option("--outputs <file>", "append `starts=found` and `changes=found` to this file, if there are any")
    .option("--json", "print the report as JSON, without the diff")
    .addHelpText(
      "after",
      `
Starts, calls and failures that the provider predicts come from its messages, and the rest from events of the engine. So
no text of the program or the service can hide or add a line of the report. After an error, Pulumi skips the resources
that it has not seen: the report then begins with a warning, "complete" is false, and --outputs writes both lines.

Exit codes: 0 done; 1 the preview failed, or predicts that the apply will; 64 wrong usage.

With --json: {"complete", "changes", "starts": [text], "calls": [text], "deletions": [resource or text], "replacements": [resource], "failures": [text], "warnings": [text]}.

Examples:
  voicecall preview --stack prod --report preview.md
  voicecall preview --stack prod --json
  voicecall preview --report preview.md -- --save-plan plan.json`,
    )
    .action(ending(run));
}

async function run(args: readonly string[], { report, outputs, json, ...options }: Given): Promise<ExitCode> {
  if (args.some((arg) => /^--show-secrets(=|$)/.test(arg)))
    throw new UsageError(
      "--show-secrets would write secrets into the report and the plan. To see them, run `pulumi preview` at a terminal.",
    );
  const [{ reviewed }, { asMarkdown, asText }] = await Promise.all([
    import("./reviewed.js"),
    import("./markdown.js"),
  ]);
  let diff = "";
  const onText = (text: string): void => void (diff += text);
  const { review, code, stderr } = await during("pulumi preview …", () => reviewed(args, options, onText));
  if (report !== undefined) writeFileSync(report, asMarkdown(review, diff));
  const found = { starts: !review.complete || review.starts.length > 0, changes: review.changes };
  if (outputs !== undefined)
    for (const [name, isFound] of Object.entries(found))
      if (isFound) appendFileSync(outputs, `${name}=found\n`);
  if (json) printJson(review);
  else {
    print(`${asText(review)}\n\n`);
    process.stdout.write(diff);
  }
  // Without events, such as for a stack that does not exist, the report has no reason.
  if (json && !review.complete) warn(stderr.trimEnd());
  return code === 0 && review.complete && review.failures.length === 0 ? exitCodes.ok : exitCodes.failed;
}
