/** The report of `voicecall compare` for people, and as a GitHub comment. */
import pc from "picocolors";
import { counted, printable, withVisibleSpaces } from "../../provider/base/quoted.js";
import { groupsOf } from "../../provider/base/grouped.js";
import { arranged, titles } from "../drift/blocks.js";
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
  const legend = `  ${pc.red(`- ${before}`)}, ${pc.green(`+ ${after}`)}`;
  const blocks = [
    ...arranged(report.different, shown, label).map(({ title, fields }) =>
      [pc.bold(title), legend, ...fields.flatMap(fieldLines)].join("\n"),
    ),
    ...lists(report).map(([title, lines, isOpen]) => list(title, lines, isOpen ? pc.yellow : pc.dim)),
    verdict(report),
  ];
  return blocks.filter(Boolean).join("\n\n");
}

export function asMarkdown(report: Comparison): string {
  const [before, after] = report.stacks;
  const sections = [
    ...arranged(report.different, shown, label).map(({ title, fields }) =>
      diffSection(title, [before, after], fields),
    ),
    ...lists(report).map(([title, lines, isOpen, count]) => listSection(title, lines, isOpen, count)),
  ].filter(Boolean);
  const title = `### Voice assistants: ${inCode(before)} and ${inCode(after)}\n\n${verdict(report)}\n`;
  return fitted(title, sections, `voicecall compare ${before} ${after}`);
}

type List = readonly [title: string, lines: readonly string[], isOpen: boolean, count: number];

const lists = ({ only, notCompared, stacks }: Comparison): readonly List[] => [
  ...only.map((all, side): List => [`Only in ${printable(stacks[side]!)}`, titles(all), true, all.length]),
  [
    "Not compared: ids of objects that no resource of the stack manages. Use names",
    groupsOf(notCompared, ({ paths }) => paths.join(", ")).flatMap((group) =>
      titles(group).map((title) => `${title}: ${withVisibleSpaces(group[0]!.paths.join(", "))}`),
    ),
    false,
    notCompared.length,
  ],
];

function verdict({ compared, different, outcome, only: [before, after], stacks }: Comparison): string {
  const counts = [
    different.length > 0 && `${different.length} differ${different.length === 1 ? "s" : ""}`,
    before.length > 0 && `${before.length} only in ${printable(stacks[0])}`,
    after.length > 0 && `${after.length} only in ${printable(stacks[1])}`,
  ].filter((one) => one !== false);
  const end = outcome === "only configuration" ? ", only in values of the configuration." : ".";
  return `${counted(compared, "resource")} in both stacks: ${counts.length === 0 ? "no difference" : counts.join(", ")}${end}`;
}
