/** The lines below "Diagnostics" in the output of a command, by resource. */
export function diagnostics(output: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const [, below = ""] = output.split("\nDiagnostics:\n");
  const [text = ""] = below.split(/^(?:Resources|Outputs):/m);
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const [, name] = /^ {2}\S+ \((.*)\):$/.exec(line) ?? [];
    if (name !== undefined) found[name] = lines = [];
    else if (line.trim() !== "") lines.push(line.trim());
  }
  return found;
}
