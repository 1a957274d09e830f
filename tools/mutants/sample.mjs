import { readFileSync } from "node:fs";
import { execaSync } from "execa";

/** The number of lines in a block. Mutants that span two blocks are left out. */
const BLOCK = 8;

/**
 * Every n-th block of lines, where n is `every`, as Stryker's line ranges. The sample estimates the score of an
 * area whose whole run would take hours. The blocks stay the same as long as the files do not change.
 * @param patterns files to include. A pattern with a leading `!` excludes one file. It must not contain `*`,
 * because Git 2.39 would then exclude all files.
 */
export function sampled(patterns, every) {
  const specs = patterns.map((pattern) => pattern.replace(/^!/, ":!"));
  const files = execaSync("git", ["ls-files", "--", ...specs]).stdout.split("\n");
  let block = 0;
  return files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n").length;
    const starts = Array.from({ length: Math.ceil(lines / BLOCK) }, (_, index) => index * BLOCK + 1);
    return starts.flatMap((start) =>
      block++ % every === 0 ? [`${file}:${start}-${start + BLOCK - 1}`] : [],
    );
  });
}
