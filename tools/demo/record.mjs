import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const file = (folder) => path.join(folder, "service.json");

/** Stores data about the service in the folder: first `pid`, then `address`, and `assistantId` after the story. */
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
