/** The report about many stacks: as data, for people, and as a GitHub comment. */
import pc from "picocolors";
import { z } from "zod";
import { counted, printable } from "../../provider/base/quoted.js";
import { details, fitted, inCode, sectionsOf, SIGNS } from "./markdown.js";
import { type Report, reportSchema } from "./report.js";
import { asText as oneAsText, summary, verdict } from "./text.js";

/** The JSON report. Each stack has the report of `voicecall drift --json`. */
export const manySchema = z.object({
  version: z.literal(1),
  /** The most serious outcome of all stacks. */
  outcome: reportSchema.shape.outcome,
  stacks: z.array(reportSchema),
});

export type ManyReport = z.output<typeof manySchema>;

const OUTCOMES = ["no drift", "drift", "could not tell"] as const;

export const manyReport = (stacks: Report[]): ManyReport => ({
  version: 1,
  outcome: OUTCOMES.findLast((one) => stacks.some(({ outcome }) => outcome === one)) ?? "no drift",
  stacks,
});

const isQuiet = ({ outcome, notes }: Report): boolean => outcome === "no drift" && notes.length === 0;

export function asText({ stacks }: ManyReport, folder: string): string {
  const quiet = stacks.filter(isQuiet).map(verdict).join("\n");
  const loud = stacks
    .filter((one) => !isQuiet(one))
    .map((one) => `${pc.bold(printable(one.stack))}\n${indented(oneAsText(one, one.stack, folder))}`);
  return [quiet, ...loud, total(stacks)].filter((block) => block !== "").join("\n\n");
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ");

function total(stacks: readonly Report[]): string {
  const found = OUTCOMES.flatMap((outcome) => {
    const count = stacks.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  return `${counted(stacks.length, "stack")}: ${found.join(", ")}.`;
}

/** The maximum number of rows in the table. Stacks with something to report come first. */
const MOST_ROWS = 200;

export function asMarkdown({ outcome, stacks }: ManyReport): string {
  const ordered = [...stacks.filter((one) => !isQuiet(one)), ...stacks.filter(isQuiet)];
  const rows = ordered.slice(0, MOST_ROWS).map((one) => `| ${inCode(one.stack)} | ${inCode(summary(one))} |`);
  const left = stacks.length - rows.length;
  const title = [
    `### ${SIGNS[outcome]} Voice assistants: ${outcome}`,
    "",
    total(stacks),
    "",
    "| Stack | Result |",
    "|---|---|",
    ...rows,
    ...(left > 0 ? ["", `And ${left} more.`] : []),
    "",
  ].join("\n");
  const sections = ordered
    .filter((one) => !isQuiet(one))
    .map((one) => details(inCode(one.stack), sectionsOf(one).join("\n"), one.outcome === "could not tell"));
  return fitted(title, sections, "voicecall drift");
}
