/** Which prompt's file a text of the program comes from, and what the file should be. */
import { isDeepStrictEqual } from "node:util";
import type { Declared, Program, PromptUse } from "./program.js";
import { type Merged, mergePrompt } from "./prompt-merge.js";
import type { Args } from "./sources.js";
import type { Wish } from "./wishes.js";

/**
 * The call of `prompt()` that gives a text. Undefined if there is none, null if it is not certain.
 * @param args the arguments of the resource
 */
export function promptOf(
  { prompts }: Program,
  text: unknown,
  { order }: Declared,
  args: Args | string | undefined,
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

/** Whether the program uses a file more often than for properties of resources. */
export function isUsedElsewhere(users: readonly PromptUse[], { prompts }: Program): boolean {
  const calls = prompts.filter(({ path }) => path === users[0]?.path);
  const count = (uses: readonly PromptUse[], { filled }: PromptUse): number =>
    uses.filter((one) => isDeepStrictEqual(one.filled, filled)).length;
  return calls.some((call) => count(calls, call) > count(users, call));
}

/** The file after the wish. */
export function merged(
  { file, filled, allowUnused, isAssistant }: PromptUse,
  wish: Wish | undefined,
  source: string,
): Merged {
  if (!wish) return { source, isConflict: false, lost: [] };
  const values = new Map(Object.entries(filled!.values));
  return mergePrompt(
    { file, source, values, allowUnused, isAssistant },
    String(wish.applied),
    String(wish.after),
  );
}
