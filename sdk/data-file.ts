/** Values of a program in JSON and YAML files, which `voicecall pull` can change. */
import path from "node:path";
import { notePlace } from "./places.js";
import { withoutMarks } from "./prompt-template.js";
import { readText } from "./prompt.js";
import { dataIn } from "./yaml-data.js";

/**
 * The values of a JSON or YAML file. A number with a plus sign, a leading zero or too many digits for JavaScript is text.
 * `voicecall pull` writes changes into the file, and keeps its comments and order.
 * @param file relative to the program's folder, which is the folder of `main` in Pulumi.yaml
 * @throws RunError, also in preview, for a file that is missing or cannot be parsed, with its line
 * @example
 * ```ts
 * // voices.yaml:
 * //   support: Sarah
 * const voices = dataFile<Record<string, string>>("voices.yaml");
 * ```
 */
export function dataFile<T = unknown>(file: string): T {
  const value = dataIn(file, withoutMarks(readText("data file", file))).document.toJS() as T;
  noteData(file);
  return value;
}

/** For `voicecall pull`: writes down that the program has values from the file. */
export const noteData = (file: string): void => notePlace()?.({ data: path.resolve(file) });
