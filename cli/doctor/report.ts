/** The report of `voicecall doctor`: one line per check, and the overall result. */
import pc from "picocolors";
import type { Difference } from "../../provider/facade.js";
import { printable } from "../../provider/base/quoted.js";
import { type ExitCode, exitCodes } from "../base/exit.js";

export type State = "ready" | "not ready" | "could not tell";

export interface Line {
  /** A stable id for scripts, such as `look-up.voices`. */
  id: string;
  state: State;
  found: string;
  /** What to do; absent if there is nothing to do. */
  todo?: string;
  /**
   * Set if the line must not affect the exit code. A check that no read can decide would otherwise fail every
   * pipeline.
   */
  informative?: true;
  /** With `--contract`: where records differ, how, and in how many. */
  differences?: readonly Difference[];
}

export const ready = (id: string, found: string): Line => ({ id, state: "ready", found });

const problem =
  (state: State) =>
  (id: string, found: string, todo: string): Line => ({ id, state, found, todo });

export const notReady = problem("not ready");
export const couldNotTell = problem("could not tell");

export function exitCodeOf(verdict: State): ExitCode {
  return { ready: exitCodes.ok, "not ready": exitCodes.found, "could not tell": exitCodes.failed }[verdict];
}

/** The format of `--json`. Incompatible changes increase the version. */
export interface Report {
  version: 1;
  verdict: State;
  checks: Line[];
}

export const reportOf = (checks: Line[]): Report => ({
  version: 1,
  verdict:
    (["not ready", "could not tell"] as const).find((state) => idsOf(checks, state).length > 0) ?? "ready",
  checks,
});

/** The checks that count, with this result. */
const idsOf = (checks: readonly Line[], state: State): string[] =>
  checks.filter((line) => line.state === state && !line.informative).map(({ id }) => id);

export function textOf({ verdict, checks }: Report): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const lines = checks.flatMap((line) => [
    `${sign(line)} ${line.id.padEnd(width)}  ${printable(line.found)}`,
    ...(line.todo === undefined ? [] : [pc.dim(`  ${" ".repeat(width)}  → ${printable(line.todo)}`)]),
  ]);
  return [...lines, "", conclusion(verdict, checks)].join("\n");
}

function sign({ state, informative }: Line): string {
  if (state === "ready") return pc.green("✓");
  if (informative) return "·";
  return state === "not ready" ? pc.red("✗") : pc.yellow("?");
}

function conclusion(verdict: State, checks: readonly Line[]): string {
  if (verdict === "ready") return pc.green("Ready.");
  const ids = idsOf(checks, verdict).join(", ");
  return verdict === "not ready" ? pc.red(`Not ready: ${ids}.`) : pc.yellow(`Could not tell: ${ids}.`);
}
