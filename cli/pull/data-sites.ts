/** Values in YAML and JSON files, and in the front matter of an assistant's file. */
import { isDeepStrictEqual } from "node:util";
import {
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
} from "yaml";
import { isObject } from "../../provider/facade.js";
import { keepDigits } from "../../sdk/yaml-data.js";
import { FRONT_MATTER } from "../../sdk/prompt-template.js";
import { DataEdits } from "./data-edits.js";
import type { Change } from "./rewriting.js";
import type { Site } from "./site.js";

type Path = readonly (string | number)[];

/** The part of a file that holds data. */
interface Region {
  readonly start: number;
  readonly text: string;
}

function regionOf(file: string, text: string): Region | undefined {
  const bom = text.startsWith("\uFEFF") ? 1 : 0;
  if (!file.endsWith(".md")) return { start: bom, text: text.slice(bom) };
  // Of the same length.
  const found = FRONT_MATTER.exec(text.slice(bom).replaceAll("\r\n", " \n"));
  const matter = found?.groups!["matter"];
  if (matter === undefined) return undefined;
  const start = bom + text.slice(bom).indexOf("\n") + 1;
  return { start, text: text.slice(start, start + matter.length) };
}

export function dataSites(file: string, text: string): Site[] {
  const region = regionOf(file, text);
  if (!region) return [];
  const lines = new LineCounter();
  const document = parseDocument(region.text, { logLevel: "error", lineCounter: lines });
  if (document.errors.length > 0) return [];
  keepDigits(document);
  const firstLine = text.slice(0, region.start).split("\n").length;
  const sites: Site[] = [];
  visit(document, {
    Node: (key, node, parents) => {
      if (key === "key" || !(isScalar(node) || isMap(node) || isSeq(node)) || !node.range) return;
      const path = pathOf(key, parents);
      const value: unknown = node.toJS(document);
      const pair = parents.at(-1);
      sites.push({
        file,
        line: firstLine + lines.linePos(node.range[0]).line - 1,
        edits: (before, after) => {
          if (!isDeepStrictEqual(value, before)) return undefined;
          const edits = new DataEdits(region.text, file.endsWith(".json"));
          const all =
            after !== undefined
              ? edits.changed(node, value, after)
              : isPair(pair)
                ? [edits.removed(pair as Pair<Node, Node>)]
                : [];
          const right = all.find((changes) => changes && isRight(region.text, changes, path, after, file));
          return right?.map(({ start, end, text: now }) => ({
            file,
            start: region.start + start,
            end: region.start + end,
            text: now,
          }));
        },
      });
    },
  });
  return sites;
}

function pathOf(key: unknown, parents: readonly unknown[]): Path {
  const steps = parents.flatMap((one) => (isPair(one) && isScalar(one.key) ? [String(one.key.value)] : []));
  const path: (string | number)[] = [];
  let at = 0;
  for (const [index, one] of parents.entries()) {
    const next = parents[index + 1];
    if (isPair(one)) path.push(steps[at++]!);
    else if (isSeq(one)) path.push(next === undefined ? Number(key) : one.items.indexOf(next));
  }
  return path;
}

/** Whether the changes give the value at the path, and keep all else, comments and empty lines included. */
function isRight(
  text: string,
  changes: readonly Change[],
  path: Path,
  after: unknown,
  file: string,
): boolean {
  const now = [...changes]
    .sort((one, other) => other.start - one.start)
    .reduce((before, { start, end, text: own }) => before.slice(0, start) + own + before.slice(end), text);
  const [old, changed] = [dataOf(text), dataOf(now)];
  if (changed === undefined || (file.endsWith(".json") && !isJson(now))) return false;
  return (
    isDeepStrictEqual(changed.value, withAt(old!.value, path, after)) &&
    isDeepStrictEqual(changed.comments, old!.comments) &&
    changed.emptyLines === old!.emptyLines
  );
}

function dataOf(text: string) {
  const document = parseDocument(text, { logLevel: "error" });
  if (document.errors.length > 0) return undefined;
  keepDigits(document);
  return {
    value: document.toJS() as unknown,
    comments: commentsIn(text),
    emptyLines: text.split(/\n[ \t\r]*(?=\n)/).length,
  };
}

function commentsIn(text: string): string[] {
  const tokens = [...new Lexer().lex(text)];
  // The token before a scalar's text.
  return tokens.filter((token, index) => token.startsWith("#") && tokens[index - 1] !== "\u001f");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withAt(value: unknown, [step, ...rest]: Path, after: unknown): unknown {
  if (step === undefined) return after;
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (index === step ? withAt(one, rest, after) : one));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, one]) => [key, key === step ? withAt(one, rest, after) : one] as const,
  );
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}
