/** A three-way merge by line: the changes from `base` to `theirs`, as edits of `ours`. */
import { diffArrays } from "diff";

/** Replaces the lines of `ours` from `from` up to `to`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  /** Both sides changed these lines differently. */
  readonly isConflict: boolean;
}

interface Hunk {
  readonly baseStart: number;
  readonly baseEnd: number;
  readonly start: number;
  readonly end: number;
}

/** If more lines than this differ, the texts have too little in common for a comparison by line. */
const MOST_EDITS = 2_000;

export function editsOf(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly Edit[] {
  const left = hunks(base, ours);
  const right = hunks(base, theirs);
  const edits: Edit[] = [];
  let done = -1;
  for (const { baseStart, baseEnd } of right) {
    if (baseStart <= done) continue;
    const [start, end] = touching(baseStart, baseEnd, [...left, ...right]);
    done = end;
    const from = place(left, start, "before");
    const to = place(left, end, "after");
    const lines = theirs.slice(place(right, start, "before"), place(right, end, "after"));
    const isOurs = left.some((hunk) => hunk.baseStart >= start && hunk.baseEnd <= end);
    if (isOurs && lines.join("\n") === ours.slice(from, to).join("\n") && lines.length === to - from)
      continue;
    edits.push({ from, to, lines, isConflict: isOurs });
  }
  return edits;
}

function hunks(base: readonly string[], other: readonly string[]): readonly Hunk[] {
  const parts = diffArrays([...base], [...other], { maxEditLength: MOST_EDITS });
  if (!parts) return [{ baseStart: 0, baseEnd: base.length, start: 0, end: other.length }];
  const found: Hunk[] = [];
  let [at, to] = [0, 0];
  let open: { baseStart: number; start: number } | undefined;
  const close = (): void => {
    if (open) found.push({ ...open, baseEnd: at, end: to });
    open = undefined;
  };
  for (const { added, removed, count } of parts) {
    if (added || removed) open ??= { baseStart: at, start: to };
    else close();
    if (!added) at += count;
    if (!removed) to += count;
  }
  close();
  return found;
}

/** Widens a range of `base` to all hunks that overlap or touch it. */
function touching(start: number, end: number, all: readonly Hunk[]): readonly [number, number] {
  const near = all.filter(({ baseStart, baseEnd }) => baseStart <= end && baseEnd >= start);
  const wide = [
    Math.min(start, ...near.map(({ baseStart }) => baseStart)),
    Math.max(end, ...near.map(({ baseEnd }) => baseEnd)),
  ] as const;
  return wide[0] === start && wide[1] === end ? wide : touching(...wide, all);
}

/** Where a line of `base` is in the other text, before or after the hunks that touch it. */
function place(all: readonly Hunk[], line: number, side: "before" | "after"): number {
  const earlier = all.filter(({ baseEnd }) => (side === "before" ? baseEnd < line : baseEnd <= line));
  return earlier.reduce((at, hunk) => at + (hunk.end - hunk.start) - (hunk.baseEnd - hunk.baseStart), line);
}
