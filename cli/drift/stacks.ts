/** Compares many stacks of one program with the service. */
import picomatch from "picomatch";
import { z } from "zod";
import { reasonOf, UsageError } from "../base/exit.js";
import { warn } from "../base/output.js";
import { pulumiOrFail } from "../base/pulumi.js";
import { type ManyReport, manyReport } from "./many.js";
import { type Report, unreadable } from "./report.js";
import { driftOf } from "./stack.js";

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
