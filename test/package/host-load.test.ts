/** What a provider host loads: nothing of the command, and nothing of the tests of conversations. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { REPOSITORY } from "../support/project.js";

const REQUIRED = /^(?:(?:const|let) \w+ = )?require\("(\.[^"]+)"\)/gm;

/** The sources in a bundled file, and in all files that it loads at once. */
function sourcesIn(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const own = [...text.matchAll(/^\/\/ ?(?:#region )?([\w@].*\.[cm]?[jt]s)$/gm)].map(([, source]) => source!);
  const required = [...text.matchAll(REQUIRED)].map(([, name]) => path.join(path.dirname(file), name!));
  return [...own, ...required.flatMap((other) => sourcesIn(other, seen))];
}

test("a provider host loads neither the command, nor conversations, nor the merge of prompts", () => {
  const sources = sourcesIn(path.join(REPOSITORY, "dist/provider/index.js"));
  expect(sources).toContain("provider/core/steps/plan.ts");
  const foreign = /^(cli|sdk\/testing)\/|line-merge|node_modules\/(node-diff3|diff|@babel|commander)\//;
  expect(sources.filter((source) => foreign.test(source))).toEqual([]);
});
