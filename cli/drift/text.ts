/** The report for people, at a terminal or in a log. */
import pc from "picocolors";
import type { Report, ReportedResource } from "./report.js";
import { printable } from "../../provider/quoted.js";
import { type DiffLine, shownField } from "./shown.js";

/** The most entries of one kind in the list. Others are only counted; `--json` lists all. */
const MOST_LISTED = 50;

/** The most names of resources that failed for one reason. */
const MOST_NAMED = 10;

export function asText(report: Report): string {
  const { drift, gone, notes, notReadable, untracked = [], errors } = report;
  const blocks = [
    ...drift.map((one) =>
      [pc.bold(heading(one)), ...one.fields.flatMap((field) => fieldLines(shownField(field)))].join("\n"),
    ),
    list("Gone from the service", gone.map(heading), pc.red),
    list(
      "Untracked: in the account, and managed by no resource of this stack",
      untracked.map(({ title, id, account }) => printable(`${title}, id ${id}, in ${account}`)),
      pc.yellow,
    ),
    list(
      "Notes",
      notes.map(({ text }) => printable(text)),
      pc.yellow,
    ),
    list(
      "Not readable, so not compared",
      notReadable.map((one) => `${heading(one)}: ${printable(one.paths.join(", "))}`),
      pc.dim,
    ),
    list("Could not tell", grouped(errors), pc.red),
  ];
  return [...blocks.filter((block) => block !== ""), verdict(report)].join("\n\n");
}

export const heading = ({ title, name, id }: ReportedResource): string =>
  printable(`${title} (${name})${id === undefined ? "" : `, id ${id}`}`);

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

/** Many resources often fail for one reason that includes their name. It is reported once, with all names. */
export function grouped(errors: Report["errors"]): string[] {
  const groups = new Map<string, Report["errors"]>();
  for (const error of errors) groups.set(reason(error), [...(groups.get(reason(error)) ?? []), error]);
  return [...groups.values()].map(told).sort();
}

function told(those: Report["errors"]): string {
  // The part of the sentence that all of them share.
  const text = [({ text }: Failure) => text, unnamed, reason]
    .map((part) => new Set(those.map(part)))
    .find(({ size }) => size === 1)!
    .values()
    .next().value!;
  const names = those
    .flatMap(({ kind, name }) => (kind === undefined || name === undefined ? [] : [`${kind} ${name}`]))
    .sort();
  const left = names.length - MOST_NAMED;
  const more = left > 0 ? ` and ${left} more` : "";
  return printable(names.length === 0 ? text : `${names.slice(0, MOST_NAMED).join(", ")}${more}: ${text}`);
}

type Failure = Report["errors"][number];

/** Removes the name of the resource. */
const unnamed = ({ text, kind }: Failure): string =>
  kind === undefined ? text : text.replace(new RegExp(`^read ${kind} .*?\\(id [^)]*\\): `), "");

/** Removes the request too. */
const reason = (failure: Failure): string =>
  unnamed(failure).replace(/^(?:list [a-z ]+|get the record): /, "");

export function verdict({ stack, compared, drift, gone, untracked, errors, outcome }: Report): string {
  const counts = [
    drift.length > 0 && `${drift.length} differ${drift.length === 1 ? "s" : ""}`,
    gone.length > 0 && `${gone.length} ${gone.length === 1 ? "is" : "are"} gone`,
    untracked && untracked.length > 0 && `${untracked.length} untracked`,
  ].filter((one) => one !== false && one !== undefined);
  const those = `Stack ${printable(stack)}, ${compared} resource${compared === 1 ? "" : "s"} compared: `;
  if (outcome === "no drift") return `${those}no drift.`;
  if (outcome === "drift") return `${those}${counts.join(", ")}.`;
  const found = counts.length > 0 ? `${counts.join(", ")}, and ` : "";
  const failed = new Set(errors.map(({ urn }) => urn ?? "")).size;
  return `${those}${found}could not tell ${errors.some(({ urn }) => urn === undefined) ? "everything" : `about ${failed} more`}.`;
}
