/** Merges the live text of a prompt into its Markdown file. */
import { fill, parseTemplate, problems } from "../../sdk/prompt-template.js";
import { type Edit, editsOf } from "./line-edits.js";
import { type Parts, Placeholders } from "./placeholders.js";
import { pairs } from "./similar-lines.js";

export interface PromptFile {
  /** The path as written in the program. */
  readonly file: string;
  readonly source: string;
  /** What the program passes to `prompt()`. */
  readonly values: ReadonlyMap<string, string>;
  readonly allowUnused: boolean;
}

export interface Merged {
  readonly source: string;
  /** The file has marked lines, because only a person can decide. */
  readonly isConflict: boolean;
  /** The names of the placeholders that the file has less often than before. */
  readonly lost: readonly string[];
}

/** A line of the file. With a value that has line ends, it gives several lines of the prompt. */
interface Unit {
  readonly source: string;
  readonly eol: string;
  readonly parts: Parts;
  readonly text: string;
}

type Output = Pick<Unit, "source" | "eol">;

/**
 * @param base the text that the last apply sent
 * @param live the text in the service
 * @throws Error if the file cannot be parsed
 */
export function mergePrompt(prompt: PromptFile, base: string, live: string): Merged {
  const { file, source, values } = prompt;
  const template = parseTemplate(file, source);
  const fields = new Placeholders(template, values);
  const { head, units, tail } = cut(source, template, fields);
  const ours = units
    .map(({ text }) => text)
    .join("\n")
    .split("\n");
  const edits = editsOf(lines(base), ours, lines(live));
  const blocks = byUnit(units, ours, edits);
  const expected = expectedText(ours, edits);
  const eol = /\r?\n/.exec(source)?.[0] ?? "\n";
  const build = (keep: readonly string[]): Merged => {
    const { outputs, isConflict } = merged(units, blocks, { fields, keep, file });
    const body = outputs.map((one, index) =>
      index < outputs.length - 1 ? one.source + (one.eol || eol) : one.source,
    );
    return { source: head + body.join("") + tail, isConflict, lost: lost(units, outputs, fields) };
  };
  const check = (result: Merged): "right" | "wrong" | readonly string[] => {
    if (result.isConflict) return "right";
    try {
      const now = parseTemplate(file, result.source);
      if (fill(now, values) !== expected) return "wrong";
      if (problems(now, [...values.keys()], prompt.allowUnused).length === 0) return "right";
      const used = new Set(now.parts.map((part) => (typeof part === "string" ? "" : part.name)));
      return [...values.keys()].filter((name) => !used.has(name));
    } catch {
      return "wrong";
    }
  };
  const first = build([]);
  const found = check(first);
  // `prompt()` refuses a value that the file never uses, so losing its last placeholder is a conflict.
  const result = Array.isArray(found) ? build(found as string[]) : first;
  if (found !== "wrong" && check(result) === "right") return result;
  const whole = conflict(units, lines(live), { fields, file }, eol);
  return {
    source: head + whole.map((one) => one.source + (one.eol || eol)).join(""),
    isConflict: true,
    lost: [],
  };
}

const lines = (text: string): string[] => text.replaceAll("\r\n", "\n").trim().split("\n");

/** The text after the edits, without those that are conflicts. */
function expectedText(ours: readonly string[], edits: readonly Edit[]): string {
  const all = [...ours];
  for (const { from, to, lines: now } of [...edits].reverse()) all.splice(from, to - from, ...now);
  return all.join("\n").trim();
}

/** Cuts the file into the front matter with the empty lines after it, the lines of the prompt, and the end. */
function cut(
  source: string,
  { parts, firstLine }: ReturnType<typeof parseTemplate>,
  fields: Placeholders,
): { head: string; units: Unit[]; tail: string } {
  const raw = source.split(/(?<=\n)/);
  const bom = source.startsWith("\uFEFF") && firstLine === 1 ? "\uFEFF" : "";
  const all = byLine(parts).map((line, index): Unit => {
    const whole = (raw[firstLine - 1 + index] ?? "").slice(index === 0 ? bom.length : 0);
    const [eol = ""] = /\r?\n$/.exec(whole) ?? [];
    return {
      source: whole.slice(0, whole.length - eol.length),
      eol,
      parts: line,
      text: fields.rendered(line),
    };
  });
  const isText = ({ text }: Unit): boolean => text.trim() !== "";
  const [first, last] = [all.findIndex(isText), all.findLastIndex(isText)];
  const whole = (some: readonly Unit[]): string => some.map((one) => one.source + one.eol).join("");
  // The values may leave nothing but space.
  const units = first < 0 ? all : all.slice(first, last + 1);
  const end = first < 0 ? [] : all.slice(last + 1);
  // The text of the prompt is trimmed.
  units[0] = { ...units[0]!, text: units[0]!.text.trimStart() };
  const final = units.pop()!;
  units.push({ ...final, text: final.text.trimEnd() });
  return {
    head: raw.slice(0, firstLine - 1).join("") + bom + whole(first < 0 ? [] : all.slice(0, first)),
    units,
    tail: final.eol + whole(end),
  };
}

function byLine(parts: Parts): Parts[] {
  const found: Parts[number][][] = [[]];
  for (const part of parts) {
    if (typeof part !== "string") found.at(-1)!.push(part);
    else
      for (const [index, text] of part.split("\n").entries()) {
        if (index > 0) found.push([]);
        if (text !== "") found.at(-1)!.push(text);
      }
  }
  return found;
}

/** An edit of whole lines of the file. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly isConflict: boolean;
}

/** Widens the edits to whole lines of the file. */
function byUnit(units: readonly Unit[], ours: readonly string[], edits: readonly Edit[]): Block[] {
  const starts: number[] = [];
  let at = 0;
  for (const { text } of units) {
    starts.push(at);
    at += text.split("\n").length;
  }
  starts.push(at);
  const blocks: { from: number; to: number; start: number; end: number; edits: Edit[] }[] = [];
  for (const edit of edits) {
    const from = starts.findLastIndex((start) => start <= edit.from);
    const to = starts.findIndex((start) => start >= edit.to);
    const last = blocks.at(-1);
    if (last && from < last.to) {
      last.to = Math.max(last.to, to);
      last.edits.push(edit);
    } else blocks.push({ from, to: Math.max(from, to), start: 0, end: 0, edits: [edit] });
  }
  return blocks.map(({ from, to, edits: some }) => {
    const text: string[] = [];
    let next = starts[from]!;
    for (const edit of some) {
      text.push(...ours.slice(next, edit.from), ...edit.lines);
      next = edit.to;
    }
    text.push(...ours.slice(next, Math.max(next, starts[to]!)));
    return { from, to, lines: text, isConflict: some.some((edit) => edit.isConflict) };
  });
}

interface Merging {
  readonly fields: Placeholders;
  readonly file: string;
  /** Placeholders that must not be lost. */
  readonly keep: readonly string[];
}

function merged(
  units: readonly Unit[],
  blocks: readonly Block[],
  merging: Merging,
): { outputs: Output[]; isConflict: boolean } {
  const moves = movedLines(units, blocks, merging.fields);
  const outputs: Output[] = [];
  let isConflict = false;
  let next = 0;
  for (const block of blocks) {
    outputs.push(...units.slice(next, block.from));
    const before = units.slice(block.from, block.to);
    const now = block.isConflict ? undefined : replaced(before, block.lines, { ...merging, moves });
    isConflict ||= now === undefined;
    outputs.push(...(now ?? conflict(before, block.lines, merging)));
    next = block.to;
  }
  return { outputs: [...outputs, ...units.slice(next)], isConflict };
}

/** New lines that stood elsewhere before. They keep their placeholders. */
function movedLines(
  units: readonly Unit[],
  blocks: readonly Block[],
  fields: Placeholders,
): { to: Map<readonly string[], (Unit | undefined)[]>; from: Set<Unit> } {
  const removed = blocks.flatMap(({ from, to }) => units.slice(from, to));
  const from = new Set<Unit>();
  const to = blocks.map(({ lines: now }): [readonly string[], (Unit | undefined)[]] => [
    now,
    now.map((text) => {
      const candidates = removed.filter((unit) => unit.text === text && !from.has(unit));
      const unit = candidates.find(({ parts }) => fields.filled(parts).length > 0) ?? candidates[0];
      if (unit) from.add(unit);
      return unit;
    }),
  ]);
  return { to: new Map(to), from };
}

/** The new lines of the file. Undefined if it is not certain where the placeholders belong. */
function replaced(
  before: readonly Unit[],
  now: readonly string[],
  { fields, keep, moves }: Merging & { moves: ReturnType<typeof movedLines> },
): Output[] | undefined {
  const isLong = before.some(({ text }) => text.includes("\n"));
  if (isLong && now.length > 0) {
    const parts = before.flatMap((unit, index): Parts => (index === 0 ? unit.parts : ["\n", ...unit.parts]));
    const text = fields.restored(parts, now.join("\n"));
    return text?.split("\n").map((source) => ({ source, eol: "" }));
  }
  const outputs: (Output | undefined)[] = [...moves.to.get(now)!];
  const left = before.filter((unit) => !moves.from.has(unit) && fields.filled(unit.parts).length > 0);
  const open = now.flatMap((text, index) => (outputs[index] ? [] : [{ text, index }]));
  const score = (unit: Unit, text: string): number =>
    fields.restored(unit.parts, text) === undefined ? 0 : 1;
  const paired = new Set<number>();
  for (const [unitAt, openAt] of pairs(left, open, score)) {
    const { index, text } = open[openAt]!;
    const source = fields.restored(left[unitAt]!.parts, text);
    if (source === undefined) return undefined;
    outputs[index] = { source, eol: "" };
    paired.add(unitAt);
  }
  const literal = now.filter((_, index) => !outputs[index]);
  const gone = left.flatMap(({ parts }, index) => (paired.has(index) ? [] : fields.filled(parts)));
  const isUnclear = (name: string): boolean => {
    const value = fields.valueOf(name)!;
    return keep.includes(name) || (value.trim() !== "" && literal.some((text) => text.includes(value)));
  };
  if (gone.some(isUnclear)) return undefined;
  return outputs.map((one, index) => one ?? { source: fields.literal(now[index]!), eol: "" });
}

function conflict(
  before: readonly Output[],
  now: readonly string[],
  { fields, file }: Pick<Merging, "fields" | "file">,
  eol = "",
): Output[] {
  const mark = (source: string): Output => ({ source, eol });
  return [
    mark(`<<<<<<< ${file}`),
    ...before,
    mark("======="),
    ...now.map((text) => mark(fields.literal(text))),
    mark(">>>>>>> the service"),
  ];
}

function lost(units: readonly Unit[], outputs: readonly Output[], fields: Placeholders): string[] {
  const count = (all: readonly Output[], name: string): number =>
    all.reduce((sum, { source }) => sum + (source.match(placeholder(name))?.length ?? 0), 0);
  const names = new Set(units.flatMap(({ parts }) => fields.filled(parts)));
  return [...names].filter((name) => count(outputs, name) < count(units, name));
}

const placeholder = (name: string): RegExp =>
  new RegExp(`(?<!\\\\)\\{\\{[^\\S\\n]*${name.replace(/[.-]/g, "\\$&")}[^\\S\\n]*\\}\\}`, "g");
