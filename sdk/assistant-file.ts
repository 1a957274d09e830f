/** Assistants as Markdown files: the front matter has the properties, the text is the prompt. */
import { readdirSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { type Document, type Pair, isMap, isScalar } from "yaml";
import { placeholders, withValues } from "../provider/base/placeholders.js";
import { didYouMean } from "../provider/base/suggest.js";
import { isObject, textsIn } from "../provider/base/wording.js";
import { isLater } from "./carried-args.js";
import { noteData } from "./data-file.js";
import { type AssistantArgs, definition } from "./generated/assistant.js";
import { missingFile } from "./missing-file.js";
import { FRONT_MATTER, withoutMarks } from "./prompt-template.js";
import { type PromptValue, promptOf, readText, templateOf } from "./prompt.js";
import { refusal } from "./refusal.js";
import { type Data, dataIn } from "./yaml-data.js";

/** An assistant of {@link assistantFiles}. */
export interface AssistantFile {
  /** The name of the file without its end, for the resource. */
  readonly name: string;
  /** The path of the file. */
  readonly file: string;
  /** The arguments of the assistant. */
  readonly args: AssistantArgs;
}

type Values = Record<string, pulumi.Input<PromptValue>>;

/**
 * The arguments of an assistant from a Markdown file: its front matter has the properties under their names, and its
 * text is the `systemPrompt`. A mistake in a property is reported with file and line.
 *
 * `variables` are the assistant's, with the values that the service fills in, or a list of their names. A number with a
 * plus sign is text, such as a phone number. `voicecall pull` writes changes into the file, and keeps its comments and
 * order.
 * @param file relative to the program's folder, which is the folder of `main` in Pulumi.yaml
 * @param values for the `{{variable}}`s in the prompt and in the properties
 * @throws RunError, also in preview, for a file that is missing or cannot be parsed, and for variables that neither the
 * program nor the front matter declares
 * @example
 * ```ts
 * // assistants/support.md:
 * //   ---
 * //   name: Support
 * //   voice: Sarah
 * //   tools: [get_opening_hours]
 * //   ---
 * //   You answer for {{company}}.
 * new Assistant("support", assistantFile("assistants/support.md", { company: "Acme" }));
 * ```
 */
export function assistantFile(file: string, values: Values = {}): AssistantArgs {
  return argsOf(file, values, false);
}

/**
 * All assistants of a folder, one for each Markdown file except README.md, sorted by name.
 * @param values for all files; a file need not use all of them
 * @example
 * ```ts
 * for (const { name, args } of assistantFiles("assistants")) new Assistant(name, args);
 * ```
 */
export function assistantFiles(folder: string, values: Values = {}): AssistantFile[] {
  return filesIn(folder).map((name) => {
    const file = path.posix.join(folder, name);
    return { name: path.basename(name, ".md").normalize("NFC"), file, args: argsOf(file, values, true) };
  });
}

function filesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(path.resolve(folder)).filter((name) => /^(?!\.|readme\.)/i.test(name));
  } catch {
    const text = missingFile("folder", folder);
    throw refusal(text.charAt(0).toUpperCase() + text.slice(1));
  }
  // As editors for other texts name a file, or Windows, which hides the end of a name.
  const odd = names.find((name) => /\.(?:md|markdown|md\.txt)$/i.test(name) && !name.endsWith(".md"));
  if (odd !== undefined)
    throw refusal(`${folder}/${odd} would not be read. Rename it, so that it ends in ".md".`);
  return names.filter((name) => name.endsWith(".md")).sort();
}

function argsOf(file: string, values: Values, allowUnused: boolean): AssistantArgs {
  const source = readText("assistant", file);
  const template = templateOf(file, source, true);
  const { groups } = FRONT_MATTER.exec(withoutMarks(source)) ?? {};
  if (!groups)
    throw refusal(
      `${file} has no front matter. Begin it with a line "---", the properties, and a line "---".`,
    );
  // Keeps the numbers of the lines.
  const { document, lines } = dataIn(file, `\n${groups["matter"]}`);
  assertWhole(file, document, lines);
  const { variables, ...properties } = (document.toJS() ?? {}) as Record<string, unknown>;
  if ("systemPrompt" in properties)
    throw refusal(
      `${file}:${lines["systemPrompt"]}: the prompt is the text below the front matter. Move it there.`,
    );
  const known = [...Object.keys(values), ...template.declared.keys()];
  const used = template.parts.flatMap((part) => (typeof part === "string" ? [] : part.name));
  const usedAbove = Object.entries(properties).flatMap(([property, value]) => {
    const names = textsIn(value).flatMap(placeholders);
    const undeclared = names.find((name) => !known.includes(name));
    if (undeclared === undefined) return names;
    throw refusal(
      `${file}:${lines[property]}: {{${undeclared}}} in ${property} is not declared. Let the program pass its value, or list it under "variables" if the service fills it in.${didYouMean(undeclared, known)}`,
    );
  });
  const passed = Object.entries(values).filter(([name]) => !usedAbove.includes(name) || used.includes(name));
  const own = {
    ...(filledIn(properties, values) as object),
    ...(isObject(variables) && { variables: withoutEmpty(variables) }),
    systemPrompt: promptOf(template, Object.fromEntries(passed), { allowUnused }, true),
  };
  noteData(file);
  const places: Places = {
    values: own,
    file,
    lines: { ...lines, systemPrompt: template.firstLine },
  };
  return Object.assign(own, { [PLACES]: places }) as unknown as AssistantArgs;
}

/** A text without quotes, of which callers would not hear what the file seems to say. */
function assertWhole(file: string, { contents }: Document.Parsed, lines: Data["lines"]): void {
  for (const { key, value } of isMap(contents) ? (contents.items as Pair[]) : []) {
    const property = isScalar(key) ? String(key.value) : "";
    if (!texts.has(property) || !isScalar(value) || value.type !== "PLAIN") continue;
    const place = `${file}:${lines[property]}: ${property}`;
    const text = String(value.value);
    if (typeof value.comment === "string")
      throw refusal(
        `${place} ends before " #", because what follows is a comment. Put the text in straight double quotes, or the comment on a line of its own.`,
      );
    const hasOne = text.endsWith('"') && text.split('"').length % 2 === 0;
    if (hasOne || /^[“”„«].*[“”»]$/s.test(text))
      throw refusal(
        `${place} has ${hasOne ? "a quote at its end and none at its beginning" : "typographic quotes around it"}, which would belong to the text. Use straight double quotes around it, or none.`,
      );
  }
}

const texts: ReadonlySet<string> = new Set(definition.texts);

/** Names without a value are only declared. */
const withoutEmpty = (variables: object): object =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null));

/** A value in which the program's values replace the variables of their names. */
function filledIn(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, values));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one, values)]));
  if (typeof value !== "string") return value;
  const fill = (known: Record<string, PromptValue>): string =>
    withValues(value, (name) => (Object.hasOwn(values, name) ? known[name] : undefined));
  return placeholders(value).some((name) => Object.hasOwn(values, name) && isLater(values[name]))
    ? pulumi.output(values).apply((known) => fill(known))
    : fill(values as Record<string, PromptValue>);
}

/** Where a file has its values. A spread of the arguments copies the symbol. */
const PLACES = Symbol("places");

interface Places {
  readonly values: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly lines: Readonly<Record<string, number>>;
}

/** A hint for the provider's check: the file and line of each property that the program has not replaced. */
export function placesIn(args: AssistantArgs): Record<string, string> | undefined {
  const places = (args as { [PLACES]?: Places })[PLACES];
  if (!places) return undefined;
  const own = Object.entries(args).filter(([name, value]) => places.values[name] === value);
  return Object.fromEntries(own.map(([name]) => [name, `${places.file}:${places.lines[name] ?? 1}`]));
}
