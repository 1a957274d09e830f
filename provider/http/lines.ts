const longestLine = 2_000;
const end = 800;

/**
 * A text for the terminal: of a line that nobody can read the middle is left out, as it is where a name, an id or a key
 * is that long. Both its ends stay: what was attempted, and what to do. Secrets are masked before.
 */
export function shortLines(text: string): string {
  if (text.length <= longestLine) return text;
  return text.split("\n").map(shortLine).join("\n");
}

function shortLine(line: string): string {
  if (line.length <= longestLine) return line;
  const left = line.length - longestLine;
  return `${line.slice(0, longestLine - end)}… (${left} characters left out) …${line.slice(-end)}`;
}
