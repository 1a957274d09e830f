import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileAbove } from "../base/file-above.js";

export interface Outcome {
  written: string[];
  /** Files that existed with the same content. */
  unchanged: string[];
}

/**
 * Writes nothing if existing files have different content, unless `force` is true. Never replaces a workflow of another
 * program.
 * @throws Error with the names of those files, or if a file and a folder are in each other's place
 */
export function writeFiles(folder: string, files: Record<string, string>, force: boolean): Outcome {
  const outcome: Outcome = { written: [], unchanged: [] };
  const inTheWay: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    const above = fileAbove(file);
    if (above !== undefined)
      throw new Error(`Nothing was written: ${above} is a file, but ${name} needs a folder there.`);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`Nothing was written: ${file} is a folder.`);
    const existing = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    const other = existing === undefined ? undefined : programOf(existing);
    if (other !== undefined && other !== programOf(text))
      throw new Error(
        `Nothing was written: ${name} is for the program in the folder ${other}. Give the workflows of this program a name with --name. If that program has moved, delete the file first.`,
      );
    if (existing === text) outcome.unchanged.push(name);
    else {
      outcome.written.push(name);
      if (existing !== undefined) inTheWay.push(name);
    }
  }
  if (inTheWay.length > 0 && !force) {
    const which = inTheWay.length === 1 ? "exists and differs" : "exist and differ";
    throw new Error(
      `${inTheWay.join(", ")} ${which} from what would be written. Nothing was written: keep your changes, or overwrite them with --force.`,
    );
  }
  for (const name of outcome.written) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), files[name]!);
  }
  return outcome;
}

/** The folder of the program that a workflow applies. */
const programOf = (workflow: string): string | undefined =>
  /^ +working-directory: "(.*)"$/m.exec(workflow)?.[1];
