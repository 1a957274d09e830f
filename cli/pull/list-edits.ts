/** Adds and removes items of an array or an object in the program's text. */
import type { ArrayExpression, ObjectExpression } from "@babel/types";
import type { Located } from "./syntax.js";

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type List = (ArrayExpression | ObjectExpression) & Located;

const itemsOf = (list: List): readonly Located[] =>
  (list.type === "ArrayExpression" ? list.elements : list.properties) as readonly Located[];

/**
 * @param removed indexes of items
 * @param added items, by the index before which they go
 */
export function listEdits(
  source: string,
  list: List,
  removed: ReadonlySet<number>,
  added: ReadonlyMap<number, readonly string[]>,
): TextEdit[] {
  const items = itemsOf(list);
  const firsts = [...removed].filter((index) => !removed.has(index - 1));
  const replaced = firsts.map((first) => {
    let last = first;
    while (removed.has(last + 1)) last += 1;
    const now = added.get(last + 1);
    if (!now) return { edit: without(source, list, first, last) };
    const { start } = items[first]!;
    const edit = { start, end: items[last]!.end, text: now.join(between(source, list)) };
    return { edit, at: last + 1 };
  });
  const rest = [...added].filter(([index]) => !replaced.some(({ at }) => at === index));
  return [
    ...replaced.map(({ edit }) => edit),
    ...rest.flatMap(([at, now]) => inserted(source, list, at, now)),
  ];
}

/** What stands between two items. */
const between = (source: string, list: List): string => `,${gap(source, list)}`;

function gap(source: string, list: List): string {
  const [first] = itemsOf(list);
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const lineStart = source.lastIndexOf("\n", first!.start - 1) + 1;
  const indent = source.slice(lineStart, first!.start);
  return lineStart > list.start && indent.trim() === "" ? eol + indent : " ";
}

function without(source: string, list: List, from: number, to: number): TextEdit {
  const items = itemsOf(list);
  const [first, last] = [items[from]!, items[to]!];
  const comma = afterComma(source, list, to);
  if (comma === undefined) {
    const start = from === 0 ? list.start + 1 : items[from - 1]!.end;
    return { start, end: from === 0 ? list.end - 1 : last.end, text: "" };
  }
  const lineStart = source.lastIndexOf("\n", first.start) + 1;
  const [restOfLine] = /^[ \t]*(?:\/\/[^\r\n]*)?\r?\n/.exec(source.slice(comma)) ?? [];
  if (restOfLine !== undefined && source.slice(lineStart, first.start).trim() === "")
    return { start: lineStart, end: comma + restOfLine.length, text: "" };
  return { start: first.start, end: comma + /^[ \t]*/.exec(source.slice(comma))![0].length, text: "" };
}

function inserted(source: string, list: List, at: number, now: readonly string[]): TextEdit[] {
  const items = itemsOf(list);
  const [first] = items;
  const put = (start: number, text: string): TextEdit => ({ start, end: start, text });
  if (!first) {
    const inner = list.type === "ArrayExpression" ? now.join(", ") : ` ${now.join(", ")} `;
    return [{ start: list.start + 1, end: list.end - 1, text: inner }];
  }
  const space = gap(source, list);
  if (at === 0) return [put(first.start, now.map((item) => `${item},${space}`).join(""))];
  const { end } = items[at - 1]!;
  const comma = afterComma(source, list, at - 1);
  // A comment at the end of the line stays with its item.
  const lineEnd = (from: number): number => {
    const [comment] =
      /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*\*\/[ \t]*(?=\r?\n))/.exec(source.slice(from)) ?? [];
    return space !== " " && comment !== undefined ? from + comment.length : from;
  };
  if (comma !== undefined) return [put(lineEnd(comma), now.map((item) => `${space}${item},`).join(""))];
  return [put(end, ","), put(lineEnd(end), space + now.join(`,${space}`))];
}

/** The position after the comma that follows an item. Undefined if none follows. */
function afterComma(source: string, list: List, index: number): number | undefined {
  const items = itemsOf(list);
  const from = items[index]!.end;
  const [found] = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*,/.exec(source.slice(from, list.end)) ?? [];
  return found === undefined ? undefined : from + found.length;
}
