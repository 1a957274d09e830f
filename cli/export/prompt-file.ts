/** A live prompt as a file of which `prompt()` makes the same text again. */
import { isDeepStrictEqual } from "node:util";
import { normal } from "../../provider/facade.js";
import { printable } from "../../provider/quoted.js";
import { fill, parseTemplate, problems } from "../../sdk/prompt-template.js";

export interface PromptFile {
  /** What the file holds. */
  readonly source: string;
  /** What `prompt()` makes of it: the live text, as the service's equivalences allow. */
  readonly text: string;
  /** What front matter leaves to the service. */
  readonly variables: readonly string[];
}

/**
 * Undefined when no file gives that text back, as with a carriage return in an odd place, and when it holds what nobody
 * would see in a file: in the program that is spelled out.
 */
export function promptFile(live: string): PromptFile | undefined {
  if (hidesSomething(live)) return undefined;
  const variables = new Set<string>();
  const body = live
    .replace(/\r\n/g, "\n")
    .trim()
    .replace(/(\\?)\{\{(?:([A-Za-z_][\w.-]*)\}\})?/g, (whole, slash: string, name: string | undefined) => {
      if (slash !== "" || name === undefined) return whole.replace("{{", "\\{{");
      variables.add(name);
      return whole;
    });
  const source = `${frontMatter([...variables], body.startsWith("---"))}${body}\n`;
  try {
    const template = parseTemplate("prompt", source);
    const text = fill(template, new Map());
    const isFaithful = problems(template, [], false).length === 0;
    return isFaithful && isDeepStrictEqual(normal(text), normal(live))
      ? { source, text, variables: [...variables] }
      : undefined;
  } catch {
    return undefined;
  }
}

/** One may be made of parts that are unseen by themselves. */
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");

function hidesSomething(text: string): boolean {
  const rest = text.replace(/\r\n/g, "\n").replace(emoji, "");
  return printable(rest) !== rest;
}

/** A prompt that begins with a rule of dashes would be taken for front matter, hence an empty one before it. */
function frontMatter(variables: readonly string[], hasRule: boolean): string {
  if (variables.length === 0 && !hasRule) return "";
  const line = `variables: [${variables.map(yamlName).join(", ")}]`;
  return `---\n${line.length <= 100 ? line : `variables:\n${variables.map((name) => `  - ${yamlName(name)}`).join("\n")}`}\n---\n\n`;
}

/** Words that YAML takes for something else. */
const yamlName = (name: string): string =>
  /^(null|true|false|yes|no|on|off|y|n)$/i.test(name) ? `"${name}"` : name;
