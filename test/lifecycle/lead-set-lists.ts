import { writeFileSync } from "node:fs";
import path from "node:path";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";

/** Writes a CSV file that is removed after the test. */
export function csv(text: string): { file: string; hash: string } {
  const file = path.join(temporaryFolder(), "people.csv");
  writeFileSync(file, text);
  return listFile(file);
}
