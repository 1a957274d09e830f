/** The report as a GitHub comment: first what cannot be undone, then the output of the preview. */
import { counted } from "../../provider/base/quoted.js";
import { MOST_CHARACTERS, details, fenced, listSection } from "../drift/markdown.js";
import type { Review } from "./review.js";

export function asMarkdown(review: Review, output: string): string {
  const first = [
    verdict(review),
    listSection("☎️ Starts campaigns, and people are called", review.starts, true),
    listSection("☎️ May call people right away, in campaigns that run", review.calls, true),
    listSection("Deletes", review.deletions, true),
    listSection("Replaces, which deletes first", review.replacements, true),
    listSection("Will fail", review.failures, true),
  ].filter((section) => section !== "");
  const text = first.join("\n");
  const room = MOST_CHARACTERS - text.length;
  const diff = fenced([output.trimEnd()], "", (all) => withoutMiddle(all, room));
  return `${text}\n${details("pulumi preview --diff", diff, true)}`;
}

function verdict({ starts, deletions, replacements, failures, changes, complete }: Review): string {
  const counts = [
    counted(starts.length, "start"),
    counted(deletions.length, "deletion"),
    counted(replacements.length, "replacement"),
    counted(failures.length, "failure"),
  ];
  if (complete) return `**${counts.join(", ")}.**${changes ? "" : " Nothing would change."}\n`;
  const seen = counts.filter((count) => !count.startsWith("0 "));
  const until = seen.length === 0 ? "" : ` Seen before that: ${seen.join(", ")}.`;
  return `**⚠️ Incomplete: this preview failed, so Pulumi may not have seen all resources.** Starts, deletions and other changes may be missing below.${until} Correct the failure, and run it again.\n`;
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
