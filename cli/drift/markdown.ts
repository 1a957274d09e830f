/** The report as a GitHub comment: collapsible sections, within the size limit of comments. */
import { blocksOf } from "./blocks.js";
import type { Report } from "./report.js";
import { printable } from "../../provider/base/quoted.js";
import { mayBeToken } from "../base/path-token.js";
import { stackOption } from "../base/shell.js";
import type { ShownField } from "./shown.js";
import { listsOf, nextStep, verdict } from "./text.js";

/** GitHub allows 65,536 characters. The difference is for lines that workflows add. */
export const MOST_CHARACTERS = 59_000;

/** The limit for one code block, so that a long prompt leaves room for other resources. */
const MOST_OF_ONE = 8_000;
const MOST_LISTED = 100;

export const SIGNS = { "no drift": "✅", drift: "⚠️", "could not tell": "❌" } as const;

/**
 * @param stack the stack given with `--stack`; suggested commands name it
 * @param folder the folder given with `--cwd`; suggested commands name it
 */
export function asMarkdown(report: Report, stack?: string, folder?: string): string {
  const title = `### ${SIGNS[report.outcome]} Voice assistants: ${report.outcome}\n\n${[verdict(report), ...nextStep(report, stack, folder)].join("\n\n")}\n`;
  return fitted(title, sectionsOf(report), `voicecall drift${stackOption(stack, folder)}`);
}

/** A collapsible section for each resource with drift, and for each other type of finding. */
export function sectionsOf(report: Report): readonly string[] {
  const { errors, gone, undeclared, notes, untracked, notReadable } = listsOf(report);
  return [
    listSection(...errors, true),
    listSection(...gone, true),
    ...blocksOf(report).map(({ title, fields }) =>
      diffSection(title, ["last applied", "in the service"], fields),
    ),
    listSection(...undeclared),
    listSection(...notes),
    listSection(...untracked),
    listSection(...notReadable),
  ].filter((section) => section !== "");
}

/** Adds each section that still fits. A last line counts the others, and names the command that shows them. */
export function fitted(title: string, sections: readonly string[], command: string): string {
  let text = title;
  let left = 0;
  for (const section of sections) {
    if (text.length + section.length + 1 <= MOST_CHARACTERS) text += `\n${section}`;
    else left += 1;
  }
  if (left === 0) return text;
  return `${text}\n**${left} section${left === 1 ? " is" : "s are"} left out here for length.** \`${command}\` shows all sections.\n`;
}

/** The fields of one resource as a diff, with header lines as in git. */
export function diffSection(
  title: string,
  [before, after]: readonly [string, string],
  fields: readonly ShownField[],
): string {
  const legend = fields.every((field) => "text" in field) ? [] : [`--- ${before}`, `+++ ${after}`];
  return details(inCode(title), fenced([...legend, ...fields.flatMap(fieldLines)]));
}

function fieldLines(formatted: ShownField): string[] {
  if ("text" in formatted) return [`! ${formatted.path}: ${formatted.text}`];
  if (!("lines" in formatted))
    return [`  ${formatted.path}:`, `- ${formatted.declared}`, `+ ${formatted.live}`];
  return [
    `  ${formatted.path}:`,
    ...formatted.lines.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : `${sign} ${text}`)),
  ];
}

export function listSection(
  title: string,
  lines: readonly string[],
  open = false,
  count = lines.length,
): string {
  if (lines.length === 0) return "";
  const listed = lines.slice(0, MOST_LISTED);
  const left = lines.length - listed.length;
  const items = [...listed, ...(left > 0 ? [`and ${left} more; --json lists them`] : [])];
  return details(`${title} (${count})`, fenced(items, ""), open);
}

export const details = (summary: string, body: string, open = false): string =>
  `<details${open ? " open" : ""}><summary>${summary}</summary>\n\n${body}\n\n</details>\n`;

/** Hides the parts of URLs that may be credentials, because a GitHub comment has more readers than a terminal. */
const withoutUrlCredentials = (text: string): string =>
  text
    .replace(/(https?:\/\/)[^\s/?#"<>]+@/gi, "$1[hidden]@")
    .replace(/(https?:\/\/[^\s?"<>]+\?)[^\s#"<>]+/gi, "$1[hidden]")
    .replace(/(https?:\/\/[^\s/?#"<>]+)(\/[^\s?#"<>]*)/gi, (_, host: string, path: string) => {
      const segments = path.split("/").map((segment) => (mayBeToken(segment) ? "[hidden]" : segment));
      return host + segments.join("/");
    });

/** The fence is longer than any row of backticks in the text, so that no text becomes markup or a mention. */
export function fenced(lines: readonly string[], language = "diff", shortened = withoutEnd): string {
  const text = shortened(printable(withoutUrlCredentials(lines.join("\n"))));
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function withoutEnd(text: string): string {
  if (text.length <= MOST_OF_ONE) return text;
  const end = text.lastIndexOf("\n", MOST_OF_ONE);
  return `${text.slice(0, end > 0 ? end : MOST_OF_ONE)}\n… left out for length; the voicecall command prints everything with --json`;
}

/**
 * Formats text as an HTML `<code>` element. Names and errors from the program or the service must not become markup,
 * links or mentions. GitHub parses Markdown even inside `<code>`, and a pipe would end a table cell.
 */
export const inCode = (text: string): string =>
  `<code>${printable(withoutUrlCredentials(text))
    .replace(/\s+/g, " ")
    .replace(
      /[&<>"\\`*_~[\]|$]|:(?=\/\/)|(?<=www)\./gi,
      (character) => `&#${character.charCodeAt(0)};`,
    )}</code>`;
