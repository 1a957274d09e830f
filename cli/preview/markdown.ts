/** The report as a GitHub comment, and for a terminal: first what cannot be undone, then the output of the preview. */
import { counted } from "../../provider/base/quoted.js";
import { MOST_CHARACTERS, details, fenced, listSection } from "../drift/markdown.js";
import type { Review } from "./review.js";

export function asMarkdown(review: Review, output: string): string {
  const text = [
    `**${verdict(review).join("**")}\n`,
    ...sectionsOf(review).map(([title, items]) => listSection(title, items, true)),
  ].join("\n");
  const room = MOST_CHARACTERS - text.length;
  const diff = fenced([output.trimEnd()], "", (all) => withoutMiddle(all, room));
  return `${text}\n${details("pulumi preview --diff", diff, true)}`;
}

/** The same for a terminal, without the output. */
export const asText = (review: Review): string =>
  [
    verdict(review).join(""),
    ...sectionsOf(review).flatMap(([title, items]) => ["", `${title}:`, ...items.map((item) => `- ${item}`)]),
  ].join("\n");

const sectionsOf = (review: Review): (readonly [title: string, items: readonly string[]])[] =>
  (
    [
      ["⚠️ Warnings", review.warnings],
      ["☎️ Starts campaigns, and people are called", review.starts],
      ["☎️ May call people right away, in campaigns that run", review.calls],
      ["Deletes", review.deletions],
      ["Replaces, which deletes first", review.replacements],
      ["Will fail", review.failures],
    ] as const
  ).filter(([, items]) => items.length > 0);

/** @returns the result, and more about it */
function verdict({ starts, deletions, replacements, failures, changes, complete }: Review): [string, string] {
  const counts = [
    counted(starts.length, "start"),
    counted(deletions.length, "deletion"),
    counted(replacements.length, "replacement"),
    counted(failures.length, "failure"),
  ];
  if (complete) return [`${counts.join(", ")}.`, changes ? "" : " Nothing would change."];
  const seen = counts.filter((count) => !count.startsWith("0 "));
  const until = seen.length === 0 ? "" : ` Seen before that: ${seen.join(", ")}.`;
  return [
    "⚠️ Incomplete: this preview failed, so Pulumi may not have seen all resources.",
    ` Starts, deletions and other changes may be missing below.${until} Correct the failure, and run it again.`,
  ];
}

/** The fence is longer than any run of backticks, so long runs are shortened too. The end has the errors. */
function withoutMiddle(text: string, room: number): string {
  const all = text.replace(/`{31,}/g, (run) => `${run.slice(0, 30)}… (${run.length} backticks)`);
  if (all.length <= room) return all;
  const kept = room - 200;
  const end = Math.round(kept / 3);
  return [
    all.slice(0, kept - end).toWellFormed(),
    `\n\n… ${all.length - kept} characters are left out. See the log of this job …\n\n`,
    all.slice(-end).toWellFormed(),
  ].join("");
}
