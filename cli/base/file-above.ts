import { existsSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Returns the nearest existing parent of `target` if it is not a folder: nothing can be created below it. Otherwise
 * returns undefined.
 */
export function fileAbove(target: string): string | undefined {
  const above = path.dirname(path.resolve(target));
  if (existsSync(above)) return statSync(above).isDirectory() ? undefined : above;
  return fileAbove(above);
}
