const longestLine = 2_000;
const end = 800;

/**
 * Shortens very long lines for the terminal, for example lines with a very long name. Cuts the middle,
 * because a line starts with the operation and ends with the remedy. Callers must mask secrets first.
 */
export function shortLines(text: string): string {
  return text.split("\n").map(shortLine).join("\n");
}

function shortLine(line: string): string {
  if (line.length <= longestLine) return line;
  const omitted = line.length - longestLine;
  return `${line.slice(0, longestLine - end)}… (${omitted} characters left out) …${line.slice(-end)}`;
}

/** The line of the first conflict that a merge has left, from 1. */
export function conflictLine(text: string): number | undefined {
  const found = /^<{7} .*\n(?:.*\n)*?={7}\r?\n(?:.*\n)*?>{7} /m.exec(text);
  return found ? text.slice(0, found.index).split("\n").length : undefined;
}
