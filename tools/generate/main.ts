import fs from "node:fs";
import path from "node:path";
import { generatedFiles } from "./files.js";

/** Writes the generated files. With `check`, only compares them. Returns the files that differed. */
export async function generate({ check }: { check: boolean }): Promise<string[]> {
  const files = await generatedFiles(current);
  const stale = Object.entries(files).filter(([file, text]) => current(file) !== text);
  if (!check) for (const [file, text] of stale) write(file, text);
  return stale.map(([file]) => file);
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function current(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
}
