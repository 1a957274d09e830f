/** Formats a difference: a short one on one line, a long one as removed and added lines. */
import { structuredPatch } from "diff";
import { counted, printable, withVisibleSpaces } from "../../provider/base/quoted.js";
import { trimmed } from "../../provider/base/trimmed.js";
import type { ReportedField } from "./report.js";

export interface DiffLine {
  readonly sign: "-" | "+" | " " | "@";
  readonly text: string;
}

export type ShownField =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly declared: string; readonly live: string }
  | { readonly path: string; readonly lines: readonly DiffLine[] };

const INLINE = 60;
const WIDTH = 160;
const MOST_LINES = 40;
/** If more lines than this differ, the texts have too little in common for a line diff. */
const MOST_EDITS = 1_000;

export function shownField({
  path: keys,
  secret,
  text: explanation,
  names = {},
  ...values
}: ReportedField): ShownField {
  const path = withVisibleSpaces(keys);
  if (explanation !== undefined) return { path, text: printable(explanation) };
  if (secret) return { path, text: "differs (secret)" };
  const [declared, live] = [values.declared, values.live].map((value) => withNames(value, names));
  const sides = [declared, live];
  if (sides.every((value) => inline(value).length <= INLINE && !isMultiline(value))) {
    const alike = sides.every((value) => value !== undefined) && looksLike(inline(declared), inline(live));
    const [before, after] = sides.map(alike ? explicit : inline);
    return { path, declared: before!, live: after! };
  }
  return { path, lines: visible(bounded(lineDiff(text(declared), text(live)))) };
}

/** An id or a list of ids, with names where they are known. */
function withNames(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((id: unknown) => withNames(id, names));
  if (typeof value !== "number" && typeof value !== "string") return value;
  return Object.hasOwn(names, value) ? `${names[value]} (id ${value})` : value;
}

const isMultiline = (value: unknown): boolean => typeof value === "string" && /[\r\n]/.test(value);

const inline = (value: unknown): string =>
  value === undefined ? "absent" : withVisibleSpaces(JSON.stringify(value));

const text = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, undefined, 2);

/** A line, shortened to `text`. `before` and `after` replace what was cut off. */
interface Piece {
  readonly sign: DiffLine["sign"];
  readonly text: string;
  readonly before?: string;
  readonly after?: string;
}

function lineDiff(declared: string, live: string): Piece[] {
  const [before, after] = [declared, live].map((value) => `${trimmed(value.replace(/\r\n?/g, "\n"))}\n`);
  const patch = structuredPatch("", "", before!, after!, "", "", { context: 2, maxEditLength: MOST_EDITS });
  if (!patch) {
    const count = (value: string): number => value.trimEnd().split("\n").length;
    return [
      {
        sign: "@",
        text: `${counted(count(before!), "line")} replaced by ${counted(count(after!), "line")}`,
      },
    ];
  }
  return patch.hunks.flatMap((hunk) => [
    {
      sign: "@" as const,
      text: places(range(hunk.oldStart, hunk.oldLines), range(hunk.newStart, hunk.newLines)),
    },
    ...aligned(hunk.lines.map((line) => ({ sign: line[0] as "-" | "+" | " ", text: line.slice(1) }))),
  ]);
}

const range = (start: number, count: number): string =>
  count === 1 ? String(start) : `${start}-${start + count - 1}`;

const places = (before: string, after: string): string => {
  if (before !== after) return `lines ${before} → ${after}`;
  return `${before.includes("-") ? "lines" : "line"} ${before}`;
};

/** Shortens each long line to the part around its first difference from the matching line. */
function aligned(lines: readonly DiffLine[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, "-");
    const added = run(lines, at + removed.length, "+");
    if (removed.length + added.length === 0) {
      pieces.push(cut(lines[at]!, 0));
      at += 1;
      continue;
    }
    const from = (index: number): number => commonStart(removed[index]?.text ?? "", added[index]?.text ?? "");
    pieces.push(
      ...removed.map((line, index) => cut(line, from(index))),
      ...added.map((line, index) => cut(line, from(index))),
    );
    at += removed.length + added.length;
  }
  return pieces;
}

function run<T extends Piece>(lines: readonly T[], from: number, sign: "-" | "+"): T[] {
  const end = lines.findIndex((line, index) => index >= from && line.sign !== sign);
  return lines.slice(from, end < 0 ? undefined : end);
}

function commonStart(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

function cut({ sign, text: line }: DiffLine, differsFrom: number): Piece {
  const start = Math.max(0, Math.min(differsFrom - 40, line.length - WIDTH));
  const end = start + WIDTH;
  return {
    sign,
    text: line.slice(start, end),
    ...(start > 0 && { before: "…" }),
    ...(end < line.length && { after: `… (${line.length} characters)` }),
  };
}

function bounded(lines: readonly Piece[]): Piece[] {
  if (lines.length <= MOST_LINES) return [...lines];
  const omitted = lines.length - MOST_LINES + 1;
  return [
    ...lines.slice(0, MOST_LINES - 1),
    { sign: "@", text: `${omitted} more lines; --json has them all` },
  ];
}

/** Writes a removed and an added line with escape sequences if they would otherwise look the same. */
function visible(lines: readonly Piece[]): DiffLine[] {
  const alike = new Set<Piece>();
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, "-");
    const added = run(lines, at + removed.length, "+");
    for (const one of removed) {
      for (const other of added) if (looksLike(one.text, other.text)) alike.add(one).add(other);
    }
    at += Math.max(1, removed.length + added.length);
  }
  return lines.map((line) => {
    const { sign, text: lineText, before = "", after = "" } = line;
    const write = alike.has(line) ? explicit : sign === " " ? printable : withVisibleSpaces;
    return { sign, text: `${before}${write(lineText)}${after}` };
  });
}

/** Two characters of one group look different. Characters of different groups may look the same. */
const families = [
  /[\p{Script=Latin}!-~]/u,
  ...["Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Devanagari", "Thai", "Hangul", "Hiragana"].map(
    (script) => new RegExp(`\\p{Script=${script}}`, "u"),
  ),
  /\p{Script=Katakana}/u,
  /\p{Script=Han}/u,
  /\p{Extended_Pictographic}/u,
];

const appearance = (text: string): string => printable(text).normalize("NFKC").replace(/\s+/g, " ").trim();

/** Whether different texts look the same: the report must show them with escape sequences. */
function looksLike(left: string, right: string): boolean {
  const [one, other] = [[...appearance(left)], [...appearance(right)]];
  return one.length === other.length && one.every((character, at) => isAlike(character, other[at]!));
}

const isAlike = (left: string, right: string): boolean =>
  left === right || !families.some((family) => family.test(left) && family.test(right));

/** The text as ASCII JSON, in which every difference is visible, even in white space. */
const explicit = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/(?<= ) /g, "\\u0020")
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
