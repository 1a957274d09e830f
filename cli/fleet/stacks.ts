/** Finds the stacks of one or more Pulumi programs. */
import path from "node:path";
import picomatch from "picomatch";
import { z } from "zod";
import { reasonOf, UsageError } from "../exit.js";
import { programFolder, projectFile, pulumiOrFail, type StackOptions } from "../pulumi.js";
import { inShell, stackOption } from "../shell.js";
import { stacksWithFile } from "../stack-file.js";

export interface FleetStack {
  /** The name as used in `pulumi --stack`. */
  readonly stack: string;
  /** The folder of the program, as shown to the user. */
  readonly folder: string;
  /** Why nothing can be done with the stack. */
  readonly failure?: string;
}

const listed = z.array(z.object({ name: z.string() }));

/**
 * @param folders the folders of programs; if there are several, those without a program are ignored
 * @param patterns globs of stack names; those with a leading "!" exclude
 * @returns the selected stacks and, for each folder whose stacks cannot be listed, one failed stack with the name "*"
 * @throws UsageError if there is no program, if no stack matches, or if a name without wildcards matches none,
 * with or without a leading "!"
 */
export async function stacksOf(
  folders: readonly string[],
  patterns: readonly string[],
  options: Omit<StackOptions, "cwd">,
): Promise<FleetStack[]> {
  const programs = programsIn(folders);
  const found = await Promise.all(
    programs.map(async (cwd) => {
      const failed = (error: unknown): FleetStack[] => [
        { stack: "*", folder: folderText(cwd), failure: reasonOf(error) },
      ];
      return stacksIn(cwd, options).then(
        (listed) => ({ listed, unlisted: [] }),
        (error: unknown) => ({ listed: [], unlisted: failed(error) }),
      );
    }),
  );
  const all = found.flatMap(({ listed }) => listed);
  const unlisted = found.flatMap((one) => one.unlisted);
  const where = programs.map(folderText).join(", ");
  const absent = patterns.filter((one) => NAME.test(one) && !all.some(({ stack }) => matcher([one])(stack)));
  // Exclusions that match no stack. If a name is misspelled, the stack would stay selected.
  const idle = excluded(patterns).filter(
    (one) => NAME.test(one) && !all.some(({ stack }) => byShownName([one])(stack)),
  );
  // A name that matches nothing may be that of a stack in a folder whose stacks could not be listed.
  if (unlisted.length === programs.length || (unlisted.length > 0 && absent.length + idle.length > 0))
    throw new Error(unlisted[0]!.failure);
  if (absent.length > 0)
    throw new UsageError(
      `No stack in ${where} is named ${absent.join(" or ")}: \`pulumi stack ls\` lists the names.`,
    );
  if (idle.length > 0)
    throw new UsageError(
      `${idle.map((one) => `!${one}`).join(" ")} excludes no stack in ${where}: \`pulumi stack ls\` lists the names.`,
    );
  const isWanted = matcher(patterns);
  const stacks = [...all.filter(({ stack }) => isWanted(stack)), ...unlisted];
  if (stacks.length > 0) return stacks;
  throw new UsageError(
    `No stack in ${where} has a name like ${patterns.join(" ")}: \`pulumi stack ls\` lists the names.`,
  );
}

/** A stack's name without wildcards, possibly with an organization and a project. */
const NAME = /^[\w./-]+$/;

function programsIn(folders: readonly string[]): string[] {
  const found = folders.flatMap((cwd) => programFolder({ cwd }) ?? []);
  // Several folders may come from a shell pattern such as `clients/*`, so parent folders do not count.
  const selected = folders.length === 1 ? found : found.filter((folder) => folders.some(is(folder)));
  if (selected.length > 0) return [...new Set(selected)];
  const where = folders.map((folder) => path.resolve(folder)).join(", ");
  const above = folders.length === 1 ? " or above it" : "";
  throw new UsageError(`There is no Pulumi.yaml in ${where}${above}: name the program's folder with --cwd.`);
}

const is =
  (folder: string) =>
  (other: string): boolean =>
    path.resolve(other) === folder;

function matcher(patterns: readonly string[]): (stack: string) => boolean {
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  const isIncluded = wanted.length > 0 ? byEitherName(wanted) : () => true;
  const isExcluded = byShownName(excluded(patterns));
  return (stack) => isIncluded(stack) && !isExcluded(stack);
}

/** The patterns that exclude stacks, without the leading "!". */
const excluded = (patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) => (pattern.startsWith("!") ? [pattern.slice(1)] : []));

/** Also compares the last part of the name, because on Pulumi Cloud it may follow an organization and a project. */
function byEitherName(patterns: readonly string[]): (stack: string) => boolean {
  const matches = picomatch(patterns, { dot: true });
  return (stack) => matches(stack) || matches(lastPart(stack));
}

/**
 * Like `byEitherName`, but for exclusions. A pattern may have more parts than a name in `pulumi stack ls`, which may
 * omit the project and the default organization. Such a pattern matches each stack that it may mean, because an
 * excluded stack must never be applied.
 */
function byShownName(patterns: readonly string[]): (stack: string) => boolean {
  const matches = byEitherName(patterns);
  const mayMean = (pattern: string, stack: string): boolean => {
    const parts = pattern.split("/");
    const shown = stack.split("/").length;
    if (parts.length <= shown) return false;
    const same = shown === 1 ? parts.slice(-1) : [parts[0]!, ...parts.slice(1 - shown)];
    return picomatch([same.join("/")], { dot: true })(stack);
  };
  return (stack) => matches(stack) || patterns.some((pattern) => mayMean(pattern, stack));
}

const lastPart = (stack: string): string => stack.split("/").at(-1)!;

async function stacksIn(cwd: string, options: Omit<StackOptions, "cwd">): Promise<FleetStack[]> {
  const folder = folderText(cwd);
  const text = await pulumiOrFail(`list the stacks in ${folder}`, ["stack", "ls", "--json"], {
    ...options,
    cwd,
  });
  const names = listed.parse(JSON.parse(text)).map(({ name }) => name);
  const known = new Set(names.map(lastPart));
  const missing = stacksWithFile(projectFile({ cwd })!).filter((stack) => !known.has(stack));
  return [
    ...names.map((stack) => ({ stack, folder })),
    ...missing.map((stack) => ({ stack, folder, failure: missingFrom(folder, stack) })),
  ].sort((one, other) => (one.stack < other.stack ? -1 : 1));
}

const missingFrom = (folder: string, stack: string): string =>
  `the state backend has no such stack, although there is a file with its configuration: \`pulumi stack init ${inShell(stack)}${stackOption(undefined, folder)}\` creates it`;

const folderText = (folder: string): string => path.relative("", folder) || ".";
