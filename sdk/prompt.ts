import { isUtf8 } from "node:buffer";
import fs from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { didYouMean } from "../provider/suggest.js";
import { fill, isValue, parseTemplate, problems } from "./prompt-template.js";
import type { Template } from "./prompt-template.js";
import { refusal } from "./refusal.js";

/** What front matter has left to the service so far, in any prompt of this program. */
const filledIn = new Set<string>();

/** For the provider's check of prompts, which sees only `{{name}}` in a text. */
export const filledInByService = (): string[] => [...filledIn].sort();

/** What can be put in place of a variable. */
export type PromptValue = string | number | boolean;

/** Options of {@link prompt}. */
export interface PromptOptions {
  /** Accept values that this prompt never uses, as when many prompts share one set. Default: false, an error. */
  allowUnused?: boolean | undefined;
}

/**
 * A prompt from a Markdown file, with values in place of its `{{variable}}`s: the text if all values are plain, an
 * output otherwise. The file's line ends become LF and the text's ends are trimmed, as the service keeps it.
 *
 * Front matter may declare variables: as a list of names which the **service** fills in at the call, left in the text
 * as `{{name}}`; or as names with default values, where a name without one is left for the service too. What the
 * program passes goes before both. For two braces that open no variable write `\{{`.
 * @param file relative to the program's folder, the one that `main` of Pulumi.yaml names
 * @param values by variable
 * @throws RunError in preview: for a missing file, and for each variable that neither the program nor the front matter
 * declares, with file, line and what was probably meant; for a value that the prompt never uses; for front matter in
 * anything but YAML or JSON
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
  const template = read(file);
  const wrong = problems(template, Object.keys(values), options.allowUnused === true);
  if (wrong.length > 0) throw refusal(wrong.join("\n"));
  for (const [name, value] of template.declared) if (value === null) filledIn.add(name);
  if (Object.values(values).some(isLater)) {
    return pulumi.output<Record<string, unknown>>(values).apply((known) => filled(template, known));
  }
  return filled(template, values);
}

function read(file: string): Template {
  if (typeof file !== "string" || file.includes("\0"))
    throw refusal("prompt() takes the path of a Markdown file as text, and was given something else.");
  const found = path.resolve(file);
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(found);
  } catch (error) {
    throw refusal(unreadable(file, found, error as NodeJS.ErrnoException));
  }
  // Bytes of another encoding would silently become other characters.
  if (!isUtf8(bytes)) throw refusal(`The prompt ${file} is not UTF-8 text. Save it as UTF-8.`);
  const source = bytes.toString("utf8");
  try {
    return parseTemplate(file, source);
  } catch (error) {
    throw refusal((error as Error).message);
  }
}

function unreadable(file: string, found: string, error: NodeJS.ErrnoException): string {
  if (error.code !== "ENOENT") return `The prompt ${file} cannot be read: ${error.message}`;
  const folder = path.dirname(found);
  const others = namesIn(folder);
  return `There is no prompt ${file}: looked for ${found}. Paths are relative to the program's folder.${didYouMean(path.basename(found), others)}`;
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function filled(template: Template, values: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(values).map(([name, value]): [string, string] => {
    if (isValue(value)) return [name, String(value)];
    throw refusal(
      `${template.file}: the value of {{${name}}} must be text, a number, or true or false, and is ${describe(value)}.`,
    );
  });
  return fill(template, new Map(texts));
}

function describe(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}
