/** Compares one stack with the service. */
import { stackName, type StackOptions } from "../base/pulumi.js";
import { onStack } from "../base/shell.js";
import type { Reading } from "./events.js";
import type { Report } from "./report.js";

export interface Drift {
  readonly report: Report;
  readonly reading: Reading;
  /** Warnings that the engine has printed. */
  readonly warnings: readonly string[];
}

/** @param onRead receives the number of resources read so far */
export async function driftOf(options: StackOptions, onRead: (count: number) => void): Promise<Drift> {
  // Loaded on use, so that `--help` stays fast. compare.js loads while the engine runs.
  const { readStack } = await import("./events.js");
  const { standingOf, withStanding } = await import("./history.js");
  const [reading, standing, { compare, stackOf }] = await Promise.all([
    readStack(options, onRead),
    standingOf(options),
    import("./compare.js"),
  ]);
  const urn = reading.resources[0]?.urn ?? reading.failures.find(({ urn }) => urn)?.urn;
  const stack = urn === undefined ? await stackName(options) : stackOf(urn);
  return {
    report: withCommandsOn(options, withStanding(await compare(stack, reading), standing)),
    reading,
    warnings: reading.warnings,
  };
}

/** Names the stack and its folder in the commands that notes and errors suggest. */
function withCommandsOn({ stack, cwd }: StackOptions, report: Report): Report {
  const named = (text: string): string => onStack(text, stack, cwd);
  return {
    ...report,
    notes: report.notes.map((note) => ({ ...note, text: named(note.text) })),
    errors: report.errors.map((error) => ({
      ...error,
      text: named(error.text),
      ...(error.reason !== undefined && { reason: named(error.reason) }),
    })),
  };
}
