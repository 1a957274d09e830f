/** The report as a GitHub comment: a table and collapsible details, within the size limit of comments. */
import { details, fenced, fitted, inCode, sectionsOf } from "../drift/markdown.js";
import type { FleetReport, Outcome, StackResult } from "./report.js";
import { detailLines, hasDetails, labels, line, verdict } from "./text.js";

/** The maximum number of rows in the table. Stacks with something to report come first. */
const MOST_ROWS = 200;

const SIGNS: Record<FleetReport["outcome"], string> = {
  unchanged: "✅",
  changes: "📝",
  drift: "⚠️",
  failed: "❌",
};

const TITLES: Record<FleetReport["command"], string> = {
  preview: "preview",
  up: "apply",
  drift: "drift",
};

const QUIET: readonly Outcome[] = ["unchanged"];

export function asMarkdown(report: FleetReport): string {
  const { command, outcome, stacks } = report;
  const label = labels(stacks);
  const loud = stacks.filter((one) => !QUIET.includes(one.outcome));
  const quiet = stacks.filter((one) => QUIET.includes(one.outcome));
  const rows = [...loud, ...quiet]
    .slice(0, MOST_ROWS)
    .map((one) => `| ${inCode(label(one))} | ${inCode(line(one))} |`);
  const left = stacks.length - rows.length;
  const title = [
    `### ${SIGNS[outcome]} Voice assistants, ${TITLES[command]} of ${stacks.length} stack${stacks.length === 1 ? "" : "s"}`,
    "",
    verdict(report),
    "",
    "| Stack | Result |",
    "|---|---|",
    ...rows,
    ...(left > 0 ? ["", `And ${left} more.`] : []),
    "",
  ].join("\n");
  const sections = [...loud, ...quiet]
    .filter(hasDetails)
    .map((one) => details(inCode(label(one)), body(one), one.outcome === "failed"));
  return fitted(title, sections, `voicecall fleet ${command}`);
}

function body(result: StackResult): string {
  const { drift } = result;
  return drift ? sectionsOf(drift).join("\n") : fenced(detailLines(result), "");
}
