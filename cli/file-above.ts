import { existsSync, statSync } from "node:fs";
import path from "node:path";

/** The file in the place of a folder that the path needs. Undefined if there is none. */
export function fileAbove(target: string): string | undefined {
  const above = path.dirname(path.resolve(target));
  if (existsSync(above)) return statSync(above).isDirectory() ? undefined : above;
  return fileAbove(above);
}
