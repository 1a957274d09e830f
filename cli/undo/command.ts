/** `voicecall undo`: lists what applies have replaced although no program had declared it, and puts it back. */
import { isDeepStrictEqual } from "node:util";
import { Option, type Command } from "commander";
import { printable } from "../../provider/base/quoted.js";
import { type ExitCode, UsageError, ending, exitCodes } from "../base/exit.js";
import { during, print, printJson, printRaw, warn } from "../base/output.js";
import { type StackOptions, withStackOptions } from "../base/pulumi.js";
import { onStack, stackOption } from "../base/shell.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";
import { codes } from "../pull/command.js";
import type { Kept } from "./kept.js";

interface Given extends StackOptions, TrustOptions {
  print?: true;
  service?: true;
  force?: true;
  json?: true;
}

export function registerUndo(program: Command): void {
  const command = withStackOptions(
    program
      .command("undo")
      .description("list the prompts and texts of others that applies have replaced, and put one back")
      .argument("[id]", "the value to put back, as the list names it (default: list all)"),
  )
    .addOption(new Option("--print", "print the value, and change nothing").conflicts("service"))
    .option("--service", "send the value to the service, and leave the program as it is")
    .option("--force", "also change files that are not committed");
  withTrustOption(command)
    .option("--json", "print the list, or the value, as JSON")
    .addHelpText(
      "after",
      `
Before an apply replaces or deletes a prompt or another text that no program had declared, such as a colleague's change in
the dashboard, the provider keeps it: encrypted in state, and those of deleted objects in a file
(voicecall:keepOverwritten). Each resource keeps its ten newest values. Nothing of leads is kept.

Without options, \`voicecall undo ID\` edits the program as \`voicecall pull\` would, and the next \`pulumi up\` sends the
value. With --service the service has it at once, as if somebody had changed it in the dashboard: \`voicecall pull\` then
takes it into the program. The value of a deleted object can only be printed.
${trustHelp}

With --json, the list is {"version": 1, "kept": [{"id", "kind", "name", "title", "property", "at", "by", "file"?}],
"problems": []}, without the values.

Exit codes: 0 done; 1 failed; 2 the program was not changed; 64 wrong usage.

Examples:
  voicecall undo
  voicecall undo 3f2a9c
  voicecall undo 3f2a9c --print > prompts/support.md
  voicecall undo 3f2a9c --service`,
    )
    .action(ending(run));
}

async function run(id: string | undefined, given: Given): Promise<ExitCode> {
  const { stack, cwd, trustProject, json } = given;
  if (id === undefined && (given.print || given.service))
    throw new UsageError("Name the value: `voicecall undo` lists the ids.");
  const named = (text: string): string => onStack(text, stack, cwd);
  const options = { cwd, ...(stack !== undefined && { stack }), ...(trustProject && { trustProject }) };
  const { accountsOf } = await import("../drift/accounts.js");
  const { keptIn } = await import("./kept.js");
  const { accounts, errors } = await accountsOf(options);
  const { kept, problems } = keptIn(accounts, options);
  const all = [...problems, ...errors.map(({ text }) => text)];
  if (id === undefined) {
    if (json) printJson({ version: 1, kept: kept.map(shownInList), problems: all });
    else print(listText(kept, all, stackOption(stack, cwd)));
    return all.length > 0 ? exitCodes.failed : exitCodes.ok;
  }
  const one = kept.find((value) => value.id === id);
  if (!one)
    throw new Error(
      [named(`No kept value has the id ${id}: \`voicecall undo\` lists them.`), ...all].join("\n"),
    );
  if (given.print) {
    if (json) printJson(one.value);
    else printRaw(typeof one.value === "string" ? one.value : `${JSON.stringify(one.value, undefined, 2)}\n`);
    return exitCodes.ok;
  }
  if (one.resource && isCurrent(one)) {
    print(
      `The last apply has sent this value of ${one.property}, so there is nothing to put back. If the program has another one, that is a newer change of it.`,
    );
    return exitCodes.ok;
  }
  if (!one.resource)
    throw new Error(
      named(
        `The object was deleted, so its ${one.property} has no place: print it with \`voicecall undo ${id} --print\`.`,
      ),
    );
  return given.service
    ? inService(one, one.resource, named)
    : inProgram(one, options, { isForced: given.force === true, named });
}

/** State has the value, so `voicecall pull` would see no difference. */
const isCurrent = ({ resource, property, value }: Kept): boolean =>
  isDeepStrictEqual(resource?.inputs[property], value);

const shownInList = ({ id, kind, name, title, property, at, by, file }: Kept) => ({
  ...{ id, kind, name, title, property, at, by },
  ...(file !== undefined && { file }),
});

const HOW = {
  update: "replaced by an update",
  adoption: "replaced by an adoption",
  deletion: "deleted with its object",
} as const;

function line(one: Kept): string {
  const { id, title, name, property, at, by, value } = one;
  const size = typeof value === "string" ? value : JSON.stringify(value);
  const now = isCurrent(one) ? "; the last apply has sent it again" : "";
  return printable(
    `${id}  ${at.slice(0, 16).replace("T", " ")}  ${title} (${name}): ${property}, ${[...size].length} characters, ${HOW[by]}${now}`,
  );
}

function listText(kept: readonly Kept[], problems: readonly string[], option: string): string {
  const none = "Nothing is kept: no apply has replaced a text that no program had declared.";
  const next = `Put one back with \`npx voicecall undo ID${option}\`, or read it with --print.`;
  const lines = kept.length > 0 ? [...kept.map(line), "", next] : problems.length > 0 ? [] : [none];
  return [...lines, ...problems.map(printable)].join("\n");
}

async function inService(
  { title, property, value }: Kept,
  { session, ...resource }: NonNullable<Kept["resource"]>,
  named: (text: string) => string,
): Promise<ExitCode> {
  const { openSession, putBack } = await import("../../provider/facade.js");
  const careful = openSession({ ...session.settings, onConflict: "fail" }, { print: warn });
  await during("Sending the value …", () => putBack(careful, resource, property, value));
  const next = named("`voicecall pull` takes this one into it");
  print(`The service has ${property} of ${printable(title)} again. The program still has another: ${next}.`);
  return exitCodes.ok;
}

async function inProgram(
  one: Kept,
  options: StackOptions & TrustOptions,
  { isForced, named }: { isForced: boolean; named: (text: string) => string },
): Promise<ExitCode> {
  const [{ pulled }, { CHANGED, REMOVED }, { asDrift }] = await Promise.all([
    import("../pull/pull.js"),
    import("../pull/wishes.js"),
    import("./restore.js"),
  ]);
  const how = { names: [], isDry: false, isForced, mine: false, shared: false };
  const { outcome, ...found } = await during("Reading the service and the program …", (update) =>
    pulled(options, { ...how, changing: (drift) => asDrift(drift, one) }, update),
  );
  const files = [...found.pulled, ...found.conflicts].flatMap(
    ({ file = "the stack's configuration" }) => file,
  );
  const changed = `${one.property} of ${printable(one.title)}: ${files.join(", ")}`;
  if (outcome === "pulled")
    print(`Changed ${changed}. Read it with \`git diff\`. ${named("`pulumi up`")} sends it.`);
  else if (outcome === "conflict") warn(`Conflict in ${changed}. Resolve the marked lines.`);
  else if (outcome === "nothing to pull") print("The program declares this value already.");
  else {
    const newer = `it has changed ${one.property} since that apply`;
    const why = found.left
      .map((left) => ([CHANGED, REMOVED].includes(left.why) ? newer : left.why))
      .join("; ");
    const next = named(`Print the value with \`voicecall undo ${one.id} --print\`.`);
    warn(`The program was not changed: ${printable(why)}. ${next}`);
  }
  return codes[outcome];
}
