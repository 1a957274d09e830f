/** The report for people, and as the text of a pull request. */
import pc from "picocolors";
import { counted, printable, withVisibleSpaces } from "../../provider/base/quoted.js";
import { groupsOf } from "../../provider/base/grouped.js";
import { heading, titles } from "../drift/blocks.js";
import { fitted, listSection } from "../drift/markdown.js";
import { shownField } from "../drift/shown.js";
import { fieldLines, grouped, list } from "../drift/text.js";
import type { NewObjects } from "./new-objects.js";
import type { Left, Pulled, PulledValue } from "./report.js";

/** Longer values are cut. `--json` has all of them. */
const LONGEST = 300;

/** @param option names the stack in advised commands */
export function asText(report: Pulled, isDry: boolean, option: string): string {
  const { pulled, conflicts } = report;
  const read = conflicts.length > 0 ? "Resolve the marked lines" : "Read the changes with `git diff`";
  const isWritten = pulled.length + conflicts.length > 0 && !isDry;
  const next = isWritten ? ` ${read}, then run \`pulumi preview${option}\`.` : "";
  const blocks = lists(report, isDry, option).map(([title, lines, colour]) => list(title, lines, colour));
  return [...blocks, verdict(report) + (isDry ? " Nothing was written." : next)].filter(Boolean).join("\n\n");
}

export function asMarkdown(report: Pulled, option: string): string {
  const sections = lists(report, false, option).map(([title, lines]) => listSection(title, lines, true));
  return fitted(`${verdict(report)}\n`, sections.filter(Boolean), `voicecall pull --dry-run${option}`);
}

type List = readonly [title: string, lines: readonly string[], colour: (text: string) => string];

function lists(report: Pulled, isDry: boolean, option: string): readonly List[] {
  const { pulled, conflicts, left, merged, gone, errors } = report;
  const restore = `restore it with \`pulumi up --refresh${option} --target '**::NAME'\``;
  return [
    [isDry ? "Would change" : "Changed", lines(pulled), pc.green],
    ["Conflicts, marked in the file", lines(conflicts), pc.red],
    ["Left to you", lines(left), pc.yellow],
    ["Merged before: the next `pulumi up` overwrites the value of the service", lines(merged), pc.green],
    [`Gone from the service: remove the resource, or ${restore}`, gone.map(heading), pc.yellow],
    ["Could not tell", grouped(errors), pc.red],
  ];
}

function verdict({ stack, pulled, conflicts, left, merged, outcome }: Pulled): string {
  const intro = `Stack ${printable(stack)}: `;
  if (outcome === "nothing to pull")
    return intro + (merged.length > 0 ? "nothing more to pull." : "the program says what the service holds.");
  return `${intro}${counted(pulled.length, "value")} pulled, ${counted(conflicts.length, "conflict")}, ${left.length} left.`;
}

/** What is the same for several resources is shown once. */
const lines = (values: readonly (PulledValue | Left)[]): string[] =>
  groupsOf(values, ({ kind, path, ...one }) =>
    JSON.stringify([kind, path, { ...one, urn: 0, name: 0, title: 0, id: 0, changedAt: 0 }]),
  ).map(line);

function line(group: readonly (PulledValue | Left)[]): string {
  const [one] = group as [PulledValue | Left];
  const title = group.length > 1 ? titles(group).join(", ") : heading(one);
  const place = one.file === undefined ? "" : `: ${one.file}${one.line === undefined ? "" : `:${one.line}`}`;
  const path = withVisibleSpaces(one.path);
  const text = printable(`${title}: ${path}${place}${one.note === undefined ? "" : ` (${one.note})`}`);
  return "why" in one ? [text, `  ${printable(one.why)}${inService(one)}`].join("\n") : text;
}

/** Of a text of several lines, only those that differ. */
function inService({ path, value, declared }: Left): string {
  if (value === undefined) return "";
  if (typeof value === "string" && typeof declared === "string" && value.includes("\n"))
    return [".", ...fieldLines(shownField({ path, declared, live: value }))].join("\n");
  const text = JSON.stringify(value);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (--json has all of it)` : text;
  return `. The service has ${printable(shown)}`;
}

/** The report of `--untracked`. */
export function newObjectsText(report: NewObjects, isDry: boolean, option: string): string {
  const { stack, added, left, config, notes, errors } = report;
  const objects = added.map(({ title, id, files }) => `${title}, id ${id}: ${files.join(", ")}`);
  const secret = `Secret values that the stack's configuration ${isDry ? "needs" : "has now"}`;
  const blocks = [
    list(isDry ? "Would declare" : "Declared", objects.map(printable), pc.green),
    list(secret, config.map(printable), pc.green),
    list("Left to you", left.map(printable), pc.yellow),
    list("Notes", notes.map(printable), pc.bold),
    list("Could not tell", grouped(errors), pc.red),
  ];
  const next = isDry
    ? " Nothing was written."
    : ` Read them, and commit. \`pulumi up${option}\` adopts them, and changes nothing in the service.`;
  const count = `${counted(added.length, "object")} declared, ${left.length} left.`;
  const verdict = report.outcome === "nothing to pull" ? "no untracked assistant or tool." : count;
  return [...blocks, `Stack ${printable(stack)}: ${verdict}${added.length > 0 ? next : ""}`]
    .filter(Boolean)
    .join("\n\n");
}
