/** The report for people, at a terminal or in a log. */
import pc from "picocolors";
import { blocksOf, heading } from "./blocks.js";
import type { Report } from "./report.js";
import { counted, firstFew, printable, withVisibleSpaces } from "../../provider/base/quoted.js";
import { groupsOf } from "../../provider/base/grouped.js";
import { stackOption } from "../base/shell.js";
import type { DiffLine, ShownField } from "./shown.js";

/** The maximum number of entries per list. `--json` prints all. */
const MOST_LISTED = 50;

/** If several resources failed for the same reason, the maximum number of them to name. */
const MOST_NAMED = 10;

/**
 * @param stack the stack given with `--stack`; suggested commands name it
 * @param folder the folder of the program, if suggested commands must name it
 */
export function asText(report: Report, stack?: string, folder?: string): string {
  const { errors, gone, untracked, undeclared, notes, notReadable } = listsOf(report);
  const blocks = [
    ...blocksOf(report).map(({ title, fields }) =>
      [pc.bold(title), ...legend(fields), ...fields.flatMap(fieldLines)].join("\n"),
    ),
    list(...gone, pc.red),
    list(...untracked, pc.yellow),
    list(...undeclared, pc.yellow),
    list(...notes, pc.yellow),
    list(...notReadable, pc.dim),
    list(...errors, pc.red),
  ];
  const end = [verdict(report), ...nextStep(report, stack, folder)].join("\n");
  return [...blocks.filter((block) => block !== ""), end].join("\n\n");
}

type List = readonly [title: string, lines: readonly string[]];

/** All findings but the differences: each list with its title and a line per finding. */
export function listsOf({ gone, notes, notReadable, untracked = [], undeclared = [], errors }: Report) {
  return {
    errors: ["Could not tell", grouped(errors)],
    gone: ["Gone from the service", gone.map(heading)],
    undeclared: [
      "Not declared, and not the service's default. To declare it, add the line to the resource",
      undeclared.flatMap((one) =>
        one.fields.map(({ path, line }) => {
          const [property, key] = path.split(".");
          return `${heading(one)}${key === undefined ? "" : `, in ${property}`}: ${printable(line)}`;
        }),
      ),
    ],
    notes: ["Notes", notes.map(({ text }) => printable(text))],
    untracked: [
      "Untracked: in the account, but not managed by this stack",
      untracked.map(({ title, id, account }) => printable(`${title}, id ${id}, in ${account}`)),
    ],
    notReadable: [
      "Not readable, so not compared",
      notReadable.map((one) => `${heading(one)}: ${withVisibleSpaces(one.paths.join(", "))}`),
    ],
  } satisfies Record<string, List>;
}

/** Says which two values are shown, because the program may have changed since the last apply. */
function legend(fields: readonly ShownField[]): string[] {
  if (fields.some((field) => "lines" in field))
    return [`  ${pc.red("- last applied")}, ${pc.green("+ in the service")}`];
  if (fields.every((field) => "text" in field)) return [];
  return [`  ${pc.red("last applied")} → ${pc.green("in the service")}`];
}

export function fieldLines(field: ShownField): string[] {
  if ("text" in field) return [`  ${field.path}: ${field.text}`];
  if (!("lines" in field)) return [`  ${field.path}: ${pc.red(field.declared)} → ${pc.green(field.live)}`];
  const colour: Record<DiffLine["sign"], (text: string) => string> = {
    "-": pc.red,
    "+": pc.green,
    "@": pc.dim,
    " ": (text) => text,
  };
  return [`  ${field.path}:`, ...field.lines.map(({ sign, text }) => colour[sign](`    ${sign} ${text}`))];
}

export function list(title: string, lines: readonly string[], colour: (text: string) => string): string {
  if (lines.length === 0) return "";
  const listed = lines.slice(0, MOST_LISTED);
  const omitted = lines.length - listed.length;
  return [
    colour(`${title}:`),
    ...listed.map((line) => `  ${line.replaceAll("\n", "\n  ")}`),
    ...(omitted > 0 ? [`  and ${omitted} more; --json lists them`] : []),
  ].join("\n");
}

/** Groups errors by reason, because many resources often fail for the same reason. */
export function grouped(errors: Report["errors"]): string[] {
  return groupsOf(errors, reasonOf).map(asOne).sort();
}

function asOne(errors: Report["errors"]): string {
  // The longest text that all errors share.
  const text = [({ text }: ReportedError) => text, requestAndReason, reasonOf]
    .map((part) => new Set(errors.map(part)))
    .find(({ size }) => size === 1)!
    .values()
    .next().value!;
  const names = errors
    .flatMap(({ kind, name }) => (kind === undefined || name === undefined ? [] : [`${kind} ${name}`]))
    .sort();
  return printable(names.length === 0 ? text : `${firstFew(names, MOST_NAMED)}: ${text}`);
}

type ReportedError = Report["errors"][number];

const reasonOf = ({ text, reason = text }: ReportedError): string => reason;

const requestAndReason = ({ text, request, reason = text }: ReportedError): string =>
  request === undefined ? reason : `${request}: ${reason}`;

/** What to do next. Empty if there is nothing to restore. */
export function nextStep({ drift, gone }: Report, stack?: string, folder?: string): string[] {
  if (drift.length + gone.length === 0) return [];
  const on = stackOption(stack, folder);
  const keepChange = `To keep manual changes, run \`npx voicecall pull${on}\`, all or by name.`;
  const leaveDeleted = "To leave an object deleted, remove its resource from the program.";
  const parts = [
    ...(drift.length > 0 ? [keepChange] : []),
    ...(gone.length > 0 ? [leaveDeleted] : []),
    `Then \`pulumi up --refresh${on} --target '**::NAME'\` restores what the program declares for one resource, and without --target, for all.`,
  ];
  return [parts.join(" ")];
}

export const verdict = (report: Report): string => `Stack ${printable(report.stack)}, ${summary(report)}`;

/** The verdict without the name of the stack. */
export function summary(report: Report): string {
  const { compared, drift, gone, untracked, undeclared, errors, outcome } = report;
  const counts = [
    drift.length > 0 && `${drift.length} differ${drift.length === 1 ? "s" : ""}`,
    gone.length > 0 && `${gone.length} ${gone.length === 1 ? "is" : "are"} gone`,
    untracked && untracked.length > 0 && `${untracked.length} untracked`,
    undeclared && undeclared.length > 0 && `${undeclared.length} with undeclared values`,
    // After a failure, there may be untracked objects that were not read.
    untracked?.length === 0 && outcome !== "could not tell" && "nothing untracked",
    undeclared?.length === 0 && outcome !== "could not tell" && "nothing undeclared",
  ].filter((one) => one !== false && one !== undefined);
  const intro = `${counted(compared, "resource")} compared: `;
  if (outcome === "no drift") return `${intro}${["no drift", ...counts].join(", ")}.`;
  if (outcome === "drift") return `${intro}${counts.join(", ")}.`;
  const found = counts.length > 0 ? `${counts.join(", ")}, and ` : "";
  const failed = new Set(errors.map(({ urn }) => urn ?? "")).size;
  return `${intro}${found}could not tell ${errors.some(({ urn }) => urn === undefined) ? `whether anything${found === "" ? "" : " else"} has drifted` : `about ${failed} more`}.`;
}
