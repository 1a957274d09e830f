/** `voicecall call`: makes one phone call to test an assistant. */
import { type Command, InvalidArgumentError } from "commander";
import { type ExitCode, ending, exitCodes, UsageError } from "../base/exit.js";
import { print, printJson, warn } from "../base/output.js";
import { type StackOptions, withStackOptions } from "../base/pulumi.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";

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
    .description("make an assistant call one phone number once, to test the assistant after an apply")
    .requiredOption("--assistant <name>", "the assistant's exact name, or its id")
    .requiredOption("--to <number>", "the phone number in E.164 format, such as +12025550143")
    .option("--var <name=value>", "a variable of this call; may be repeated", variable, {});
  withTrustOption(withStackOptions(command))
    .option("-y, --yes", "call without asking; required without a terminal")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      `
The command shows the number and asks for confirmation. It sends the request only once, even after a lost response, a
rate limit or a failed connection. An apply never sends this request.
${trustHelp}

Exit codes: 0 the service has accepted the call; 1 no call was made, or the command could not tell whether one was
made; 64 wrong usage.

With --json: {"version": 1, "outcome", "assistant": {"id", "name"}, "to", "error"?}, where outcome is "called",
"not called" or "could not tell".

Examples:
  voicecall call --assistant "Support" --to +12025550143
  voicecall call --assistant 201 --to +12025550143 --var customer_name="Ada Smith" --yes
  voicecall call --assistant "Support" --to +12025550143 --stack prod --yes --json`,
    )
    .action(ending(run));
}

async function run(options: Given): Promise<ExitCode> {
  await assertUsage(options);
  const { sessionOf } = await import("../base/account.js");
  const { obstacle } = await import("../../provider/facade.js");
  const { findAssistant, named, remarks } = await import("./assistant.js");
  // Without the stack's configuration, nothing shows whom the stack may call.
  const session = await sessionOf(options, true);
  session.requireToken(`call ${options.to}`);
  const fenced = obstacle(session.settings, [{ number: options.to, where: "--to" }]);
  if (fenced) throw new Error(`Nobody was called: ${fenced.what} ${fenced.remedy}`);
  const assistant = findAssistant(options.assistant, await session.records("Assistant").listed());
  warn(`The ${named(assistant)} of the account at ${session.settings.baseUrl} will call ${options.to}.`);
  for (const remark of remarks(assistant, Object.keys(options.var))) warn(remark);
  const result = { version: 1, assistant: { id: assistant.id, name: assistant["name"] }, to: options.to };
  if (!options.yes && !(await agreed())) {
    const error = "Nobody was called: the call was not confirmed.";
    return report(options, { ...result, outcome: "not called", error });
  }
  const { makeCall } = await import("./request.js");
  const outcome = await makeCall(session.client, {
    assistantId: assistant.id,
    phoneNumber: options.to,
    variables: options.var,
    purpose: `call ${options.to} with ${named(assistant)}`,
  });
  return report(options, { ...result, ...outcome });
}

async function assertUsage({ to, yes }: Given): Promise<void> {
  const { phone } = await import("../../provider/facade.js");
  const { success, error } = phone().safeParse(to);
  if (!success) throw new UsageError(`--to: ${error.issues.map(({ message }) => message).join("; ")}.`);
  if (!yes && !process.stdin.isTTY) {
    throw new UsageError("There is no terminal to ask for confirmation. To make the call, add --yes.");
  }
}

async function agreed(): Promise<boolean> {
  const { confirmed } = await import("../base/confirm.js");
  return confirmed("Call now?", process.stdin, process.stderr);
}

interface Result {
  version: number;
  outcome: "called" | "not called" | "could not tell";
  assistant: { id: number; name: unknown };
  to: string;
  error?: string;
}

function report(options: Given, result: Result): ExitCode {
  if (result.error !== undefined) warn(`error: ${result.error}`);
  if (options.json) printJson(result);
  else if (result.outcome === "called") print(`The service has accepted the call to ${result.to}.`);
  return result.outcome === "called" ? exitCodes.ok : exitCodes.failed;
}

function variable(text: string, previous: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([A-Za-z_][\w.-]*)=([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError(
      "Write NAME=VALUE. The name starts with a letter or an underscore, and has only letters, digits, underscores, dots and hyphens.",
    );
  }
  if (Object.hasOwn(previous, name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return { ...previous, [name]: value };
}
