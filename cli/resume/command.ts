/** `voicecall resume`: settles what a killed run has left pending. */
import type { Command } from "commander";
import type { Verdict } from "../../provider/facade.js";
import { counted } from "../../provider/base/quoted.js";
import { type ExitCode, UsageError, ending, exitCodes } from "../base/exit.js";
import { during, print, printJson, warn } from "../base/output.js";
import { type StackOptions, withStackOptions } from "../base/pulumi.js";
import { stackOption } from "../base/shell.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";
import type { Judged } from "./plan.js";

interface Given extends StackOptions, TrustOptions {
  yes?: true;
  onlyCertain?: true;
  cancelLock?: true;
  json?: true;
}

export function registerResume(program: Command): void {
  const command = program
    .command("resume")
    .description("after a killed or cancelled run: find what it created, and record that in state");
  withTrustOption(withStackOptions(command))
    .option("-y, --yes", "answer every question with yes; required without a terminal")
    .option("--only-certain", "leave what another stack may have created, instead of asking")
    .option("--cancel-lock", "run `pulumi cancel` first, which removes the killed run's lock")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      `
A killed run leaves pending operations in state. For a create, the command looks for an object with the same key that no
resource of the stack has. It is certainly the run's if every declared field is equal and the service created it while
the run was at work. The command shows what it has found, asks, and imports the state with these objects and without
pending operations. Then \`pulumi up\` continues. What is not certain is left and named, and \`pulumi up\` stops at it.
If it would not stop, but call somebody a second time, nothing is written. A start of a campaign that runs is recorded.
Any other, unless the campaign is still a draft, is recorded as one in doubt, which is not sent again: somebody may have
stopped the campaign since. The command never writes to the service.

A killed run also leaves its lock, and state cannot be written. Use --cancel-lock only if no run is at work.
${trustHelp}

Exit codes: 0 nothing is pending any more; 1 the command failed, and wrote nothing; 2 something was left; 64 wrong usage.

With --json: {"version": 1, "operations": [{"urn", "operation", "outcome", "text", "id"?}]}, where outcome is "recorded",
"cleared" or "left".

Examples:
  voicecall resume
  voicecall resume --cancel-lock
  voicecall resume --stack production --cancel-lock --yes --only-certain`,
    )
    .action(ending(run));
}

async function run(given: Given): Promise<ExitCode> {
  if (!given.yes && !process.stdin.isTTY) throw new UsageError("Without a terminal, --yes is required.");
  const { cancel, exportedState, writeState } = await import("./state.js");
  const { deploymentOf } = await import("../base/stack-state.js");
  const exported = await exportedState(given);
  const state = await deploymentOf(given, { withSecrets: true });
  if (state.pending_operations.length === 0) {
    if (given.cancelLock) await cancel(given);
    return report(given, []);
  }
  const { accountsOf } = await import("../drift/accounts.js");
  const { judged } = await import("./plan.js");
  // May ask whether to trust the folder, so it comes before the progress.
  const found = await accountsOf(given, state).then((accounts) =>
    during("Looking for what the run has done …", () => judged(given, state, accounts)),
  );
  const sure = given.onlyCertain ? found.map(certain) : found;
  const chosen = given.yes ? unlessRepeated(sure) : await agreed(sure);
  const settled = chosen.flatMap(({ index, verdict }) => {
    if (verdict.then === "leave") return [];
    return [{ index, ...(verdict.then === "record" && { record: verdict }) }];
  });
  if (given.cancelLock) await cancel(given);
  if (settled.length > 0) await writeState(given, exported, settled);
  return report(given, chosen, settled.length > 0);
}

/** Leaves what another stack may have created. */
const certain = (one: Judged): Judged => (doubtOf(one) === undefined ? one : left(one));

const left = (one: Judged): Judged => ({
  ...one,
  verdict: { then: "leave", text: textOf(one), repeats: one.verdict.repeats },
});

const isRepeated = ({ verdict }: Judged): boolean => verdict.then === "leave" && verdict.repeats === true;

/**
 * No apply stops at what it may repeat, so the next `resume` has to find it again. An import of state keeps no pending
 * operation, so then everything is left.
 */
const unlessRepeated = (chosen: readonly Judged[]): readonly Judged[] =>
  chosen.some(isRepeated) ? chosen.map(left) : chosen;

const doubtOf = ({ verdict }: Judged): string | undefined =>
  verdict.then === "leave" ? undefined : verdict.doubt;

function textOf(one: Judged): string {
  const doubt = doubtOf(one);
  return one.verdict.text + (doubt === undefined ? "" : `. This is not certain: ${doubt}`);
}

/** Asks about each operation that is not certain, and then about all that is to be written. */
async function agreed(found: readonly Judged[]): Promise<readonly Judged[]> {
  const { confirmed } = await import("../base/confirm.js");
  const ask = (question: string): Promise<boolean> => confirmed(question, process.stdin, process.stderr);
  const answered: Judged[] = [];
  for (const one of found) {
    const isTaken = doubtOf(one) === undefined || (await ask(`${named(one)}: ${textOf(one)}. Go on?`));
    answered.push(isTaken ? one : left(one));
  }
  const chosen = unlessRepeated(answered);
  for (const one of chosen) warn(line(one));
  if (chosen.every(({ verdict }) => verdict.then === "leave")) return chosen;
  if (await ask("Write this to state?")) return chosen;
  throw new Error("Nothing was written: this was not confirmed.");
}

const named = ({ urn, operation }: Judged): string =>
  `${urn
    .split("::")
    .slice(2)
    .join("::")
    .replace(/^.*[:$/](\w+)::/, "$1 ")}, interrupted while ${operation}`;

const OUTCOMES = { record: "recorded", clear: "cleared", leave: "left" } as const satisfies Record<
  Verdict["then"],
  string
>;

const line = (one: Judged): string => `${named(one)}: ${OUTCOMES[one.verdict.then]}: ${textOf(one)}.`;

function report(given: Given, chosen: readonly Judged[], isWritten = false): ExitCode {
  const lefts = chosen.filter(({ verdict }) => verdict.then === "leave");
  const operations = chosen.map((one) => {
    const { urn, operation, verdict } = one;
    const id = verdict.then === "record" ? { id: verdict.id } : {};
    return { urn, operation, outcome: OUTCOMES[verdict.then], text: textOf(one), ...id };
  });
  if (given.json) printJson({ version: 1, operations });
  else {
    for (const one of chosen) print(line(one));
    const next = lefts.some(isRepeated) ? "" : ` Next: pulumi up${stackOption(given.stack, given.cwd)}`;
    print(summary(chosen.length, lefts, isWritten) + next);
  }
  return lefts.length > 0 ? exitCodes.found : exitCodes.ok;
}

function summary(all: number, lefts: readonly Judged[], isWritten: boolean): string {
  if (all === 0)
    return 'Nothing was pending. If only the provider host was killed ("EOF"), state has no record of what it sent: read `pulumi preview` first, which names what exists already, and what would START.';
  if (lefts.length === 0) return "Nothing is pending any more.";
  if (lefts.some(isRepeated))
    return "Nothing was written, because `pulumi up` does not stop at what it may do a second time. Look first. To accept that, run this without --only-certain, and say yes.";
  const gone = isWritten
    ? ", and no longer pending, because an import of state keeps no pending operation"
    : "";
  return `${counted(lefts.length, "operation")} left${gone}. An apply stops at each existing object and names it.`;
}
