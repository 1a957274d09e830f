/**
 * Plays a cell of the outcome tables with an `onError` hook that retries. The outcome must be the same as
 * without the hook, or a success.
 */
import type { ErrorHook } from "../../support/error-hook.js";
import type { Kind } from "./kinds.js";
import { type Outcome, broken, outcomeOf } from "./outcome.js";
import type { Cell } from "./page.js";
import { play } from "./play.js";
import { violations } from "./rules.js";
import type { Stage } from "./stage.js";

/** Successes that a retry may reach, like a second `up`. */
const DONE: readonly Outcome[] = ["done", "done: found", "done: gone"];

/** @param errors receives the errors under the hook */
export async function underErrorHook(
  stage: Stage,
  kind: Kind,
  cell: Cell,
  errors: Set<string>,
): Promise<string[]> {
  const { column, fault, played, outcome } = cell;
  if (played.succeeded || !["up", "destroy"].includes(column.command)) return [];
  const problems: string[] = [];
  for (const afterHalfCreated of ways(column.title, outcome)) {
    const hooked = await play(stage, kind, column, fault, { retries: 2, afterHalfCreated });
    for (const error of hooked.errors) errors.add(error);
    const hookedOutcome = outcomeOf(kind, column, hooked);
    const differences = [
      // A hook may send a rejected request again, so `risked` may exceed 1. `processed` still counts each
      // request that had an effect.
      ...violations(kind, column, { ...hooked, risked: Math.min(hooked.risked, 1) }),
      ...broken(hookedOutcome, hooked),
      ...(hookedOutcome === outcome || DONE.includes(hookedOutcome)
        ? []
        : [`"${hookedOutcome}" instead of "${outcome}"`]),
    ];
    problems.push(...differences.map((what) => `a hook that retries (${afterHalfCreated}): ${what}`));
  }
  return problems;
}

/** Engines differ in how they retry the create of a half-created object. */
const ways = (title: string, outcome: Outcome): ErrorHook["afterHalfCreated"][] =>
  /create/.test(title) && ["fails: kept", "fails: ask"].includes(outcome) ? ["create", "update"] : ["create"];
