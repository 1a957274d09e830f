/** Follows the recipes in CONTRIBUTING for an imaginary field and an imaginary kind. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Recipe } from "../static/recipes/edit.js";
import { field } from "../static/recipes/field.js";
import { kind } from "../static/recipes/kind.js";
import { problems, scratchCopy } from "../static/recipes/scratch.js";
import { closeAfterTest } from "../support/after-test.js";

async function problemsOf(recipe: Recipe): Promise<string | undefined> {
  const folder = scratchCopy(recipe);
  closeAfterTest({ close: async () => rmSync(folder, { recursive: true }) });
  return problems(folder);
}

test("with every edit of both recipes, types and tests pass", async () => {
  expect(await problemsOf([...kind, ...field])).toBeUndefined();
});

describe.each([
  ["Adding a field", field],
  ["Adding a kind", kind],
] as const)("%s", (_, recipe) => {
  const files = new Set(recipe.map(({ file }) => file));

  test.each([...files])("without %s, the failure names it", async (file) => {
    const found = await problemsOf(recipe.filter((edit) => edit.file !== file));
    expect(found, `nothing fails without ${file}`).toBeDefined();
    if (!/typescript\(TS\d+\)/.test(found!)) expect(found).toContain(file);
  });
});
