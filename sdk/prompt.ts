import { isUtf8 } from "node:buffer";
import fs from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { isLater } from "./carried-args.js";
import { missingFile } from "./missing-file.js";
import { perRun } from "./per-run.js";
import { type NotedPrompt, notePlace } from "./places.js";
import { fill, isValue, parseTemplate, problems } from "./prompt-template.js";
import type { Template } from "./prompt-template.js";
import { refusal } from "./refusal.js";

/** The variables that the service fills in. */
const filledIn = perRun(() => new Set<string>());

/**
 * The names of the variables that the service fills in, for the provider's check of prompts, which does not see the
 * front matter. Resolves only after the synchronous part of the program, to include the names from prompts that this
 * part reads later. Undefined if there are no names.
 */
export function filledInByService(): Promise<string[] | undefined> {
  const names = filledIn();
  return new Promise((resolve) => {
    setImmediate(() => resolve(names.size > 0 ? [...names].sort() : undefined));
  });
}

/** A value that can replace a variable. */
export type PromptValue = string | number | boolean;

/** Options of {@link prompt}. */
export interface PromptOptions {
  /** Accepts values that this prompt never uses, for example values that many prompts share. Default: false. */
  allowUnused?: boolean | undefined;
}

/**
 * A prompt from a Markdown file, with values in place of its `{{variable}}`s: text if all values are plain, otherwise an
 * output. Line ends become LF and the text is trimmed, as the service stores it.
 *
 * Front matter can declare variables. A list has the names that the **service** fills in during the call. They stay in
 * the text as `{{name}}`. A map has names with default values, and the service fills in those without a value. Values
 * that the program passes take precedence. To write two braces that do not start a variable, use `\{{`.
 * @param file relative to the program's folder, which is the folder of `main` in Pulumi.yaml
 * @param values the values, by the names of the variables
 * @throws RunError, also in preview, for a file that is missing or cannot be parsed; for variables that neither the
 * program nor the front matter declares, with file, line and the name that was probably meant; for a value that the
 * prompt never uses or cannot contain
 * @example
 * ```ts
 * // prompts/support.md:
 * //   ---
 * //   variables: [customer_name]
 * //   ---
 * //   You answer for {{company}}. The caller is {{customer_name}}.
 * systemPrompt: prompt("prompts/support.md", { company: "Acme" }),
 * ```
 */
export function prompt(file: string, values?: Record<string, PromptValue>, options?: PromptOptions): string;
export function prompt(
  file: string,
  values: Record<string, pulumi.Input<PromptValue>>,
  options?: PromptOptions,
): pulumi.Output<string>;
export function prompt(
  file: string,
  values: Record<string, pulumi.Input<PromptValue>> = {},
  options: PromptOptions = {},
): string | pulumi.Output<string> {
  return promptOf(templateOf(file, readText("prompt", file)), values, options);
}

/** @param isAssistant whether the file has the properties of an assistant too */
export function promptOf(
  template: Template,
  values: Record<string, pulumi.Input<PromptValue>>,
  options: PromptOptions,
  isAssistant?: true,
): string | pulumi.Output<string> {
  const mismatches = problems(template, Object.keys(values), options.allowUnused === true);
  if (mismatches.length > 0) throw refusal(mismatches.join("\n"));
  for (const [name, value] of template.declared) if (value === null) filledIn().add(name);
  const note = noting(template.file, options, isAssistant);
  if (Object.values(values).some(isLater)) {
    const text = pulumi.output<Record<string, unknown>>(values).apply((known) => {
      const now = filled(template, known);
      if (note) void pulumi.isSecret(text).then((isSecret) => isSecret || note(known, now));
      return now;
    });
    return text;
  }
  const text = filled(template, values);
  note?.(values, text);
  return text;
}

/** For `voicecall pull`: writes down which file and values give a text. */
function noting(file: string, { allowUnused = false }: PromptOptions, isAssistant: true | undefined) {
  const note = notePlace();
  if (!note) return undefined;
  const prompt: NotedPrompt = {
    file,
    path: path.resolve(file),
    allowUnused,
    ...(isAssistant && { isAssistant }),
  };
  note({ prompt });
  return (given: Readonly<Record<string, unknown>>, text: string): void => {
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    note({ prompt: { ...prompt, filled: { values, text } } });
  };
}

export function templateOf(file: string, source: string, isAssistant?: true): Template {
  try {
    return parseTemplate(file, source, isAssistant);
  } catch (error) {
    throw refusal((error as Error).message);
  }
}

/** @param what the kind of the file, for errors */
export function readText(what: string, file: string): string {
  if (typeof file !== "string" || file.includes("\0"))
    throw refusal(`The path of the ${what} must be text. Give the path of a file.`);
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(path.resolve(file));
  } catch (error) {
    throw refusal(unreadable(what, file, error as NodeJS.ErrnoException));
  }
  // Other encodings would silently lose characters.
  if (!isUtf8(bytes)) throw refusal(`The ${what} ${file} is not UTF-8 text. Save it as UTF-8.`);
  return bytes.toString("utf8");
}

function unreadable(what: string, file: string, error: NodeJS.ErrnoException): string {
  if (error.code !== "ENOENT") return `The ${what} ${file} cannot be read: ${error.message}`;
  const text = missingFile(what, file);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function filled(template: Template, values: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(values).map(([name, value]): [string, string] => {
    if (isValue(value)) return [name, String(value)];
    throw refusal(
      `${template.file}: the value of {{${name}}} must be text, a finite number, or true or false, but is ${describe(value)}.`,
    );
  });
  return fill(template, new Map(texts));
}

function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number") return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
