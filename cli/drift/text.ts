/** The report for people, at a terminal or in a log. */
import pc from "picocolors";
import type { Report, ReportedResource } from "./report.js";
import { type DiffLine, printable, shownField } from "./shown.js";

/** More of one kind are counted, not listed; --json lists them. */
const MOST_LISTED = 50;

export function asText(report: Report): string {
  const { drift, gone, notes, notReadable, untracked = [], errors } = report;
  const blocks = [
    ...drift.map((one) =>
      [pc.bold(heading(one)), ...one.fields.flatMap((field) => fieldLines(shownField(field)))].join("\n"),
    ),
    list("Gone from the service", gone.map(heading), pc.red),
    list(
      "Untracked: in the account, and managed by no resource of this stack",
      untracked.map(({ title, id, account }) => `${printable(title)}, id ${id}, in ${account}`),
      pc.yellow,
    ),
    list(
      "Notes",
      notes.map(({ text }) => printable(text)),
      pc.yellow,
    ),
    list(
      "Not readable, so not compared",
      notReadable.map((one) => `${heading(one)}: ${one.paths.join(", ")}`),
      pc.dim,
    ),
    list("Could not tell", grouped(errors), pc.red),
  ];
  return [...blocks.filter((block) => block !== ""), verdict(report)].join("\n\n");
}

export const heading = ({ title, name, id }: ReportedResource): string =>
  `${printable(title)} (${printable(name)})${id === undefined ? "" : `, id ${id}`}`;

function fieldLines(field: ReturnType<typeof shownField>): string[] {
  if ("secret" in field) return [`  ${field.path}: differs (secret)`];
  if (!("lines" in field)) return [`  ${field.path}: ${pc.red(field.declared)} → ${pc.green(field.live)}`];
  const colour: Record<DiffLine["sign"], (text: string) => string> = {
    "-": pc.red,
    "+": pc.green,
    "@": pc.dim,
    " ": (text) => text,
  };
  return [
    `  ${field.path}: ${pc.red("- declared")}, ${pc.green("+ in the service")}`,
    ...field.lines.map(({ sign, text }) => colour[sign](`    ${sign} ${text}`)),
  ];
}

function list(title: string, lines: readonly string[], colour: (text: string) => string): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, MOST_LISTED);
  const left = lines.length - shown.length;
  return [
    colour(`${title}:`),
    ...shown.map((line) => `  ${line.replaceAll("\n", "\n  ")}`),
    ...(left > 0 ? [`  and ${left} more; --json lists them`] : []),
  ].join("\n");
}

/** One reason often stands for many resources. */
export function grouped(errors: Report["errors"]): string[] {
  const names = new Map<string, string[]>();
  for (const { text, kind, name } of errors) {
    const those = names.get(text) ?? [];
    names.set(text, those);
    if (kind !== undefined && name !== undefined) those.push(`${kind} ${name}`);
  }
  return [...names].map(([text, those]) => {
    const some = those.slice(0, 3).join(", ");
    const left = those.length > 3 ? ` and ${those.length - 3} more` : "";
    return printable(some === "" ? text : `${some}${left}: ${text}`);
  });
}

export function verdict({ stack, compared, drift, gone, untracked, errors, outcome }: Report): string {
  const counts = [
    drift.length > 0 && `${drift.length} differ${drift.length === 1 ? "s" : ""}`,
    gone.length > 0 && `${gone.length} ${gone.length === 1 ? "is" : "are"} gone`,
    untracked && untracked.length > 0 && `${untracked.length} untracked`,
  ].filter((one) => one !== false && one !== undefined);
  const those = `Stack ${stack}, ${compared} resource${compared === 1 ? "" : "s"} compared: `;
  if (outcome === "no drift") return `${those}no drift.`;
  if (outcome === "drift") return `${those}${counts.join(", ")}.`;
  const found = counts.length > 0 ? `${counts.join(", ")}, and ` : "";
  const failed = new Set(errors.map(({ urn }) => urn ?? "")).size;
  return `${those}${found}could not tell about ${errors.some(({ urn }) => urn === undefined) ? "everything" : `${failed} more`}.`;
}
