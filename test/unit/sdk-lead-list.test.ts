import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { passedList } from "../../sdk/lead-list.js";
import { temporaryFolder } from "../support/after-test.js";

test("a missing list of leads is an error with the path and a suggestion", () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "leads.csv"), "Phone\n");
  const missing = path.join(folder, "lead.csv");
  expect(() => passedList('LeadSet "people"', missing)).toThrow(
    `LeadSet "people": leads: there is no file ${missing}: looked for ${missing}. Paths are relative to the program's folder. Did you mean "leads.csv"?`,
  );
  expect(() => passedList('LeadSet "people"', "elsewhere/x.csv")).toThrow(
    `there is no file elsewhere/x.csv: looked for ${path.resolve("elsewhere/x.csv")}.`,
  );
});

test("a folder in place of a list of leads is an error", () => {
  const folder = path.join(temporaryFolder(), "leads");
  mkdirSync(folder);
  expect(() => passedList('LeadSet "people"', folder)).toThrow(/leads: cannot read the file ".*" \(EISDIR\)/);
});
