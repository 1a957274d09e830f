/**
 * The recipes in CONTRIBUTING name every file. `npm run soak -- recipes` follows them for an imaginary
 * field and an imaginary kind.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { REPOSITORY } from "../support/project.js";
import type { Recipe } from "./recipes/edit.js";
import { field } from "./recipes/field.js";
import { kind } from "./recipes/kind.js";

const filesOf = (recipe: Recipe): string[] => [...new Set(recipe.map(({ file }) => file))];

function section(heading: string): string {
  const text = readFileSync(path.join(REPOSITORY, "CONTRIBUTING.md"), "utf8");
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

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
});
