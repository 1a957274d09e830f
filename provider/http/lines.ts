const longestLine = 2_000;
const end = 800;

/**
 * Shortens very long lines for the terminal by leaving out their middle, for example for a very long name. The ends
 * stay: the operation, and what to do. Secrets must be masked before.
 */
export function shortLines(text: string): string {
  return text.split("\n").map(shortLine).join("\n");
}

function shortLine(line: string): string {
  if (line.length <= longestLine) return line;
  const left = line.length - longestLine;
  return `${line.slice(0, longestLine - end)}… (${left} characters left out) …${line.slice(-end)}`;
}
