/** Three-way merges of texts, by line. */
import { merge } from "node-diff3";
import { textLines } from "./quoted.js";

/** @param label the names of both sides, in the marks of a conflict */
export const mergedLines = (
  ours: string[],
  base: string[],
  theirs: string[],
  label = { a: "", b: "" },
): { conflict: boolean; result: string[] } =>
  merge(ours, base, theirs, { excludeFalseConflicts: true, label });

/** Whether a text contains all changes that led from one text to another. */
export function containsChange(text: unknown, from: unknown, to: unknown): boolean {
  if (typeof text !== "string" || typeof from !== "string" || typeof to !== "string") return false;
  const ours = textLines(text);
  const { conflict, result } = mergedLines(ours, textLines(from), textLines(to));
  return !conflict && result.join("\n") === ours.join("\n");
}
