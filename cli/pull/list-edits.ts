/** Adds and removes items of an array or an object in the program's text. */
import type { ArrayExpression, ObjectExpression } from "@babel/types";
import type { Located } from "./syntax.js";

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Removes `count` items from index `at` on, and then inserts items there. */
export interface ListEdit {
  readonly at: number;
  readonly count: number;
  readonly items: readonly string[];
}

type List = (ArrayExpression | ObjectExpression) & Located;

const itemsOf = (list: List): readonly Located[] =>
  (list.type === "ArrayExpression" ? list.elements : list.properties) as readonly Located[];

export function removed(source: string, list: List, { at, count }: ListEdit): TextEdit {
  const items = itemsOf(list);
  const [first, last] = [items[at]!, items[at + count - 1]!];
  const comma = afterComma(source, list, at + count - 1);
  if (comma === undefined) {
    const start = at === 0 ? list.start + 1 : items[at - 1]!.end;
    return { start, end: at === 0 ? list.end - 1 : last.end, text: "" };
  }
  const lineStart = source.lastIndexOf("\n", first.start) + 1;
  const [restOfLine] = /^[ \t]*(?:\/\/[^\r\n]*)?\r?\n/.exec(source.slice(comma)) ?? [];
  if (restOfLine !== undefined && source.slice(lineStart, first.start).trim() === "")
    return { start: lineStart, end: comma + restOfLine.length, text: "" };
  return { start: first.start, end: comma + /^[ \t]*/.exec(source.slice(comma))![0].length, text: "" };
}

export function inserted(source: string, list: List, { at, items: now }: ListEdit): TextEdit[] {
  if (now.length === 0) return [];
  const items = itemsOf(list);
  const [first] = items;
  const put = (start: number, text: string): TextEdit => ({ start, end: start, text });
  if (!first) {
    const inner = list.type === "ArrayExpression" ? now.join(", ") : ` ${now.join(", ")} `;
    return [{ start: list.start + 1, end: list.end - 1, text: inner }];
  }
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const lineStart = source.lastIndexOf("\n", first.start - 1) + 1;
  const indent = source.slice(lineStart, first.start);
  const isLong = lineStart > list.start && indent.trim() === "";
  const between = isLong ? eol + indent : " ";
  if (at === 0) return [put(first.start, now.map((item) => `${item},${between}`).join(""))];
  const { end } = items[at - 1]!;
  const comma = afterComma(source, list, at - 1);
  // A comment at the end of the line stays with its item.
  const lineEnd = (from: number): number => {
    const [comment] =
      /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*\*\/[ \t]*(?=\r?\n))/.exec(source.slice(from)) ?? [];
    return isLong && comment !== undefined ? from + comment.length : from;
  };
  if (comma !== undefined) return [put(lineEnd(comma), now.map((item) => `${between}${item},`).join(""))];
  return [put(end, ","), put(lineEnd(end), between + now.join(`,${between}`))];
}

/** The position after the comma that follows an item. Undefined if none follows. */
function afterComma(source: string, list: List, index: number): number | undefined {
  const items = itemsOf(list);
  const from = items[index]!.end;
  const [found] = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*,/.exec(source.slice(from, list.end)) ?? [];
  return found === undefined ? undefined : from + found.length;
}
