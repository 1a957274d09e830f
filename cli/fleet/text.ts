/** The report for people, at a terminal or in a log. */
import pc from "picocolors";
import { counted, firstFew, printable } from "../../provider/base/quoted.js";
import { asText as driftAsText } from "../drift/text.js";
import type { Change, FleetReport, Outcome, StackResult } from "./report.js";

type Named = Pick<StackResult, "stack" | "folder">;

/** The maximum number of fields listed for a changed resource. */
const MOST_FIELDS = 8;
/** The maximum length of the reason in the line of a stack. The details contain the whole reason. */
const MOST_OF_REASON = 160;

const COLOURS: Record<Outcome, (text: string) => string> = {
  unchanged: (text) => text,
  "will change": pc.yellow,
  changed: pc.green,
  drifted: pc.yellow,
  held: pc.yellow,
  failed: pc.red,
  "not begun": pc.red,
};

const areInOneFolder = (stacks: readonly Named[]): boolean =>
  new Set(stacks.map(({ folder }) => folder)).size <= 1;

/** How messages name a stack: with its folder if the stacks are in several folders. */
export function labels(stacks: readonly Named[]): (stack: Named) => string {
  const isOne = areInOneFolder(stacks);
  return ({ stack, folder }) => printable(isOne ? stack : `${folder}: ${stack}`);
}

/** The result of one stack, in one line. */
export function line(result: StackResult): string {
  const { outcome, changes, starts, errors, drift } = result;
  const reason = errors.length === 0 ? "" : `: ${short(errors[0]!.text)}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  switch (outcome) {
    case "unchanged":
      return drift ? "no drift" : "unchanged";
    case "will change":
    case "changed":
      return `${outcome} ${counts(result)}${starts.length > 0 ? `; ${campaigns(starts.length, outcome)}` : ""}`;
    case "drifted": {
      const fields = drift!.drift.reduce((sum, one) => sum + one.fields.length, 0);
      const gone = drift!.gone.length;
      const found = [
        fields > 0 && `${counted(fields, "field")} of ${counted(drift!.drift.length, "resource")}`,
        gone > 0 && `${counted(gone, "resource")} gone`,
      ];
      return `drifted: ${found.filter(Boolean).join(", ")}`;
    }
    case "held":
      return `held${reason}; an apply would change ${counts(result)}`;
    case "failed":
      return `failed${reason}${more}${changes.length > 0 ? `; changes: ${counts(result)}` : ""}`;
    case "not begun":
      return `not begun${reason}`;
  }
}

/** Whether the report has details of the stack, in addition to its line. */
export const hasDetails = ({ outcome, warnings, drift }: StackResult): boolean =>
  outcome !== "unchanged" || warnings.length > 0 || (drift?.notes.length ?? 0) > 0;

export function asText(report: FleetReport): string {
  const { stacks } = report;
  const label = labels(stacks);
  const width = Math.max(...stacks.map((one) => label(one).length));
  const rows = stacks.map((one) => `${label(one).padEnd(width)}  ${COLOURS[one.outcome](line(one))}`);
  const details = stacks
    .filter(hasDetails)
    .map((one) => [pc.bold(label(one)), ...detailLines(one)].join("\n"));
  return [rows.join("\n"), ...details, verdict(report)].join("\n\n");
}

export function detailLines(result: StackResult): string[] {
  const { changes, starts, errors, warnings, drift, outputs } = result;
  if (drift) return indented(driftAsText(drift, result.stack, result.folder));
  return [
    ...changes.map(changeLine),
    ...(outputs ? ["update outputs of the stack"] : []),
    ...starts,
    // The announcements of starts are among the warnings too.
    ...warnings.filter(({ text }) => !starts.includes(text)).map((one) => `warning: ${named(one)}`),
    ...errors.map((one) => `error: ${named(one)}`),
  ].flatMap((text) => indented(printable(text)));
}

export function verdict({ command, stacks }: FleetReport): string {
  const order: Outcome[] = ["unchanged", "changed", "will change", "drifted", "held", "failed", "not begun"];
  const found = order.flatMap((outcome) => {
    const count = stacks.filter((one) => one.outcome === outcome).length;
    const word = command === "drift" && outcome === "unchanged" ? "no drift" : outcome;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return `${counted(stacks.length, "stack")}: ${found.join(", ")}.`;
}

const changeLine = ({ op, kind, name, fields }: Change): string =>
  `${op} ${kind} ${name}${fields.length > 0 ? `: ${firstFew(fields, MOST_FIELDS)}` : ""}`;

const named = ({ name, text }: { name?: string | undefined; text: string }): string =>
  name === undefined ? text : `${name}: ${text}`;

const DONE: Record<Change["op"], string> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
  import: "imported",
};

function counts({ changes, outputs, outcome }: StackResult): string {
  const by = new Map<Change["op"], number>();
  for (const { op } of changes) by.set(op, (by.get(op) ?? 0) + 1);
  // A failed apply has made these changes, but a failed preview has only planned them: neither "created" nor
  // "to create" is always right.
  const verb = (op: Change["op"]): string =>
    outcome === "changed" ? DONE[op] : outcome === "failed" ? op : `to ${op}`;
  const parts = [...by].map(([op, count]) => `${count} ${verb(op)}`);
  const all = changes.length === 0 ? "outputs only" : `${changes.length} (${parts.join(", ")})`;
  return outputs && changes.length > 0 ? `${all} and outputs` : all;
}

const campaigns = (count: number, outcome: Outcome): string =>
  outcome === "changed"
    ? `${counted(count, "campaign start")} announced`
    : `${counted(count, "campaign")} will or may START`;

const indented = (text: string): string[] => text.split("\n").map((one) => (one === "" ? one : `  ${one}`));

function short(text: string): string {
  const one = printable(text).replace(/\s+/g, " ").trim();
  return one.length > MOST_OF_REASON ? `${one.slice(0, MOST_OF_REASON - 1)}…` : one;
}
