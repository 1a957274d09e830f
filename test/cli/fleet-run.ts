/** Runs `voicecall fleet` with a fake `pulumi`, and reads its report. */
import { stripVTControlCharacters } from "node:util";
import { type FleetReport, fleetReportSchema } from "../../cli/fleet/report.js";
import type { CommandResult } from "../support/commands.js";
import type { FakeFleet, FleetAnswer } from "../support/fake-fleet.js";
import { voicecall } from "../support/voicecall.js";
import { ended, urnOf } from "../unit/drift-events.js";

export const run = (fleet: FakeFleet, ...args: string[]): Promise<CommandResult> =>
  voicecall(["fleet", ...args], { cwd: fleet.folder, env: fleet.env }).ended;

export const lines = (...all: object[]): FleetAnswer => ({
  stdout: all.map((one) => `${JSON.stringify(one)}\n`).join(""),
});

export const root = (outputs: object = {}) => ({
  resOutputsEvent: {
    metadata: {
      op: "same",
      urn: "urn:pulumi:dev::x::pulumi:pulumi:Stack::x-dev",
      type: "pulumi:pulumi:Stack",
      old: { outputs: {} },
      new: { outputs },
    },
  },
});

/** The events of the engine before and after it changes a resource. */
export const change = (op: string, name: string, fields: string[] = []) => {
  const diffs = op === "update" ? { diffs: fields } : {};
  const metadata = {
    op,
    urn: urnOf("Assistant", name),
    type: "pulumi-nodejs:dynamic/voicecall:Assistant",
    ...diffs,
  };
  return [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }];
};

export const unchanged = lines(root(), ended);
export const changed = lines(
  ...change("update", "desk", ["systemPrompt", "voice"]),
  ...change("create", "night"),
  root(),
  ended,
);
export function reportOf({ stdout, all }: CommandResult): FleetReport {
  const parsed = fleetReportSchema.safeParse(JSON.parse(stdout));
  if (!parsed.success) throw new Error(`${parsed.error.message}\n${all}`);
  return parsed.data;
}

export const rows = ({ stdout }: CommandResult): string[] =>
  stripVTControlCharacters(stdout).split("\n\n")[0]!.split("\n");

export const outcomes = (report: FleetReport): Record<string, string> =>
  Object.fromEntries(report.stacks.map(({ stack, outcome }) => [stack, outcome]));
