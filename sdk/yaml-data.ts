/** What a program reads from YAML, JSON and front matter. */
import { type Document, LineCounter, type Pair, isMap, isScalar, parseDocument, visit } from "yaml";
import { yamlReason } from "../provider/base/quoted.js";
import { refusal } from "./refusal.js";

export interface Data {
  readonly document: Document.Parsed;
  /** The line of each key of the outermost map. */
  readonly lines: Readonly<Record<string, number>>;
}

/** @param text of the file, or of its beginning */
export function dataIn(file: string, text: string): Data {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { logLevel: "error", lineCounter });
  const [error] = document.errors;
  if (error) throw refusal(`${file} cannot be parsed: ${yamlReason(error)}. Correct this line.`);
  keepDigits(document);
  const pairs = isMap(document.contents) ? (document.contents.items as Pair[]) : [];
  const keys = pairs.flatMap(({ key }) =>
    isScalar(key) && key.range ? [[key.value, key.range[0]] as const] : [],
  );
  const lines = keys.map(([key, start]) => [String(key), lineCounter.linePos(start).line] as const);
  return { document, lines: Object.fromEntries(lines) };
}

/** A number would lose the plus sign and the zeros of a phone number. */
export function keepDigits(document: Document): void {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === "number" && /^\+|^-?0\d/.test(node.source ?? "")) node.value = node.source;
    },
  });
}
