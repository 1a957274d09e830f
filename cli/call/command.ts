/** `voicecall call`: makes one phone call to test an assistant. */
import { type Command, InvalidArgumentError } from "commander";
import { type ExitCode, ending, exitCodes, UsageError } from "../exit.js";
import { print, printJson, warn } from "../output.js";
import { type StackOptions, withStackOptions } from "../pulumi.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../trust.js";

interface Given extends StackOptions, TrustOptions {
  assistant: string;
  to: string;
  var: Record<string, string>;
  yes?: boolean;
  json?: boolean;
}

export function registerCall(program: Command): void {
  const command = program
    .command("call")
    .description("make an assistant call one phone number once, to hear it after an apply")
    .requiredOption("--assistant <name>", "the assistant's exact name, or its id")
    .requiredOption("--to <number>", "the phone number in E.164 format, such as +12025550143")
    .option("--var <name=value>", "a variable of this call; may be repeated", variable, {});
  withTrustOption(withStackOptions(command))
    .option("-y, --yes", "call without asking; needed where there is no terminal")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      `
The command shows the number and asks first. It sends the request once, and never again after a lost response, a rate
limit or a failed connection. No apply ever sends it.
${trustHelp}

Exit codes: 0 the service has accepted the call; 1 there was no call, or it could not tell; 64 wrong usage.

With --json: {"version": 1, "outcome", "assistant": {"id", "name"}, "to", "error"?}, where outcome is "called",
"not called" or "could not tell".

Examples:
  voicecall call --assistant "Support" --to +12025550143
  voicecall call --assistant 201 --to +12025550143 --var customer_name="Ada Smith" --yes
  voicecall call --assistant "Support" --to +12025550143 --stack prod --yes --json`,
    )
    .action(ending(run));
}

async function run(given: Given): Promise<ExitCode> {
  await assertUsage(given);
  const { sessionOf } = await import("../account.js");
  const { chosen, named, remarks } = await import("./assistant.js");
  const session = await sessionOf(given);
  session.requireToken(`call ${given.to}`);
  const assistant = chosen(given.assistant, await session.records("Assistant").rows());
  warn(`This calls ${given.to} with ${named(assistant)} of ${session.settings.baseUrl}.`);
  for (const remark of remarks(assistant, Object.keys(given.var))) warn(remark);
  const result = { version: 1, assistant: { id: assistant.id, name: assistant["name"] }, to: given.to };
  if (!given.yes && !(await agreed())) {
    const error = "Nobody was called: the question was not answered with yes.";
    return report(given, { ...result, outcome: "not called", error });
  }
  const { makeCall } = await import("./request.js");
  const outcome = await makeCall(session.client, {
    assistantId: assistant.id,
    phoneNumber: given.to,
    variables: given.var,
    purpose: `call ${given.to} with ${named(assistant)}`,
  });
  return report(given, { ...result, ...outcome });
}

async function assertUsage({ to, yes }: Given): Promise<void> {
  const { phone } = await import("../../provider/facade.js");
  const { success, error } = phone().safeParse(to);
  if (!success) throw new UsageError(`--to: ${error.issues.map(({ message }) => message).join("; ")}.`);
  if (!yes && !process.stdin.isTTY) {
    throw new UsageError("There is no terminal to ask on: add --yes to have a phone ring.");
  }
}

async function agreed(): Promise<boolean> {
  const { confirmed } = await import("../confirm.js");
  return confirmed("Call now?", process.stdin, process.stderr);
}

interface Result {
  version: number;
  outcome: "called" | "not called" | "could not tell";
  assistant: { id: number; name: unknown };
  to: string;
  error?: string;
}

function report(given: Given, result: Result): ExitCode {
  if (result.error !== undefined) warn(`error: ${result.error}`);
  if (given.json) printJson(result);
  else if (result.outcome === "called") print(`The service has accepted the call to ${result.to}.`);
  return result.outcome === "called" ? exitCodes.ok : exitCodes.failed;
}

function variable(text: string, previous: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([A-Za-z_][\w.-]*)=([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("Write NAME=VALUE, with a name of letters, digits and underscores.");
  }
  if (Object.hasOwn(previous, name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return { ...previous, [name]: value };
}
