/** Merges the live text of a prompt into its Markdown file. */
import { diffIndices } from "node-diff3";
import { mergedLines, textLines } from "../../provider/base/line-merge.js";
import { type Template, fill, parseTemplate, problems } from "../../sdk/prompt-template.js";
import { type Parts, Placeholders } from "./placeholders.js";

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
  const { file, source, values, allowUnused } = prompt;
  const template = parseTemplate(file, source);
  const fields = new Placeholders(template, values);
  const { head, units, tail } = cut(source, template, fields);
  const ours = units.flatMap(({ text }) => text.split("\n"));
  const label = { a: file, b: "the service" };
  const wanted = mergedLines(ours, textLines(base), textLines(live), label);
  const blocks = byUnit(units, ours, wanted.result);
  const eol = /\r?\n/.exec(source)?.[0] ?? "\n";
  const whole = (outputs: readonly Output[]): string => {
    const body = outputs.map((one, index) => one.source + (index < outputs.length - 1 ? one.eol || eol : ""));
    return head + body.join("") + tail;
  };
  const marked = (outputs: readonly Output[]): Merged => ({
    source: whole(outputs),
    isConflict: true,
    lost: [],
  });
  const inConflict = (): Merged => marked(conflict(units, textLines(live), fields, label));
  const build = (keep?: readonly string[]): Merged => {
    const { outputs, isConflict } = applied(units, blocks, { fields, keep: keep ?? [], label });
    if (isConflict || wanted.conflict) return marked(outputs);
    const now = parsed(file, whole(outputs));
    if (!now || fill(now, values) !== wanted.result.join("\n").trim()) return inConflict();
    // `prompt()` refuses a value that the file never uses, so losing its last placeholder is a conflict.
    const unused = [...values.keys()].filter((name) => count(now, name) === 0);
    if (problems(now, [...values.keys()], allowUnused).length > 0)
      return keep === undefined ? build(unused) : inConflict();
    const names = new Set(template.parts.map((part) => (typeof part === "string" ? "" : part.name)));
    const lost = [...names].filter(
      (name) => fields.valueOf(name) !== undefined && count(now, name) < count(template, name),
    );
    return { source: whole(outputs), isConflict: false, lost };
  };
  return build();
}

const count = ({ parts }: Template, name: string): number =>
  parts.filter((part) => typeof part !== "string" && part.name === name).length;

function parsed(file: string, source: string): Template | undefined {
  try {
    return parseTemplate(file, source);
  } catch {
    return undefined;
  }
}

/** Cuts the file into the front matter with the empty lines after it, the lines of the prompt, and the end. */
function cut(
  source: string,
  { parts, firstLine }: Template,
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
  // The values may leave nothing but space.
  const first = Math.max(0, all.findIndex(isText));
  const last = Math.max(first, all.findLastIndex(isText));
  const whole = (some: readonly Unit[]): string => some.map((one) => one.source + one.eol).join("");
  const units = all.slice(first, last + 1);
  // The text of the prompt is trimmed.
  units[0] = { ...units[0]!, text: units[0]!.text.trimStart() };
  const final = units.pop()!;
  units.push({ ...final, text: final.text.trimEnd() });
  return {
    head: raw.slice(0, firstLine - 1).join("") + bom + whole(all.slice(0, first)),
    units,
    tail: final.eol + whole(all.slice(last + 1)),
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

/** Replaces lines of the file. */
interface Block {
  readonly before: readonly Unit[];
  readonly to: number;
  readonly now: readonly string[];
}

/** The differences of two texts, as changes of whole lines of the file. */
function byUnit(units: readonly Unit[], ours: readonly string[], wanted: readonly string[]): Block[] {
  const owners = units.flatMap(({ text }, unit) => text.split("\n").map(() => unit));
  const starts = [...units.map((_, unit) => owners.indexOf(unit)), ours.length];
  const blocks: { from: number; to: number; end: number; now: string[] }[] = [];
  for (const { buffer1, buffer2Content } of diffIndices([...ours], [...wanted])) {
    const [start, length] = buffer1;
    const from = starts.findLastIndex((one) => one <= start);
    const to = starts.findIndex((one) => one >= start + length);
    const last = blocks.at(-1);
    const isSame = last !== undefined && from < last.to;
    const block = isSame ? last : { from, to, end: starts[from]!, now: [] };
    if (!isSame) blocks.push(block);
    block.now.push(...ours.slice(block.end, start), ...buffer2Content);
    Object.assign(block, { to: Math.max(block.to, to), end: start + length });
  }
  return blocks.map(({ from, to, end, now }) => ({
    before: units.slice(from, to),
    to,
    now: [...now, ...ours.slice(end, starts[to])],
  }));
}

interface Merging {
  readonly fields: Placeholders;
  /** Placeholders that must not be lost. */
  readonly keep: readonly string[];
  readonly label: { readonly a: string; readonly b: string };
}

function applied(
  units: readonly Unit[],
  blocks: readonly Block[],
  { fields, keep, label }: Merging,
): { outputs: Output[]; isConflict: boolean } {
  const moves = movedLines(blocks, fields);
  const outputs: Output[] = [];
  let isConflict = false;
  let next = 0;
  for (const block of blocks) {
    outputs.push(...units.slice(next, block.to - block.before.length));
    const now = replaced(block, moves, fields, keep);
    isConflict ||= now === undefined;
    outputs.push(...(now ?? conflict(block.before, block.now, fields, label)));
    next = block.to;
  }
  return { outputs: [...outputs, ...units.slice(next)], isConflict };
}

/** New lines that stood elsewhere before, by block and index. They keep their placeholders. */
function movedLines(blocks: readonly Block[], fields: Placeholders): Map<Block, (Unit | undefined)[]> {
  const removed = new Set(blocks.flatMap(({ before }) => before));
  const find = (text: string): Unit | undefined => {
    const same = [...removed].filter((unit) => unit.text === text);
    const unit = same.find(({ parts }) => fields.filled(parts).length > 0) ?? same[0];
    if (unit) removed.delete(unit);
    return unit;
  };
  return new Map(blocks.map((block) => [block, block.now.map(find)]));
}

/** The new lines of the file. Undefined if it is not certain where the placeholders belong. */
function replaced(
  block: Block,
  moves: ReadonlyMap<Block, readonly (Unit | undefined)[]>,
  fields: Placeholders,
  keep: readonly string[],
): Output[] | undefined {
  const { before, now } = block;
  if (now.length > 0 && before.some(({ text }) => text.includes("\n"))) {
    const parts = before.flatMap((unit, index): Parts => (index === 0 ? unit.parts : ["\n", ...unit.parts]));
    return fields
      .restored(parts, now.join("\n"))
      ?.split("\n")
      .map((source) => ({ source, eol: "" }));
  }
  const moved = new Set([...moves.values()].flat());
  const outputs: (Output | undefined)[] = [...moves.get(block)!];
  const gone: string[] = [];
  let next = 0;
  for (const unit of before.filter((one) => !moved.has(one) && fields.filled(one.parts).length > 0)) {
    const sources = now.map((text, index) =>
      index < next || outputs[index] ? undefined : fields.restored(unit.parts, text),
    );
    const at = sources.findIndex((source) => source !== undefined);
    if (at < 0) gone.push(...fields.filled(unit.parts));
    else outputs[at] = { source: sources[at]!, eol: "" };
    next = Math.max(next, at + 1);
  }
  // A line that was changed, and not only removed, may be the one with the placeholder.
  if (gone.some((name) => keep.includes(name)) || (gone.length > 0 && outputs.includes(undefined)))
    return undefined;
  return now.map((text, index) => outputs[index] ?? { source: fields.literal(text), eol: "" });
}

function conflict(
  before: readonly Output[],
  now: readonly string[],
  fields: Placeholders,
  { a, b }: Merging["label"],
): Output[] {
  const mark = (source: string): Output => ({ source, eol: "" });
  const theirs = now.map((text) => mark(fields.literal(text)));
  return [mark(`<<<<<<< ${a}`), ...before, mark("======="), ...theirs, mark(`>>>>>>> ${b}`)];
}
