/** The report for people. */
import pc from "picocolors";
import { counted, printable } from "../../provider/base/quoted.js";
import { stackOption } from "../base/shell.js";
import { heading } from "../drift/blocks.js";
import type { Left, Pulled, PulledValue } from "./report.js";

/** Longer values are cut. `--json` has all of them. */
const LONGEST = 300;

export function asText(report: Pulled, isDry: boolean, stack?: string, folder?: string): string {
  const { pulled, conflicts, left, gone, untracked = [], errors } = report;
  const blocks = [
    list(isDry ? "Would change" : "Changed", pulled.map(line), pc.green),
    list("Conflicts, marked in the file", conflicts.map(line), pc.red),
    list("Left to you", left.map(leftLine), pc.yellow),
    list(
      "Gone from the service: remove the resource, or create the object again with `pulumi up --refresh`",
      gone.map(heading),
      pc.yellow,
    ),
    list(
      "Untracked: to manage one, declare it with adoptId, its id",
      untracked.map(({ title, id, account }) => printable(`${title}, id ${id}, in ${account}`)),
      pc.yellow,
    ),
    list(
      "Could not tell",
      errors.map(({ text }) => printable(text)),
      pc.red,
    ),
  ];
  return [...blocks.filter((block) => block !== ""), ending(report, isDry, stackOption(stack, folder))].join(
    "\n\n",
  );
}

function ending({ stack, pulled, conflicts, left, outcome }: Pulled, isDry: boolean, option: string): string {
  const counts = `${counted(pulled.length, "value")} pulled, ${counted(conflicts.length, "conflict")}, ${left.length} left`;
  if (outcome === "nothing to pull")
    return `Stack ${printable(stack)}: the program says what the service holds.`;
  if (pulled.length + conflicts.length === 0) return `Stack ${printable(stack)}: ${counts}.`;
  const next = isDry
    ? "Nothing was written."
    : conflicts.length > 0
      ? "Resolve the marked lines, then run `pulumi preview"
      : "Read the changes with `git diff`, then run `pulumi preview";
  return `Stack ${printable(stack)}: ${counts}. ${isDry ? next : `${next}${option}\`.`}`;
}

const list = (title: string, lines: readonly string[], colour: (text: string) => string): string =>
  lines.length === 0 ? "" : [colour(`${title}:`), ...lines.map((one) => `  ${one}`)].join("\n");

function line(one: PulledValue): string {
  const place = one.file === undefined ? "" : `: ${one.file}${one.line === undefined ? "" : `:${one.line}`}`;
  return printable(`${heading(one)}: ${one.path}${place}${one.note === undefined ? "" : ` (${one.note})`}`);
}

function leftLine(one: Left): string {
  const text = JSON.stringify(one.value) ?? "";
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (--json has all of it)` : text;
  return `${line(one)}\n    ${printable(one.why)}${text === "" ? "" : `. The service has ${printable(shown)}`}`;
}
