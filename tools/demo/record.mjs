import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const file = (folder) => path.join(folder, "service.json");

/**
 * Adds values to the data in the folder: first `pid` and `form`, then `address`, and after the story
 * `assistantId` and `variables`.
 */
export function record(folder, values) {
  writeFileSync(file(folder), JSON.stringify({ ...recorded(folder), ...values }));
}

/** The data that was stored in the folder. Empty if there is none. */
export function recorded(folder) {
  try {
    return JSON.parse(readFileSync(file(folder), "utf8"));
  } catch {
    return {};
  }
}
