/** The text of a value as it is written at a place of a file. */
import { printable } from "../../provider/base/quoted.js";
import { isObject } from "../../provider/facade.js";
import { Code, code, quoted } from "../export/code.js";
import type { Located, Syntax } from "./syntax.js";

/** @param more indentation in addition to that of the line on which the node begins */
export function codeAt(
  { text: source, quote: preferred }: Syntax,
  value: unknown,
  node: Located,
  more = 0,
): string {
  if (node.type === "TemplateLiteral" && typeof value === "string") return `\`${inTemplate(value)}\``;
  const line = source.slice(source.lastIndexOf("\n", node.start - 1) + 1, node.start);
  const indent = /^ */.exec(line)![0].length + more;
  const quote = node.type === "StringLiteral" ? source[node.start] : preferred;
  return code(withQuotes(value, quote), indent, {}, line.length - indent);
}

export const inTemplate = (text: string): string => printable(text.replace(/[`\\]|\$\{/g, "\\$&"));

/** Texts in the quotes that need fewer escapes; if both need as many, in the given ones. */
function withQuotes(value: unknown, quote: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => withQuotes(one, quote));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withQuotes(one, quote)]));
  if (typeof value !== "string") return value;
  const [doubles, singles] = [value.split('"').length, value.split("'").length];
  const isDouble = quote === '"' ? doubles <= singles : doubles < singles;
  return new Code(isDouble ? quoted(value) : inSingle(quoted(value)));
}

const inSingle = (double: string): string =>
  `'${double.slice(1, -1).replace(/\\.|'/gs, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))}'`;
