/** The report of `voicecall compare` for people, and as a GitHub comment. */
import pc from "picocolors";
import { counted, printable, withVisibleSpaces } from "../../provider/base/quoted.js";
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
    ...report.different.map((one) =>
      [pc.bold(label(one)), legend, ...one.fields.map(shown).flatMap(fieldLines)].join("\n"),
    ),
    ...lists(report).map(([title, lines, isOpen]) => list(title, lines, isOpen ? pc.yellow : pc.dim)),
    verdict(report),
  ];
  return blocks.filter(Boolean).join("\n\n");
}

export function asMarkdown(report: Comparison): string {
  const [before, after] = report.stacks;
  const sections = [
    ...report.different.map((one) => diffSection(label(one), [before, after], one.fields.map(shown))),
    ...lists(report).map(([title, lines, isOpen]) => listSection(title, lines, isOpen)),
  ].filter(Boolean);
  const title = `### Voice assistants: ${inCode(before)} and ${inCode(after)}\n\n${verdict(report)}\n`;
  return fitted(title, sections, `voicecall compare ${before} ${after}`);
}

type List = readonly [title: string, lines: readonly string[], isOpen: boolean];

const lists = ({ only, notCompared, stacks }: Comparison): readonly List[] => [
  ...only.map((all, side): List => [`Only in ${printable(stacks[side]!)}`, all.map(label), true]),
  [
    "Not compared: ids of objects that no resource of the stack manages. Use names",
    notCompared.map((one) => `${label(one)}: ${withVisibleSpaces(one.paths.join(", "))}`),
    false,
  ],
];

function verdict({ compared, different, only: [before, after], stacks }: Comparison): string {
  const counts = [
    different.length > 0 && `${different.length} differ${different.length === 1 ? "s" : ""}`,
    before.length > 0 && `${before.length} only in ${printable(stacks[0])}`,
    after.length > 0 && `${after.length} only in ${printable(stacks[1])}`,
  ].filter((one) => one !== false);
  return `${counted(compared, "resource")} in both stacks: ${counts.length === 0 ? "no difference" : counts.join(", ")}.`;
}
