/** The report for people. */
import pc from "picocolors";
import { counted, printable } from "../../provider/base/quoted.js";
import { stackOption } from "../base/shell.js";
import { heading } from "../drift/blocks.js";
import type { Left, Pulled, PulledValue } from "./report.js";

/** Longer values are cut. `--json` has all of them. */
const LONGEST = 300;

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  readonly colour: (text: string) => string;
}

export function sectionsOf(report: Pulled, isDry: boolean): readonly Section[] {
  const { pulled, conflicts, left, gone, untracked = [], errors } = report;
  const section = (title: string, colour: Section["colour"], lines: readonly string[]): Section => ({
    title,
    colour,
    lines,
  });
  const others = untracked.map(({ title, id, account }) => `${title}, id ${id}, in ${account}`);
  const all = [
    section(isDry ? "Would change" : "Changed", pc.green, pulled.map(line)),
    section("Conflicts, marked in the file", pc.red, conflicts.map(line)),
    section("Left to you", pc.yellow, left.map(leftLine)),
    section(
      "Gone from the service: remove the resource, or restore it with `pulumi up --refresh`",
      pc.yellow,
      gone.map(heading),
    ),
    section("Untracked: to manage one, declare it with adoptId, its id", pc.yellow, others.map(printable)),
    section(
      "Could not tell",
      pc.red,
      errors.map(({ text }) => printable(text)),
    ),
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

export function asText(report: Pulled, isDry: boolean, stack?: string, folder?: string): string {
  const blocks = sectionsOf(report, isDry).map(({ title, lines, colour }) =>
    [colour(`${title}:`), ...lines.map((one) => `  ${one}`)].join("\n"),
  );
  const { pulled, conflicts } = report;
  const option = stackOption(stack, folder);
  const next =
    conflicts.length > 0
      ? ` Resolve the marked lines, then run \`pulumi preview${option}\`.`
      : ` Read the changes with \`git diff\`, then run \`pulumi preview${option}\`.`;
  const isWritten = pulled.length + conflicts.length > 0 && !isDry;
  return [...blocks, verdict(report) + (isDry ? " Nothing was written." : isWritten ? next : "")].join(
    "\n\n",
  );
}

export function verdict({ stack, pulled, conflicts, left, outcome }: Pulled): string {
  const intro = `Stack ${printable(stack)}: `;
  if (outcome === "nothing to pull") return `${intro}the program says what the service holds.`;
  return `${intro}${counted(pulled.length, "value")} pulled, ${counted(conflicts.length, "conflict")}, ${left.length} left.`;
}

function line(one: PulledValue): string {
  const place = one.file === undefined ? "" : `: ${one.file}${one.line === undefined ? "" : `:${one.line}`}`;
  return printable(`${heading(one)}: ${one.path}${place}${one.note === undefined ? "" : ` (${one.note})`}`);
}

function leftLine(one: Left): string {
  const text = JSON.stringify(one.value) ?? "";
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (--json has all of it)` : text;
  return `${line(one)}\n    ${printable(one.why)}${text === "" ? "" : `. The service has ${printable(shown)}`}`;
}
