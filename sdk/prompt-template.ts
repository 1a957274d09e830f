import { isScalar, visit } from "yaml";
import { conflictLine } from "../provider/base/lines.js";
import { quoted, yamlReason } from "../provider/base/quoted.js";
import { closest, didYouMean } from "../provider/base/suggest.js";
import { andContains, trimmed } from "../provider/base/trimmed.js";
import { parsedYaml } from "./yaml-data.js";

/** The text of a prompt, split at its variables. */
export interface Template {
  /** The path as written in the program, for errors. */
  readonly file: string;
  /** The number of the line after the front matter. */
  readonly firstLine: number;
  readonly parts: readonly (string | Variable)[];
  /** The variables in the front matter, with default values. Null if the service fills in the value during the call. */
  readonly declared: ReadonlyMap<string, string | null>;
}

export interface Variable {
  readonly name: string;
  readonly line: number;
}

/**
 * @param isAssistant whether the front matter has the properties of an assistant, whose `variables` the service fills in
 * @throws Error that names the file and, for a wrong placeholder, the line
 */
export function parseTemplate(file: string, source: string, isAssistant = false): Template {
  const text = withoutMarks(source);
  const at = conflictLine(text);
  if (at !== undefined)
    throw new Error(`${file}:${at}: a conflict is not resolved. Keep the right lines, and remove the marks.`);
  const { content, data } = frontMatter(file, text);
  if (trimmed(content) === "") throw new Error(`${file} contains no prompt.`);
  const firstLine = 1 + lineEnds(text.slice(0, text.length - content.length));
  const declared = isAssistant ? ofAssistant(file, data) : declaredVariables(file, data);
  return { file, firstLine, parts: cut(file, content, firstLine), declared };
}

/** The text of a file without a byte order mark, and with LF line ends. */
export const withoutMarks = (source: string): string =>
  source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");

/** The trimmed text with variables replaced by values. A variable without a value stays as `{{name}}`. */
export function fill(template: Template, values: ReadonlyMap<string, string>): string {
  const filled = template.parts.map((part) =>
    typeof part === "string" ? part : (valueOf(template, part.name, values) ?? `{{${part.name}}}`),
  );
  // A value may come from another file, such as one that a checkout on Windows has written with CRLF.
  return trimmed(filled.join("").replaceAll("\r\n", "\n"));
}

/** Undefined if the service fills in the variable. */
export const valueOf = (
  { declared }: Template,
  name: string,
  values: ReadonlyMap<string, string>,
): string | undefined => values.get(name) ?? declared.get(name) ?? undefined;

/** Messages about mismatches between the prompt and the names that the program passes. */
export function problems(template: Template, passed: readonly string[], allowUnused: boolean): string[] {
  const { file, declared } = template;
  const used = template.parts.filter((part) => typeof part !== "string");
  const names = used.map(({ name }) => name);
  const known = [...passed, ...declared.keys()];
  const unused = passed.filter((name) => !allowUnused && !names.includes(name));
  const explained = new Set<string>();
  const undeclaredLines = used
    .filter(({ name }) => !known.includes(name))
    .map(({ name, line }) => {
      const place = `${file}:${line}: {{${name}}} is not declared`;
      const [near] = closest(name, unused);
      if (near !== undefined) {
        explained.add(near);
        return `${place}. Did you mean ${quoted(near)}, which the program passes and the prompt never uses?`;
      }
      return `${place}: pass its value to prompt(), or list it under "variables" in the front matter if the service fills it in.${didYouMean(name, known)}`;
    });
  const unusedLines = unused
    .filter((name) => !explained.has(name))
    .map((name) => `${file} never uses {{${name}}}, which the program passes.${didYouMean(name, names)}`);
  return [...undeclaredLines, ...unusedLines];
}

export const FRONT_MATTER = /^---(?!-)[ \t]*(?<language>.*)\n(?<matter>(?:.*\n)*?)---[ \t]*(?:\n|$)/;

function frontMatter(file: string, text: string): { content: string; data: Record<string, unknown> } {
  if (!/^---(?!-)/.test(text)) {
    // The service would get it as part of the prompt.
    if (/^---[ \t]*\n/.test(trimmed(text)) || /^[^\p{L}\p{N}]*\n[^\p{L}\p{N}]*variables\s*[:=]/u.test(text))
      throw new Error(`${file}: the front matter must begin in line 1, with "---". Remove what is above it.`);
    return { content: text, data: {} };
  }
  const found = FRONT_MATTER.exec(text);
  if (!found)
    throw new Error(
      `${file}: the front matter is not closed: after the properties, before the prompt, add a line "---".`,
    );
  const { language = "", matter = "" } = found.groups!;
  try {
    if (!/^(yaml|json)?$/i.test(language.trim())) throw new Error("only YAML and JSON are supported");
    // Also parses JSON front matter, because YAML includes JSON.
    // Errors then have the lines of the file.
    const data: unknown = parsed(`\n${matter}`) ?? {};
    if (typeof data !== "object" || Array.isArray(data))
      throw new Error("it must consist of keys and values");
    return { content: text.slice(found[0].length), data: data as Record<string, unknown> };
  } catch (error) {
    const contains = andContains(matter);
    const [words = ""] = /^Missing closing|^\w+/.exec((error as Error).message) ?? [];
    const advice = contains
      ? "Write an ordinary space, or delete it."
      : (ADVICE[words] ?? "Put a text with a colon, quotes, braces, &, ! or # in straight double quotes.");
    throw new Error(`${file}: the front matter cannot be parsed: ${yamlReason(error)}${contains}. ${advice}`);
  }
}

/** By the first words of the YAML library's message. */
const ADVICE: Readonly<Record<string, string>> = {
  Map: "The property is there twice: remove one of the two lines.",
  "Missing closing": "A text above this line begins with a quote: end it with the same quote.",
  Implicit:
    "Write each property as name, colon, space and value, on one line, and each item of a list after a hyphen and a space.",
  Tabs: "Use spaces instead of the tab.",
};

/** Numbers become text as written: a number would lose the + or the zeros of a phone number. */
function parsed(matter: string): unknown {
  const { document, error } = parsedYaml(matter, true);
  if (error) throw error;
  visit(document, {
    Pair: (_key, { key, value }) => {
      // YAML takes a no-break space before a key for a part of it.
      if (isScalar(key) && typeof key.value === "string" && trimmed(key.value) !== key.value)
        throw new Error(`the key ${quoted(trimmed(key.value))} is misread`);
      if (isScalar(value) && Number.isFinite(value.value)) value.value = value.source;
    },
  });
  return document.toJS();
}

/** The service fills in the variables of an assistant, whose names may be any text. */
function ofAssistant(file: string, data: Record<string, unknown>): Map<string, null> {
  const { variables } = data;
  const names =
    typeof variables === "object" && variables !== null && !Array.isArray(variables)
      ? Object.keys(variables).filter(isName)
      : declaredVariables(file, data).keys();
  return new Map([...names].map((name) => [name, null]));
}

function declaredVariables(file: string, data: Record<string, unknown>): Map<string, string | null> {
  const invalid = (what: string) =>
    new Error(
      `${file}: "variables" in the front matter ${what}. Write a list of the names that the service fills in, or names with their default values.`,
    );
  const declarations = data["variables"] ?? [];
  if (typeof declarations !== "object")
    throw invalid(`is neither a list nor names with values${andContains(JSON.stringify(declarations))}`);
  const pairs: [unknown, unknown][] = Array.isArray(declarations)
    ? declarations.map((name: unknown) => [name, null])
    : Object.entries(declarations);
  return new Map(
    pairs.map(([name, value]): [string, string | null] => {
      if (typeof name !== "string" || !isName(name))
        throw invalid(
          `contains ${typeof name === "string" ? quoted(name) : isValue(name) ? String(name) : "an empty or nested item"}, which is not a name`,
        );
      if (value === null) return [name, null];
      if (!isValue(value))
        throw invalid(`sets "${name}" to a value that is not text, a number, true or false`);
      return [name, String(value)];
    }),
  );
}

function cut(file: string, content: string, firstLine: number): (string | Variable)[] {
  const parts: (string | Variable)[] = [];
  let end = 0;
  for (const match of content.matchAll(/\\\{\{|\{\{([^{}\n]*)(\}\}|\}|$|\n)?/gm)) {
    const [whole, inside, closing] = match;
    const line = firstLine + lineEnds(content.slice(0, match.index));
    parts.push(content.slice(end, match.index));
    end = match.index + whole.length;
    if (inside === undefined) {
      parts.push("{{");
      continue;
    }
    const name = inside.trim();
    if (closing !== "}}" || !isName(name)) {
      const why =
        closing !== "}}"
          ? "is not closed by }}"
          : `does not contain a variable's name${andContains(name)}: a letter or "_", then letters, digits, "_", "." and "-"`;
      throw new Error(`${file}:${line}: "{{${inside}" ${why}. To write a literal {{, use \\{{.`);
    }
    parts.push({ name, line });
  }
  return [...parts, content.slice(end)];
}

/** Rejects `__proto__`, because Pulumi's outputs lose a value with that key. */
const isName = (text: string): boolean => /^[A-Za-z_][\w.-]*$/.test(text) && text !== "__proto__";

/** Whether a prompt can contain the value. */
export function isValue(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

const lineEnds = (text: string): number => text.split("\n").length - 1;
