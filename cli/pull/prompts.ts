/** Which prompt's file a text of the program comes from, and what the file should be. */
import { isDeepStrictEqual } from "node:util";
import { fromUrn } from "../drift/compare.js";
import type { Declared, Program, PromptUse } from "./program.js";
import { type Merged, mergePrompt } from "./prompt-merge.js";
import type { Args, Sources } from "./sources.js";
import type { Wish } from "./wishes.js";

/** A property, and the prompt that gives its value. */
export interface PromptUser {
  readonly declared: Declared;
  readonly use?: PromptUse;
  readonly wish: Wish | undefined;
}

/**
 * The call of `prompt()` that gives a text. Undefined if there is none, null if it is not certain.
 * @param args the arguments of the resource
 */
export function promptOf(
  { prompts }: Program,
  text: unknown,
  { order }: Declared,
  args: Args | string,
): PromptUse | undefined | null {
  const uses = prompts.filter(({ filled }) => filled?.text === text);
  const isOne = (some: readonly PromptUse[]): boolean =>
    some.every(
      (one) => one.path === some[0]!.path && isDeepStrictEqual(one.filled!.values, some[0]!.filled!.values),
    );
  const isWithin = ({ place }: PromptUse): boolean =>
    typeof args === "object" && place !== undefined && args.syntax.contains(args.node, place);
  if (uses.length === 0) return undefined;
  if (isOne(uses)) return uses[0];
  // The last call before the resource itself is the one in its arguments.
  return uses.filter((use) => use.order < order && isWithin(use)).at(-1) ?? null;
}

/**
 * The merged file, or why it cannot be changed.
 * @param users all properties that have a text of the file
 */
export function mergedFile(
  file: string,
  users: readonly PromptUser[],
  { prompts }: Program,
  sources: Sources,
): Merged | string {
  const calls = prompts.filter((one) => one.path === file);
  const count = (uses: readonly PromptUse[], { filled }: PromptUse): number =>
    uses.filter((one) => isDeepStrictEqual(one.filled, filled)).length;
  const known = users.map(({ use }) => use!);
  if (calls.some((call) => count(calls, call) > count(known, call)))
    return "the program also uses the file elsewhere";
  const source = sources.text(file);
  const all = users.map(({ use, wish }): Merged => {
    if (!wish) return { source, isConflict: false, lost: [] };
    const { filled, allowUnused, file: name } = use!;
    const values = new Map(Object.entries(filled!.values));
    return mergePrompt({ file: name, source, values, allowUnused }, String(wish.applied), String(wish.after));
  });
  if (all.every((merged) => merged.source === all[0]!.source)) return all.at(-1)!;
  const names = new Set(users.map(({ declared }) => fromUrn(declared.urn).name));
  return `the file is shared by ${[...names].sort().join(", ")}, which were not changed alike`;
}
