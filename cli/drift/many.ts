/** Compares many stacks of one program with the service. The report is data, a text for people, or a GitHub comment. */
import pc from "picocolors";
import picomatch from "picomatch";
import { z } from "zod";
import { counted, printable } from "../../provider/base/quoted.js";
import { reasonOf, UsageError } from "../base/exit.js";
import { warn } from "../base/output.js";
import { Interrupted, pulumiOrFail } from "../base/pulumi.js";
import { details, fitted, inCode, sectionsOf, SIGNS } from "./markdown.js";
import { type Report, reportSchema, unreadable } from "./report.js";
import { driftOf } from "./stack.js";
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

/** A stack's name without wildcards, possibly with an organization and a project. */
const NAME = /^[\w./-]+$/;

/** Whether these words of `--stack` may select more than one stack. */
export const selectsMany = (patterns: readonly string[]): boolean =>
  patterns.length > 1 || patterns.some((pattern) => !NAME.test(pattern));

interface Options {
  readonly cwd: string;
  /** How many stacks are read at once. */
  readonly concurrency: number;
  /** Receives the number of stacks read so far, and of all stacks. */
  readonly onRead: (read: number, all: number) => void;
}

/** A stack that cannot be read stops no other. */
export async function driftOfStacks(patterns: readonly string[], options: Options): Promise<ManyReport> {
  const { cwd, concurrency, onRead } = options;
  const stacks = selected(await stacksIn(cwd), patterns);
  const reports = new Map<string, Report>();
  const left = stacks.values();
  const worker = async (): Promise<void> => {
    for (const stack of left) {
      reports.set(stack, await reportOn(stack, cwd));
      onRead(reports.size, stacks.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, stacks.length) }, worker));
  return manyReport(stacks.map((stack) => reports.get(stack)!));
}

async function reportOn(stack: string, cwd: string): Promise<Report> {
  try {
    const { report, warnings } = await driftOf({ stack, cwd }, () => undefined);
    for (const text of warnings) warn(`warning: ${stack}: ${text}`);
    // The name as it was listed, because stacks of several organizations may share its last part.
    return { ...report, stack };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return unreadable(stack, reasonOf(error));
  }
}

const listed = z.array(z.object({ name: z.string() }));

async function stacksIn(cwd: string): Promise<string[]> {
  const text = await pulumiOrFail("list the stacks", ["stack", "ls", "--json"], { cwd });
  return listed.parse(JSON.parse(text)).map(({ name }) => name);
}

/**
 * @param patterns globs of stack names; those with a leading "!" exclude
 * @throws UsageError if no stack matches, or if a name without wildcards matches none, with or without a leading "!"
 */
export function selected(stacks: readonly string[], patterns: readonly string[]): string[] {
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  const unwanted = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const absent = [...wanted, ...unwanted].filter((one) => NAME.test(one) && !stacks.some(matching([one])));
  const found = stacks.filter(
    (stack) => (wanted.length === 0 || matching(wanted)(stack)) && !matching(unwanted)(stack),
  );
  if (absent.length === 0 && found.length > 0) return found.sort();
  throw new UsageError(
    `No stack has the name ${(absent.length > 0 ? absent : patterns).join(" or ")}: \`pulumi stack ls\` lists the names.`,
  );
}

/** Also compares the last part of the name, because on Pulumi Cloud it may follow an organization and a project. */
function matching(patterns: readonly string[]): (stack: string) => boolean {
  const matches = picomatch(patterns, { dot: true });
  return (stack) => matches(stack) || matches(stack.split("/").at(-1)!);
}
