/** The report as a GitHub comment: collapsible sections, within the size limit of comments. */
import type { Report } from "./report.js";
import { printable } from "../../provider/base/quoted.js";
import { mayBeToken } from "../base/path-token.js";
import { stackOption } from "../base/shell.js";
import { shownField } from "./shown.js";
import { grouped, heading, nextStep, verdict } from "./text.js";

/** GitHub allows 65,536 characters. The difference is for lines that workflows add. */
export const MOST_CHARACTERS = 59_000;

/** The limit for one code block, so that a long prompt leaves room for other resources. */
const MOST_OF_ONE = 8_000;
const MOST_LISTED = 100;

export const SIGNS = { "no drift": "✅", drift: "⚠️", "could not tell": "❌" } as const;

type Drifted = Report["drift"][number];

/**
 * @param stack the stack given with `--stack`; suggested commands name it
 * @param folder the folder given with `--cwd`; suggested commands name it
 */
export function asMarkdown(report: Report, stack?: string, folder?: string): string {
  const title = `### ${SIGNS[report.outcome]} Voice assistants: ${report.outcome}\n\n${[verdict(report), ...nextStep(report, stack, folder)].join("\n\n")}\n`;
  return fitted(title, sectionsOf(report), `voicecall drift${stackOption(stack, folder)}`);
}

/** A collapsible section for each resource with drift, and for each other type of finding. */
export function sectionsOf({
  drift,
  gone,
  notes,
  notReadable,
  untracked = [],
  errors,
}: Report): readonly string[] {
  return [
    list("Could not tell", grouped(errors), true),
    list("Gone from the service", gone.map(heading), true),
    ...drift.map((one) =>
      details(inCode(heading(one)), fenced([...legend(one), ...one.fields.flatMap(fieldLines)])),
    ),
    list(
      "Notes",
      notes.map(({ text }) => text),
    ),
    list(
      "Untracked: in the account, but not managed by this stack",
      untracked.map((one) => `${one.title}, id ${one.id}, in ${one.account}`),
    ),
    list(
      "Not readable, so not compared",
      notReadable.map((one) => `${heading(one)}: ${one.paths.join(", ")}`),
    ),
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

/** The header lines of a diff, as in git. */
const legend = ({ fields }: Drifted): string[] =>
  fields.every(({ secret }) => secret) ? [] : ["--- last applied", "+++ in the service"];

function fieldLines(field: Drifted["fields"][number]): string[] {
  const formatted = shownField(field);
  if ("text" in formatted) return [`! ${formatted.path}: ${formatted.text}`];
  if (!("lines" in formatted))
    return [`  ${formatted.path}:`, `- ${formatted.declared}`, `+ ${formatted.live}`];
  return [
    `  ${formatted.path}:`,
    ...formatted.lines.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : `${sign} ${text}`)),
  ];
}

export function list(title: string, lines: readonly string[], open = false): string {
  if (lines.length === 0) return "";
  const listed = lines.slice(0, MOST_LISTED);
  const left = lines.length - listed.length;
  const items = [...listed, ...(left > 0 ? [`and ${left} more; voicecall drift --json lists them`] : [])];
  return details(`${title} (${lines.length})`, fenced(items, ""), open);
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
function fenced(lines: readonly string[], language = "diff"): string {
  let text = printable(withoutUrlCredentials(lines.join("\n")));
  if (text.length > MOST_OF_ONE) {
    const end = text.lastIndexOf("\n", MOST_OF_ONE);
    text = `${text.slice(0, end > 0 ? end : MOST_OF_ONE)}\n… left out for length; the voicecall command prints everything with --json`;
  }
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
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
