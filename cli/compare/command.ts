/** `voicecall compare`: compares what two stacks declare, as their last applies recorded it. */
import { Option, type Command } from "commander";
import { ending, exitCodes, type ExitCode } from "../base/exit.js";
import { during, print, printJson } from "../base/output.js";
import { cwdOption } from "../base/pulumi.js";

interface Given {
  readonly cwd: string;
  readonly json?: true;
  readonly markdown?: true;
  readonly strict?: true;
}

export function registerCompare(program: Command): void {
  program
    .command("compare")
    .description("show how what two stacks declare differs; sends nothing to the service")
    .argument("<stack>", "a stack, such as dev")
    .argument("<other>", "the stack to compare it with, such as prod")
    .option("--strict", "exit 2 also if only values of the stacks' configuration differ")
    .addOption(cwdOption())
    .addOption(new Option("--json", "print the report as JSON").conflicts("markdown"))
    .addOption(new Option("--markdown", "print the report as a comment for a pull request or an issue"))
    .addHelpText(
      "after",
      `
Compares the declared fields of resources with the same name, as the last apply of each stack recorded them in state. A
reference is compared by the name of the resource that it refers to, never by its id. A value that differs only in values
of the stacks' configuration, or in the names of the stacks, is marked: the program makes both in the same way.

Exit codes: 0 no difference, or only marked ones (--strict: 2); 1 a state could not be read; 2 a difference; 64 wrong usage.

Examples:
  voicecall compare dev prod
  voicecall compare acme/assistants/dev acme/assistants/prod --markdown > comment.md`,
    )
    .action((stack: string, other: string, given: Given) => ending(compare)([stack, other], given));
}

async function compare(stacks: [string, string], { cwd, json, markdown, strict }: Given): Promise<ExitCode> {
  const [{ readDeclared }, { compareStacks }, format] = await Promise.all([
    import("./declared.js"),
    import("./differences.js"),
    import("./format.js"),
  ]);
  const [one, other] = await during("Reading the states …", () =>
    Promise.all(stacks.map((stack) => readDeclared({ stack, cwd }))),
  );
  const report = compareStacks(one!, other!);
  if (json) printJson(report);
  else print(markdown ? format.asMarkdown(report) : format.asText(report));
  const found = strict ? report.outcome !== "no difference" : report.outcome === "different";
  return found ? exitCodes.found : exitCodes.ok;
}
