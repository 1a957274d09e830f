/** Follows the recipes in CONTRIBUTING for an imaginary field and an imaginary kind. */
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { closeAfterTest } from "../support/after-test.js";
import { REPOSITORY } from "../support/project.js";
import type { Recipe } from "./recipes/edit.js";
import { field } from "./recipes/field.js";
import { kind } from "./recipes/kind.js";
import { problems, scratchCopy } from "./recipes/scratch.js";

const filesOf = (recipe: Recipe): string[] => [...new Set(recipe.map(({ file }) => file))];

function section(heading: string): string {
  const text = readFileSync(path.join(REPOSITORY, "CONTRIBUTING.md"), "utf8");
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

async function problemsOf(recipe: Recipe): Promise<string | undefined> {
  const folder = scratchCopy(recipe);
  closeAfterTest({ close: async () => rmSync(folder, { recursive: true }) });
  return problems(folder);
}

test("with every edit of both recipes, types and tests pass", async () => {
  expect(await problemsOf([...kind, ...field])).toBeUndefined();
});

describe.each([
  { heading: "Adding a field", recipe: field, most: 7, example: "assistant" },
  { heading: "Adding a kind", recipe: kind, most: 15, example: "announcement" },
] as const)("$heading", ({ heading, recipe, most, example }) => {
  const files = filesOf(recipe);

  test("names every file", () => {
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(most);
    for (const file of files) {
      const named = file.replace(new RegExp(`(?<=/)${example}(?=s?[./])`), "<kind>");
      expect(section(heading)).toContain(`\`${named}\``);
    }
  });

  // Only in `npm run soak -- recipes`, because each of these tests takes several seconds.
  for (const file of process.env["RECIPES"] === "all" ? files : []) {
    test(`without ${file}, the failure names it`, async () => {
      const found = await problemsOf(recipe.filter((edit) => edit.file !== file));
      expect(found, `nothing fails without ${file}`).toBeDefined();
      if (!/typescript\(TS\d+\)/.test(found!)) expect(found).toContain(file);
    });
  }
});
