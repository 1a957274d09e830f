/**
 * The recipes in CONTRIBUTING name every file and trait. `npm run soak -- recipes` follows them for an imaginary
 * field and an imaginary kind.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { catalog } from "../../provider/catalog.js";
import { kindNames } from "../../provider/kind.js";
import { REPOSITORY } from "../support/project.js";
import type { Recipe } from "./recipes/edit.js";
import { field } from "./recipes/field.js";
import { kind } from "./recipes/kind.js";

const filesOf = (recipe: Recipe): string[] => [...new Set(recipe.map(({ file }) => file))];

function section(heading: string): string {
  const text = readFileSync(path.join(REPOSITORY, "CONTRIBUTING.md"), "utf8");
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

const rows = Object.values(catalog);
const traits = {
  "Adding a field": rows.flatMap(({ definition }) => Object.values(definition.fields)),
  "Adding a kind": [
    ...rows,
    ...rows.map(({ exported }) => exported),
    ...rows.map(({ untracked }) => untracked),
    ...Object.values(kindNames),
  ],
};

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

  test("names every trait", () => {
    const names = new Set(traits[heading].flatMap((row) => Object.keys(row)));
    for (const name of names) expect(section(heading)).toContain(`\`${name}\``);
  });
});
