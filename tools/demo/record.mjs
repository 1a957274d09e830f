import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const file = (folder) => path.join(folder, "service.json");

/** Notes in the folder what is known of its service: `pid` at first, `address`, and `assistantId` after the story. */
export function record(folder, values) {
  writeFileSync(file(folder), JSON.stringify({ ...recorded(folder), ...values }));
}

/** What the folder has noted, or an empty object. */
export function recorded(folder) {
  try {
    return JSON.parse(readFileSync(file(folder), "utf8"));
  } catch {
    return {};
  }
}
