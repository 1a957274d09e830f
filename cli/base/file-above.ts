import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { upward } from "./upward.js";

/**
 * Returns the nearest existing parent of `target` if it is not a folder: nothing can be created below it. Otherwise
 * returns undefined.
 */
export function fileAbove(target: string): string | undefined {
  const above = upward(path.dirname(path.resolve(target))).find((one) => existsSync(one))!;
  return statSync(above).isDirectory() ? undefined : above;
}
