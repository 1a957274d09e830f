/** Pairs removed lines with added ones that are probably their new text. */

/** Pairs with less in common than this are not the same line. */
const LEAST = 0.4;
const MOST_PAIRS = 40_000;

/**
 * @param bonus what a pair counts in addition to the words that both lines share, from 0 to 1
 * @returns indexes of both sides, in order
 */
export function pairs<U extends { readonly text: string }>(
  before: readonly U[],
  now: readonly { readonly text: string }[],
  bonus: (before: U, now: string) => number,
): [number, number][] {
  if (before.length * now.length > MOST_PAIRS)
    return before.slice(0, now.length).map((_, index) => [index, index]);
  const score = before.map((unit) => now.map(({ text }) => shared(unit.text, text) + bonus(unit, text)));
  // The best sum of scores for the first lines of both sides.
  const best: number[][] = [Array<number>(now.length + 1).fill(0)];
  for (const [row, scores] of score.entries()) {
    const line = [0];
    for (const [column, value] of scores.entries()) {
      const paired = value < LEAST ? 0 : best[row]![column]! + value;
      line.push(Math.max(best[row]![column + 1]!, line[column]!, paired));
    }
    best.push(line);
  }
  const found: [number, number][] = [];
  for (let row = before.length, column = now.length; row > 0 && column > 0;) {
    if (best[row]![column] === best[row - 1]![column]) row -= 1;
    else if (best[row]![column] === best[row]![column - 1]) column -= 1;
    else found.unshift([(row -= 1), (column -= 1)]);
  }
  return found;
}

/** The share of words that both lines have, from 0 to 1. */
function shared(one: string, other: string): number {
  const [left, right] = [words(one), words(other)];
  const rest = [...right];
  let common = 0;
  for (const word of left) {
    const at = rest.indexOf(word);
    if (at < 0) continue;
    rest.splice(at, 1);
    common += 1;
  }
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length);
}

const words = (line: string): string[] => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
