import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const file = (folder) => path.join(folder, "service.json");

/**
 * Stores in the folder what is known about its service: first `pid`, then `address`, and `assistantId` after the story.
 */
export function record(folder, values) {
  writeFileSync(file(folder), JSON.stringify({ ...recorded(folder), ...values }));
}

/** What was stored in the folder, or an empty object. */
export function recorded(folder) {
  try {
    return JSON.parse(readFileSync(file(folder), "utf8"));
  } catch {
    return {};
  }
}
