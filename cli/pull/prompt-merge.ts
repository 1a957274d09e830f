/** Merges the live text of a prompt into its Markdown file. */
import { diffIndices } from "node-diff3";
import { mergedLines } from "../../provider/base/line-merge.js";
import { textLines } from "../../provider/base/quoted.js";
import { trimmed } from "../../provider/base/trimmed.js";
import { type Template, fill, parseTemplate, problems } from "../../sdk/prompt-template.js";
import { type Parts, Placeholders } from "./placeholders.js";

export interface PromptFile {
  /** The path as written in the program. */
  readonly file: string;
  readonly source: string;
  /** What the program passes to `prompt()`. */
  readonly values: ReadonlyMap<string, string>;
  readonly allowUnused: boolean;
  /** Whether the file has the properties of an assistant too. */
  readonly isAssistant?: true | undefined;
}

export interface Merged {
  readonly source: string;
  /** The file has marked lines, because only a person can decide. */
  readonly isConflict: boolean;
  /** The names of the placeholders that the file has less often than before. */
  readonly lost: readonly string[];
}

interface Output {
  readonly source: string;
  /** Of a line that was in the file before. */
  readonly eol?: string;
}

/** A line of the file. With a value that has line ends, it gives several lines of the prompt. */
interface Line extends Output {
  readonly parts: Parts;
  /** The names of its placeholders, except those that the service fills in. */
  readonly names: readonly string[];
  readonly text: string;
}

/** Replaces lines of the file. */
interface Block {
  readonly from: number;
  readonly before: readonly Line[];
  readonly now: readonly NewLine[];
}

interface NewLine {
  readonly text: string;
  /** Of the line of the file from which it has its placeholders. */
  source?: string;
}

/**
 * @param base the text that the last apply sent
 * @param live the text in the service
 * @throws Error if the file cannot be parsed
 */
export function mergePrompt(
  { file, source, values, allowUnused, isAssistant }: PromptFile,
  base: string,
  live: string,
): Merged {
  const template = parseTemplate(file, source, isAssistant);
  const fields = new Placeholders(template, values);
  const { head, lines, tail } = cut(source, template, fields);
  const label = { a: file, b: "the service" };
  const ours = lines.map(({ text }) => text);
  const wanted = mergedLines(ours, glued(base, ours), glued(live, ours), label);
  const blocks = diffIndices(ours, wanted.result).map(({ buffer1: [from, count], buffer2Content }): Block => {
    const now = buffer2Content.map((text) => ({ text }));
    return { from, before: lines.slice(from, from + count), now };
  });
  const gone = withPlaceholders(blocks, fields);
  const lostIn = (some: readonly Line[]) => some.flatMap((line) => (gone.has(line) ? line.names : []));
  const kept = new Set(lines.flatMap((line) => (gone.has(line) ? [] : line.names)));
  /** Whether only a person can tell what became of a placeholder. */
  const isOpen = ({ before, now }: Block): boolean => {
    const names = lostIn(before);
    // `prompt()` refuses a value that the file never uses.
    const isNeeded = names.some((name) => values.has(name) && !allowUnused && !kept.has(name));
    // A line that was changed, and not only removed, may be the one with the placeholder.
    return isNeeded || (names.length > 0 && now.some((one) => one.source === undefined));
  };
  const asFile = (outputs: readonly Output[]): string => {
    const eol = /\r?\n/.exec(source)?.[0] ?? "\n";
    const body = outputs.map((one) => one.source.replaceAll("\n", eol) + (one.eol || eol)).join("");
    return head + body.replace(/\r?\n$/, "") + tail;
  };
  const mark = (text: string): Output => ({ source: text });
  const conflict = (before: readonly Output[], now: readonly Output[]): Output[] => [
    mark(`<<<<<<< ${label.a}`),
    ...before,
    mark("======="),
    ...now,
    mark(`>>>>>>> ${label.b}`),
  ];
  const outputs: Output[] = [];
  let next = 0;
  for (const block of blocks) {
    const { from, before } = block;
    const now = block.now.map((one) => mark(one.source ?? fields.literal(one.text)));
    outputs.push(...lines.slice(next, from), ...(isOpen(block) ? conflict(before, now) : now));
    next = from + before.length;
  }
  const merged = asFile([...outputs, ...lines.slice(next)]);
  if (wanted.conflict || blocks.some(isOpen)) return { source: merged, isConflict: true, lost: [] };
  const now = parsed(file, merged, isAssistant);
  const isRight =
    now !== undefined &&
    fill(now, values) === trimmed(wanted.result.join("\n")) &&
    problems(now, [...values.keys()], allowUnused).length === 0;
  if (isRight) return { source: merged, isConflict: false, lost: [...new Set(lostIn(lines))] };
  const theirs = textLines(live).map((text) => mark(fields.literal(text)));
  return { source: asFile(conflict(lines, theirs)), isConflict: true, lost: [] };
}

function parsed(file: string, source: string, isAssistant: true | undefined): Template | undefined {
  try {
    return parseTemplate(file, source, isAssistant);
  } catch {
    return undefined;
  }
}

/** Cuts the file into the front matter with the empty lines after it, the lines of the prompt, and the end. */
function cut(
  source: string,
  { parts, firstLine }: Template,
  fields: Placeholders,
): { head: string; lines: Line[]; tail: string } {
  const raw = source.split(/(?<=\n)/);
  const bom = source.startsWith("\uFEFF") && firstLine === 1 ? "\uFEFF" : "";
  const all = byLine(parts).map((line, index) => {
    const whole = (raw[firstLine - 1 + index] ?? "").slice(index === 0 ? bom.length : 0);
    const [eol = ""] = /\r?\n$/.exec(whole) ?? [];
    const own = whole.slice(0, whole.length - eol.length);
    return { source: own, eol, parts: line, names: fields.filled(line), text: fields.rendered(line) };
  });
  const isText = ({ text }: Line): boolean => trimmed(text) !== "";
  // The values may leave nothing but space.
  const first = Math.max(0, all.findIndex(isText));
  const last = Math.max(first, all.findLastIndex(isText));
  const whole = (some: readonly Line[]): string => some.map((one) => one.source + one.eol).join("");
  const lines = all.slice(first, last + 1);
  // The text of the prompt is trimmed. Another line may become the last one.
  lines[0] = { ...lines[0]!, text: lines[0]!.text.trimStart() };
  const final = lines.pop()!;
  const [end] = /\s*$/.exec(final.source)!;
  lines.push({ ...final, source: final.source.trimEnd(), text: final.text.trimEnd() });
  return {
    head: raw.slice(0, firstLine - 1).join("") + bom + whole(all.slice(0, first)),
    lines,
    tail: end + final.eol + whole(all.slice(last + 1)),
  };
}

function byLine(parts: Parts): Parts[] {
  const found: Parts[number][][] = [[]];
  for (const part of parts) {
    for (const [index, text] of (typeof part === "string" ? part.split("\n") : [part]).entries()) {
      if (index > 0) found.push([]);
      if (text !== "") found.at(-1)!.push(text);
    }
  }
  return found;
}

/** The lines of a text. Those that one line of the file gives are together. */
function glued(text: string, ours: readonly string[]): string[] {
  const lines = textLines(text);
  const found: string[] = [];
  for (let at = 0; at < lines.length;) {
    const together = (one: string): string => lines.slice(at, at + one.split("\n").length).join("\n");
    const next = ours.find((one) => one.includes("\n") && one === together(one)) ?? lines[at]!;
    found.push(next);
    at += next.split("\n").length;
  }
  return found;
}

/**
 * Gives new lines the placeholders of removed ones: of a line with the same text, which was only moved, or of a line that
 * it replaces and whose values all occur in it.
 * @returns the removed lines whose placeholders no new line has
 */
function withPlaceholders(blocks: readonly Block[], fields: Placeholders): ReadonlySet<Line> {
  const removed = blocks.flatMap(({ before }) => before);
  const gone = new Set(removed.sort((one, other) => other.names.length - one.names.length));
  const take = (line: NewLine, from: Iterable<Line>, sourceOf: (one: Line) => string | undefined): void => {
    const found = [...from].find((one) => gone.has(one) && sourceOf(one) !== undefined);
    if (line.source !== undefined || !found) return;
    line.source = sourceOf(found)!;
    gone.delete(found);
  };
  for (const line of blocks.flatMap(({ now }) => now))
    take(line, gone, ({ text, source }) => (text === line.text ? source : undefined));
  // Elsewhere, a value may be another word that only looks the same.
  for (const { before, now } of blocks)
    for (const line of now) take(line, before, ({ parts }) => fields.restored(parts, line.text));
  return gone;
}
