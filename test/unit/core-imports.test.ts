/** The depth of imports in the core, including imports of types. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = "provider/core";

const imports = new Map(
  readdirSync(folder).map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return [file, [...text.matchAll(/from "\.\/([\w-]+)\.js"/g)].map(([, name]) => `${name}.ts`)] as const;
  }),
);

function level(file: string, importers: readonly string[] = []): number {
  if (importers.includes(file)) throw new Error(`import circle: ${[...importers, file].join(" -> ")}`);
  const below = imports.get(file)!.map((imported) => level(imported, [...importers, file]));
  return 1 + Math.max(0, ...below);
}

test("the core has no import cycle and at most eight levels", () => {
  const deepest = [...imports.keys()]
    .map((file) => ({ file, level: level(file) }))
    .filter((it) => it.level > 8);
  expect(imports.size).toBeGreaterThan(20);
  expect(deepest).toEqual([]);
});
