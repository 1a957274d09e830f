/** Formats values as TypeScript. */
import { printable } from "../../provider/base/quoted.js";

/** An expression that the program contains unchanged. */
export class Code {
  constructor(readonly text: string) {}
}

const WIDTH = 100;

/**
 * Formats a value: on one line if it fits, otherwise one item per line.
 * @param indent indentation of the first line, in spaces
 * @param comments for keys of the outermost object, each written above its key
 * @param before number of characters before the value on its first line, without the indentation
 */
export function code(
  value: unknown,
  indent = 0,
  comments: Readonly<Record<string, string>> = {},
  before = 0,
): string {
  const line = oneLine(value);
  const isCommented = Object.keys(comments).length > 0;
  if (!isNested(value) || (!isCommented && indent + before + line.length <= WIDTH)) return line;
  const pad = " ".repeat(indent + 2);
  const items = Array.isArray(value)
    ? value.map((item) => pad + code(item, indent + 2))
    : Object.entries(value).map(([key, item]) => {
        const name = `${keyText(key)}: `;
        const comment = Object.hasOwn(comments, key) ? `${pad}${commented(comments[key]!)}\n` : "";
        return `${comment}${pad}${name}${code(item, indent + 2, {}, name.length)}`;
      });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${items.map((item) => `${item},\n`).join("")}${" ".repeat(indent)}${close}`;
}

function oneLine(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (typeof value === "string") return quoted(value);
  if (!isNested(value)) return Object.is(value, -0) ? "-0" : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  const items = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${oneLine(item)}`);
  return items.length === 0 ? "{}" : `{ ${items.join(", ")} }`;
}

const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Code);

/** A key `__proto__` would set the prototype, even in quotes. */
export function keyText(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** Escapes line breaks, invisible characters and direction marks, so that code does what it seems to do. */
export const quoted = (text: string): string => asEmoji(printable(JSON.stringify(text)));

/** A variation selector after an emoji is harmless: it only selects the colored form. */
const asEmoji = (text: string): string => text.replace(/(?<=\p{Extended_Pictographic})\\ufe0f/gu, "\ufe0f");

/** A comment that stays on one line, whatever the text contains. */
export const commented = (text: string): string =>
  `// ${printable(text.replace(/[\s\u0085\u2028\u2029]+/g, " "))}`;
