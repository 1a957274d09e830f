/**
 * `voicecall doctor`: checks whether settings, account and program are ready for `pulumi up`.
 * Changes nothing.
 */
import path from "node:path";
import type { Command } from "commander";
import type { Settings } from "../../provider/facade.js";
import { type ExitCode, ending } from "../base/exit.js";
import { during, print, printJson } from "../base/output.js";
import { hasProgram, type StackOptions, withStackOptions } from "../base/pulumi.js";
import { onStack } from "../base/shell.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";
import { couldNotTell, exitCodeOf, type Line, notReady, reportOf, textOf } from "./report.js";

interface Given extends StackOptions, TrustOptions {
  /** False with `--no-program`. */
  program: boolean;
  contract?: boolean;
  json?: boolean;
}

export function registerDoctor(program: Command): void {
  const command = program
    .command("doctor")
    .description(
      "check whether configuration, token, service and program are ready for an apply; changes nothing",
    );
  withTrustOption(withStackOptions(command))
    .option("--no-program", "skip the program: do not run pulumi preview")
    .option(
      "--contract",
      "only compare every listing and look-up with the documented records, for a report without personal data",
    )
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      `
Each line shows ready (✓), not ready (✗) or could not tell (?), and what to do if something is wrong. Lines with ·
are informational and never change the result.
${trustHelp}

Until you confirm, doctor sends nothing and does not preview the program, because a preview runs its code.

Exit codes: 0 everything is ready; 2 something is not ready; 1 something could not be checked, and the rest is ready.

With --json: {"version": 1, "verdict", "checks": [{"id", "state", "found", "todo"?, "informative"?, "differences"?}]}, where verdict and
state are "ready", "not ready" or "could not tell".

Examples:
  voicecall doctor
  voicecall doctor --stack prod --cwd infra
  voicecall doctor --no-program --json
  voicecall doctor --contract --json > report.json`,
    )
    .action(ending(run));
}

async function run(options: Given): Promise<ExitCode> {
  const lines = await examine(options);
  const report = reportOf(lines);
  if (options.json) printJson(report);
  else print(textOf(report));
  return exitCodeOf(report.verdict);
}

async function examine(options: Given): Promise<Line[]> {
  const { configuration } = await import("./configuration.js");
  const { settings, lines } = await configuration(options);
  if (options.contract && settings?.accessToken !== undefined) {
    const { contractLines } = await import("./contract.js");
    return during("Reading the account …", () => contractLines(settings));
  }
  const online = settings
    ? await during(`Checking ${settings.baseUrl} …`, () => account(settings))
    : { lines: blocked(["reachability", "token"], "the configuration is not ready"), signedIn: false };
  const checked = [...lines, ...online.lines, ...(await program(options, settings, online.signedIn))];
  return checked.map((line) => ({
    ...line,
    found: onStack(line.found, options.stack, options.cwd),
    ...(line.todo !== undefined && { todo: onStack(line.todo, options.stack, options.cwd) }),
  }));
}

/** Runs the checks that send requests. None of the requests changes anything. */
async function account(settings: Settings): Promise<{ lines: Line[]; signedIn: boolean }> {
  if (settings.accessToken === undefined) {
    const absent = notReady("token", "no access token is set", settings.tokenSource);
    return { lines: [absent, ...blocked(["form"], "there is no token")], signedIn: false };
  }
  const { formLine, readAll } = await import("./lookups.js");
  const { openSession } = await import("../../provider/facade.js");
  const session = openSession(settings, { print: () => undefined });
  const { signedIn, lines } = await readAll(session);
  const form = signedIn ? [await formLine(session)] : blocked(["form"], "nothing can be read with the token");
  return { lines: [...lines, ...form], signedIn };
}

async function program(options: Given, settings: Settings | undefined, signedIn: boolean): Promise<Line[]> {
  if (!options.program) return [];
  if (!hasProgram(options)) {
    const none = `there is no Pulumi.yaml in ${path.resolve(options.cwd)} or above it`;
    return [{ ...couldNotTell("program", none, "name the program's folder with --cwd"), informative: true }];
  }
  if (!settings || !signedIn)
    return blocked(["program"], "pulumi preview needs the service, which cannot be read");
  const { previewed } = await import("./preview.js");
  return [await previewed(options, settings)];
}

/** Lines for checks that cannot run because an earlier check failed. */
const blocked = (ids: readonly string[], why: string): Line[] =>
  ids.map((id) => couldNotTell(id, why, "fix that first"));
