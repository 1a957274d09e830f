/** What a program reads from YAML, JSON and front matter. */
import { type Document, LineCounter, type Pair, isMap, isPair, isScalar, parseDocument, visit } from "yaml";
import { yamlReason } from "../provider/base/quoted.js";
import { refusal } from "./refusal.js";

export interface Data {
  readonly document: Document.Parsed;
  /** The line of each key of the outermost map. */
  readonly lines: Readonly<Record<string, number>>;
}

/** @param text of the file, or of its beginning */
export function dataIn(file: string, text: string): Data {
  const { document, lineCounter, error } = parsedYaml(text);
  if (error) throw refusal(`${file} cannot be parsed: ${yamlReason(error)}. Correct this line.`);
  keepDigits(document);
  const pairs = isMap(document.contents) ? (document.contents.items as Pair[]) : [];
  const keys = pairs.flatMap(({ key }) =>
    isScalar(key) && key.range ? [[key.value, key.range[0]] as const] : [],
  );
  const lines = keys.map(([key, start]) => [String(key), lineCounter.linePos(start).line] as const);
  return { document, lines: Object.fromEntries(lines) };
}

/**
 * YAML takes the first word of a text that begins with & or ! for an anchor or a tag, so that is an error too.
 * @param isFrontMatter whether people write nested texts, of which YAML would take the words after # for a comment
 */
export function parsedYaml(text: string, isFrontMatter = false) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { logLevel: "error", lineCounter });
  const errors: Error[] = [...document.errors];
  const used = new Set<string>();
  visit(document, { Alias: (_, { source }) => void used.add(source) });
  visit(document, {
    Scalar: (_, { anchor, tag, range, type, value, comment }, path) => {
      const isText = isFrontMatter && path.length > 4 && type === "PLAIN" && typeof value === "string";
      const mark = anchor !== undefined && !used.has(anchor) ? "&" : tag?.startsWith("!") ? "!" : undefined;
      const cut = isText && typeof comment === "string" && 'a text ends before " #", where a comment begins';
      const wrong = mark === undefined ? cut : `the first word after ${mark} would be lost`;
      if (wrong) errors.push(Object.assign(new Error(wrong), { linePos: [lineCounter.linePos(range![0])] }));
    },
  });
  return { document, lineCounter, error: errors[0] };
}

/** A number may lose the plus, zeros or last digits. Among variables, callers hear it, so 9.90 is not 9.9. */
export function keepDigits(document: Document): void {
  visit(document, {
    Scalar: (_, node, [, , top]) => {
      const { value, source = "" } = node;
      if (typeof value !== "number") return;
      const isHeard = isPair(top) && isScalar(top.key) && top.key.value === "variables";
      const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
      if (/^\+|^-?0\d/.test(source) || isLong || (isHeard && String(value) !== source)) node.value = source;
    },
  });
}
