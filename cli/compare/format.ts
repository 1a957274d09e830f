/** The report of `voicecall compare` for people, and as a GitHub comment. */
import pc from "picocolors";
import { counted, printable } from "../../provider/base/quoted.js";
import { inCode, fitted, diffSection, listSection } from "../drift/markdown.js";
import { fieldLines, list } from "../drift/text.js";
import { type ShownField, shownField } from "../drift/shown.js";
import type { ComparedField, ComparedResource, Comparison } from "./report.js";

const label = ({ kind, name }: ComparedResource): string => printable(`${kind} ${name}`);

function shown({ path, values: [before, after], secret, onlyIn }: ComparedField): ShownField {
  const same = onlyIn === undefined ? "" : ` (differs only in ${onlyIn.join(", ")})`;
  return shownField({
    path: `${path}${same}`,
    ...(before !== null && { declared: before }),
    ...(after !== null && { live: after }),
    ...(secret && { secret }),
  });
}

export function asText(report: Comparison): string {
  const [before, after] = report.stacks.map(printable);
  const blocks = [
    ...report.different.map((one) =>
      [
        pc.bold(label(one)),
        `  ${pc.red(`- ${before}`)}, ${pc.green(`+ ${after}`)}`,
        ...one.fields.map(shown).flatMap(fieldLines),
      ].join("\n"),
    ),
    ...report.only.map((resources, side) =>
      list(`Only in ${[before, after][side]}`, resources.map(label), pc.yellow),
    ),
    list(NOT_COMPARED, report.notCompared.map(notCompared), pc.dim),
    verdict(report),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

const NOT_COMPARED = "Not compared: ids of objects that no resource of the stack manages. Use names";

const notCompared = (one: Comparison["notCompared"][number]): string =>
  `${label(one)}: ${printable(one.paths.join(", "))}`;

export function asMarkdown(report: Comparison): string {
  const [before, after] = report.stacks;
  const sections = [
    ...report.different.map((one) => diffSection(label(one), [before, after], one.fields.map(shown))),
    ...report.only.map((resources, side) =>
      listSection(`Only in ${report.stacks[side]}`, resources.map(label), true),
    ),
    listSection(NOT_COMPARED, report.notCompared.map(notCompared)),
  ].filter((section) => section !== "");
  const title = `### Voice assistants: ${inCode(before)} and ${inCode(after)}\n\n${verdict(report)}\n`;
  return fitted(title, sections, `voicecall compare ${before} ${after}`);
}

function verdict({ compared, different, only: [before, after], stacks }: Comparison): string {
  const counts = [
    different.length > 0 && `${different.length} differ${different.length === 1 ? "s" : ""}`,
    before.length > 0 && `${before.length} only in ${printable(stacks[0])}`,
    after.length > 0 && `${after.length} only in ${printable(stacks[1])}`,
  ].filter((one) => one !== false);
  return `${counted(compared, "resource")} in both stacks: ${counts.length === 0 ? "no difference" : counts.join(", ")}.`;
}
