import fs from "node:fs";
import path from "node:path";
import { didYouMean } from "../provider/base/suggest.js";

/** An error text with the path that was searched, and the file name that was probably meant. */
export function missingFile(what: string, file: string): string {
  const found = path.resolve(file);
  const meant = didYouMean(path.basename(found), namesIn(path.dirname(found)));
  return `there is no ${what} ${file}: looked for ${found}. Paths are relative to the program's folder.${meant}`;
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
