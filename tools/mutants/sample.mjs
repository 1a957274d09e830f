import { readFileSync } from "node:fs";
import { execaSync } from "execa";

/** Lines of a block. A mutant counts only if it is within one block. */
const BLOCK = 8;

/**
 * Every so many blocks of lines of the files, as Stryker's line ranges: an estimate for an area whose whole run takes
 * hours. The blocks are the same in each run as long as the files do not change.
 * @param patterns files, with `!` those that are left out
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
