/** Converts a live prompt to a file from which `prompt()` reproduces the same text. */
import { isDeepStrictEqual } from "node:util";
import { normal, placeholders } from "../../provider/facade.js";
import { firstFew, printable } from "../../provider/base/quoted.js";
import { trimmed } from "../../provider/base/trimmed.js";
import { fill, parseTemplate, problems } from "../../sdk/prompt-template.js";

export interface PromptFile {
  readonly source: string;
  /** The result of `prompt()`: the live text, or text that the service treats as equal. */
  readonly text: string;
  /** The variables that the file's front matter leaves to the service. */
  readonly variables: readonly string[];
}

/**
 * Undefined if the text contains characters that reorder or hide text, or if no file reproduces it. In both cases, the
 * program contains the prompt, with escape sequences.
 */
export function promptFile(live: string): PromptFile | undefined {
  if (hiddenIn(live).size > 0) return undefined;
  const variables = new Set<string>();
  const body = trimmed(live.replace(/\r\n/g, "\n")).replace(
    /(\\?)\{\{(?:([A-Za-z_][\w.-]*)\}\})?/g,
    (whole, slash: string, name: string | undefined) => {
      if (slash !== "" || name === undefined) return whole.replace("{{", "\\{{");
      variables.add(name);
      return whole;
    },
  );
  // Also declares escaped placeholders, because they look like variables in the sent text, which the checks see.
  for (const name of placeholders(body)) if (isDeclarable(name)) variables.add(name);
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

const isDeclarable = (name: string): boolean => name !== "__proto__";

/** Invisible characters that belong to the spelling of words in many scripts, and to emoji. */
const joiners =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** An emoji may contain characters that are invisible on their own. */
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");

/**
 * Invisible characters that do not reorder a line: marks of direction, which every Hebrew or Arabic prompt has, soft
 * hyphens, zero-width spaces and line separators. A file may contain them.
 */
const harmless = /[\u200B-\u200F\u00AD\uFEFF\u2028]/u;

/** How many lines of a prompt have invisible characters that its file keeps; undefined if none has. */
export function invisibleIn({ text }: PromptFile): { lines: number; characters: string } | undefined {
  const lines = text
    .replace(joiners, "")
    .replace(emoji, "")
    .split("\n")
    .filter((line) => harmless.test(line));
  if (lines.length === 0) return undefined;
  const found = new Set(lines.flatMap((line) => [...line].filter((one) => harmless.test(one))));
  return { lines: lines.length, characters: [...found].map(codePoint).sort().join(", ") };
}

/** The invisible characters of a prompt that no file should contain, each with the number of the first line that contains it. */
function hiddenIn(live: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const rest = live.replace(/\r\n/g, "\n").replace(joiners, "").replace(emoji, "");
  if (printable(rest) === rest) return found;
  for (const [index, line] of rest.split("\n").entries()) {
    for (const [at, character] of [...line].entries()) {
      // `prompt()` removes a byte order mark at the start of a file.
      const isKept = harmless.test(character) && !(index + at === 0 && character === "\uFEFF");
      if (printable(character) !== character && !isKept && !found.has(character))
        found.set(character, index + 1);
    }
  }
  return found;
}

/** Why `promptFile` returned no file. */
export function whyNoFile(live: string): string {
  const hidden = [...hiddenIn(live)].map(([character, line]) => `${codePoint(character)} on line ${line}`);
  if (hidden.length === 0) return "no file reproduces it exactly";
  return `it contains characters that a reader of a file would not see: ${firstFew(hidden, 5)}`;
}

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

/** Without front matter, `prompt()` would take dashes at the start of a prompt for front matter. */
function frontMatter(variables: readonly string[], hasRule: boolean): string {
  if (variables.length === 0 && !hasRule) return "";
  const line = `variables: [${variables.map(yamlName).join(", ")}]`;
  return `---\n${line.length <= 100 ? line : `variables:\n${variables.map((name) => `  - ${yamlName(name)}`).join("\n")}`}\n---\n\n`;
}

/** Quotes names that YAML would not treat as text. */
const yamlName = (name: string): string =>
  /^(null|true|false|yes|no|on|off|y|n)$/i.test(name) ? `"${name}"` : name;
