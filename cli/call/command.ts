/** `voicecall call`: makes one phone call to test an assistant. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Client } from "../../provider/facade.js";
import { type ExitCode, ending, exitCodes, reasonOf, UsageError } from "../base/exit.js";
import { during, print, printJson, warn } from "../base/output.js";
import { systemClock } from "../../provider/base/clock.js";
import { type StackOptions, withStackOptions } from "../base/pulumi.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";
import { variable } from "../base/variable.js";
import { andContains } from "../../provider/base/trimmed.js";
import type { EndedCall, Watch } from "./wait.js";

interface Given extends StackOptions, TrustOptions {
  assistant: string;
  to: string;
  var: Record<string, string>;
  yes?: boolean;
  json?: boolean;
  wait?: number;
  receiver?: number;
  expect: Record<string, string>;
  expectStatus?: string[];
  minDuration?: number;
}

const passing = ["completed", "ended", "ended_by_customer", "ended_by_assistant"];

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
    .addOption(
      new Option("--wait [seconds]", "wait for the end of the call, and check it (default: 600 seconds)")
        .preset("600")
        .argParser(wholeNumber),
    )
    .option(
      "--receiver <port>",
      "with --wait, receive the notification at this port of 127.0.0.1, instead of reading the listing of calls",
      wholeNumber,
    )
    .option("--expect <name=value>", "with --wait, a value that was extracted; may be repeated", variable, {})
    .option(
      "--expect-status <names...>",
      "with --wait, the statuses that pass (default: completed, ended, ended_by_customer and ended_by_assistant)",
    )
    .option("--min-duration <seconds>", "with --wait, how long the call must take", wholeNumber)
    .addHelpText(
      "after",
      `
The command shows the number and asks for confirmation. It sends the request only once, even after a lost response, a
rate limit or a failed connection. An apply never sends this request.
${trustHelp}

With --wait, the command reads the listing of calls (2026 form) until the call has ended. With --receiver, it waits for the
notification instead: the assistant's webhookUrl must lead to that port, for example through a tunnel.

Exit codes: 0 the service has accepted the call, or with --wait: the call ended as expected; 2 the call ended otherwise; 1 no
call was made, or the command could not tell; 64 wrong usage.

With --json: {"version": 1, "outcome", "assistant": {"id", "name"}, "to", "ended"?, "deviations"?, "error"?}, where outcome is
"called", "not called" or "could not tell".

Examples:
  voicecall call --assistant "Support" --to +12025550143
  voicecall call --assistant 201 --to +12025550143 --var customer_name="Ada Smith" --yes
  voicecall call --assistant "Support" --to +12025550143 --stack prod --yes --json
  voicecall call --assistant 201 --to +12025550143 --yes --wait 120 --expect status=true`,
    )
    .action(ending(run));
}

async function run(options: Given): Promise<ExitCode> {
  await assertUsage(options);
  const { sessionOf } = await import("../base/account.js");
  const { isAssigned, obstacle } = await import("../../provider/facade.js");
  const { findAssistant, named, remarks } = await import("./assistant.js");
  // Without the stack's configuration, nothing shows whom the stack may call.
  const session = await sessionOf(options, true);
  session.requireToken(`call ${options.to}`);
  const fenced = obstacle(session.settings, [{ number: options.to, where: "--to" }]);
  if (fenced) throw new Error(`Nobody was called: ${fenced.what} ${fenced.remedy}`);
  const assistant = await findAssistant(options.assistant, session);
  warn(`The ${named(assistant)} of the account at ${session.settings.baseUrl} will call ${options.to}.`);
  if (!isAssigned(options.to)) warn("No known numbering plan has this number. Look for a typing mistake.");
  for (const remark of remarks(assistant, Object.keys(options.var))) warn(remark);
  const result = { version: 1, assistant: { id: assistant.id, name: assistant["name"] }, to: options.to };
  if (!options.yes && !(await agreed())) {
    const error = "Nobody was called: the call was not confirmed.";
    return report(options, { ...result, outcome: "not called", error });
  }
  const watch =
    options.wait === undefined ? undefined : await watching(options, session.client, assistant.id);
  try {
    const { makeCall } = await import("./request.js");
    const outcome = await makeCall(session.client, `call ${options.to} with ${named(assistant)}`, {
      phone_number: options.to,
      assistant_id: assistant.id,
      ...(Object.keys(options.var).length > 0 && { variables: options.var }),
    });
    const waits = watch && outcome.outcome === "called";
    return report(options, { ...result, ...outcome, ...(waits && (await endOf(watch, options))) });
  } finally {
    watch?.close();
  }
}

/** @throws Error before anybody is called, if the end of the call could not be seen */
async function watching(options: Given, client: Client, assistantId: number): Promise<Watch> {
  const { atReceiver, inListing } = await import("./wait.js");
  const { receiver, to } = options;
  const watch = receiver === undefined ? inListing(client, assistantId, to) : atReceiver(receiver, to);
  try {
    await watch.begin();
    return watch;
  } catch (error) {
    const instead =
      receiver === undefined ? " Use --receiver instead, or call without --wait." : ". Use another port.";
    throw new Error(`Nobody was called, because the end could not be seen: ${reasonOf(error)}${instead}`, {
      cause: error,
    });
  }
}

async function endOf(watch: Watch, options: Given): Promise<Partial<Result>> {
  const { deviations, untilEnded } = await import("./wait.js");
  const seconds = options.wait!;
  try {
    const ended = await during("Waiting for the end of the call …", () =>
      untilEnded(watch, systemClock, seconds),
    );
    if (!ended)
      return {
        error: `The call was made, and its end was not seen within ${seconds} seconds. Look at the calls in the service's dashboard, or wait longer next time.`,
      };
    const { expect: variables, expectStatus: statuses = passing, minDuration = 0 } = options;
    return { ended, deviations: deviations(ended, { statuses, minDuration, variables }) };
  } catch (error) {
    return { error: `The call was made, and its end could not be seen: ${reasonOf(error)}` };
  }
}

async function assertUsage({ to, yes, wait, receiver, expect, ...checks }: Given): Promise<void> {
  const isChecked = receiver ?? checks.expectStatus ?? checks.minDuration ?? Object.keys(expect)[0];
  if (wait === undefined && isChecked !== undefined)
    throw new UsageError("Without --wait, nothing is checked or received. Add --wait.");
  const { phone } = await import("../../provider/facade.js");
  const { success, error } = phone().safeParse(to);
  const wrong = error?.issues.map(({ message }) => message).join("; ");
  if (!success) throw new UsageError(`--to: ${wrong}${andContains(to)}.`);
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
  ended?: EndedCall;
  /** What is not as expected. */
  deviations?: string[];
}

function report(options: Given, result: Result): ExitCode {
  const { ended, deviations = [], error } = result;
  if (error !== undefined) warn(`error: ${error}`);
  if (options.json) printJson(result);
  else if (ended) print(`The call to ${result.to} ended: ${ended.status}, ${ended.duration ?? 0} s.`);
  else if (result.outcome === "called") print(`The service has accepted the call to ${result.to}.`);
  for (const deviation of deviations) warn(`Not as expected: ${deviation}.`);
  if (result.outcome !== "called" || error !== undefined) return exitCodes.failed;
  return deviations.length > 0 ? exitCodes.found : exitCodes.ok;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("Write a whole number.");
  return Number(text);
}
