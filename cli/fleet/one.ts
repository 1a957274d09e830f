/** Previews, applies or checks one stack of a fleet. */
import { reasonOf } from "../exit.js";
import { warn } from "../output.js";
import type { StackOptions } from "../pulumi.js";
import { run } from "./engine.js";
import type { Interruption } from "./interruption.js";
import { type FleetCommand, nothingFound, type Outcome, type StackResult } from "./report.js";
import type { FleetStack } from "./stacks.js";

export interface FleetRun {
  readonly command: FleetCommand;
  /** Whether stacks are applied even if their preview announces the start of a campaign. */
  readonly startCampaigns: boolean;
  readonly interruption: Interruption;
  /** How progress lines name the stack. */
  readonly label: (stack: FleetStack) => string;
}

type Found = Omit<StackResult, "stack" | "folder">;

/** Never throws: a failure is an outcome. */
export async function resultOf(stack: FleetStack, fleet: FleetRun): Promise<StackResult> {
  const { stack: name, folder, failure } = stack;
  const found = fleet.interruption.isInterrupted
    ? ended("not begun", "interrupted before this stack started")
    : failure !== undefined
      ? ended("failed", failure)
      : await perform(stack, fleet).catch((error: unknown) => ended("failed", reasonOf(error)));
  return { stack: name, folder, ...found };
}

function perform(stack: FleetStack, fleet: FleetRun): Promise<Found> {
  const options = { stack: stack.stack, cwd: stack.folder, onProcess: fleet.interruption.follow };
  if (fleet.command === "drift") return watched(options);
  return fleet.command === "preview" ? previewed(options) : applied(stack, options, fleet);
}

const ended = (outcome: Outcome, text: string): Found => ({ ...nothingFound, outcome, errors: [{ text }] });

async function previewed(options: StackOptions): Promise<Found> {
  const found = await run("preview", options);
  if (found.errors.length > 0) return { ...found, outcome: "failed" };
  return { ...found, outcome: found.changes.length > 0 || found.outputs ? "will change" : "unchanged" };
}

async function applied(
  stack: FleetStack,
  options: StackOptions,
  { startCampaigns, interruption, label }: FleetRun,
): Promise<Found> {
  const preview = await previewed(options);
  if (preview.outcome !== "will change") return preview;
  if (preview.starts.length > 0 && !startCampaigns) {
    const text =
      "not applied, because an apply starts or may start a campaign: to apply this stack, add --start-campaigns";
    return { ...preview, outcome: "held", errors: [{ text }] };
  }
  if (interruption.isInterrupted)
    return {
      ...preview,
      outcome: "not begun",
      errors: [{ text: "interrupted before the apply of this stack" }],
    };
  for (const text of preview.starts) warn(`${label(stack)}: ${text}`);
  const { starts } = preview;
  const found = { ...(await run("up", options)), starts };
  return { ...found, outcome: found.errors.length > 0 ? "failed" : "changed" };
}

async function watched(options: StackOptions): Promise<Found> {
  const { driftOf } = await import("../drift/stack.js");
  const { report, warnings } = await driftOf(options, () => undefined);
  const outcome = ({ "no drift": "unchanged", drift: "drifted", "could not tell": "failed" } as const)[
    report.outcome
  ];
  return {
    ...nothingFound,
    outcome,
    warnings: warnings.map((text) => ({ text })),
    errors: report.errors.map(({ name, text }) => ({ ...(name !== undefined && { name }), text })),
    drift: report,
  };
}
