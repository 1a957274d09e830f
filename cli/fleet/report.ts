/** The JSON report of `voicecall fleet`. Scripts depend on its format, so new versions only add keys. */
import { z } from "zod";
import { reportSchema } from "../drift/report.js";

const change = z.object({
  op: z.enum(["create", "update", "replace", "delete", "import"]),
  /** The last part of the type: Assistant, MidCallTool … */
  kind: z.string(),
  /** The resource's name in the program. */
  name: z.string(),
  /** The changed properties, without values, because some are secret. */
  fields: z.array(z.string()),
});

const message = z.object({
  /** The resource's name in the program; absent for a message about the stack. */
  name: z.string().optional(),
  text: z.string(),
});

const stackSchema = z.object({
  stack: z.string(),
  /** The folder of the program, relative to the working directory. */
  folder: z.string(),
  outcome: z.enum([
    /** Nothing to change, or no drift. */
    "unchanged",
    /** A preview found changes. */
    "will change",
    /** An apply made changes. */
    "changed",
    "drifted",
    /** The apply was skipped: it would or may start a campaign, and `--start-campaigns` was not used. */
    "held",
    "failed",
    /** Interrupted before this stack started, or between the stack's preview and its apply. */
    "not begun",
  ]),
  /** What an apply would change, or has changed. */
  changes: z.array(change),
  /** Whether outputs of the stack change. */
  outputs: z.boolean(),
  /** Announcements that a campaign will or may start, which calls people. */
  starts: z.array(z.string()),
  warnings: z.array(message),
  /** Why the stack failed or was skipped. */
  errors: z.array(message),
  /** For `fleet drift`: the report of `voicecall drift --json`. */
  drift: reportSchema.optional(),
});

export const fleetReportSchema = z.object({
  version: z.literal(1),
  command: z.enum(["preview", "up", "drift"]),
  /** The most serious outcome of all stacks. */
  outcome: z.enum(["unchanged", "changes", "drift", "failed"]),
  stacks: z.array(stackSchema),
});

export type FleetReport = z.output<typeof fleetReportSchema>;
export type StackResult = z.output<typeof stackSchema>;
export type Change = z.output<typeof change>;
export type Outcome = StackResult["outcome"];
export type FleetCommand = FleetReport["command"];

export const nothingFound: Omit<StackResult, "stack" | "folder" | "outcome"> = {
  changes: [],
  outputs: false,
  starts: [],
  warnings: [],
  errors: [],
};

const NOT_DONE: readonly Outcome[] = ["failed", "held", "not begun"];

export function fleetReport(command: FleetCommand, stacks: StackResult[]): FleetReport {
  const has = (...outcomes: readonly Outcome[]): boolean =>
    stacks.some(({ outcome }) => outcomes.includes(outcome));
  if (has(...NOT_DONE)) return { version: 1, command, outcome: "failed", stacks };
  if (has("drifted")) return { version: 1, command, outcome: "drift", stacks };
  return { version: 1, command, outcome: has("will change", "changed") ? "changes" : "unchanged", stacks };
}
