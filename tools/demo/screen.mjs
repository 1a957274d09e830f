import { stripVTControlCharacters } from "node:util";

/**
 * Lines that report only progress or repeat a message, and lines about the stack, which Pulumi counts as a
 * resource.
 */
const LEFT_OUT = [
  /^(Previewing|Updating|Refreshing|Destroying).*:$/,
  /^@ (previewing|updating|refreshing|destroying)/,
  /^Reading the stack/,
  /^ ..? {1,2}\S+:\S+ .*(ing \(0s\)|refresh \()/,
  /^ ..? {1,2}\S+:\S+ .*(error:|warning:|\d+ (errors?|warnings?)|\*\*.*failed\*\*)/,
  /^ {4,}\S+:\S+ \S+ *$/,
  /^ {4}\S+:\S+ \S+ {2}\S/,
  /^ ..? {1,2}pulumi:pulumi:Stack /,
  /^ {2}pulumi:pulumi:Stack:/,
  /^ {4}\[urn=.*pulumi:pulumi:Stack/,
  /^ {2}pulumi:pulumi:Stack \(/,
  /^ {4}error: (update failed|preview failed)$/,
  /^The resources in the stack have been deleted/,
  /^If you want to remove the stack completely/,
];

/** Headings of the summary, which repeats the lines above. Its counts include the stack. */
const SUMMARY = /^(Resources|Outputs|Duration):/;

/**
 * The lines of a command's output, without lines of `LEFT_OUT`, lists of `SUMMARY` and repeated blank lines.
 */
export function telling(output) {
  let inSummary = false;
  const lines = output
    .split("\n")
    .map(withoutMessage)
    .filter((line) => {
      const plain = stripVTControlCharacters(line);
      inSummary = SUMMARY.test(plain) || (inSummary && plain.startsWith("  "));
      return !inSummary && !LEFT_OUT.some((pattern) => pattern.test(plain));
    });
  const blanked = [...lines, ""].map((line) => (stripVTControlCharacters(line).trim() === "" ? "" : line));
  return blanked.filter(
    (line, index) =>
      line !== "" || !["", "Diagnostics:"].includes(stripVTControlCharacters(blanked[index - 1] ?? "")),
  );
}

/** The row of a resource, without a message that is repeated below "Diagnostics:". */
const withoutMessage = (line) => {
  const plain = stripVTControlCharacters(line);
  const end = /\[diff: .*\]; (?!error:)/.test(plain) ? line.indexOf("]; ") + 1 : 0;
  if (end > 0) return line.slice(0, end);
  if (!/^ [+-] {1,2}\S+:\S+ .*(created|deleted) \([\d.]+s\) +\S/.test(plain)) return line;
  const [duration] = /\([\d.]+s\)/.exec(line);
  return line.slice(0, line.indexOf(duration) + duration.length) + (line === plain ? "" : "\u001B[0m");
};

/** Environment variables for output with or without colors. A program may treat any value of FORCE_COLOR as "yes". */
export const colorEnvironment = (isColored) => (isColored ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" });
