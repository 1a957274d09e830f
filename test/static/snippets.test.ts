/** Type-checks the TypeScript in the documents. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { closeAfterTest } from "../support/after-test.js";
import { documents, snippets, type Snippet } from "../support/documents.js";
import { runClean } from "../support/npm.js";
import { exampleArgs } from "../../tools/generate/resource-page.js";
import { tables } from "../../tools/generate/tables.js";
import { REPOSITORY } from "../support/project.js";

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    skipLibCheck: true,
    types: ["node"],
    paths: {
      "pulumi-voicecall": [path.join(REPOSITORY, "sdk/index.ts")],
      "pulumi-voicecall/testing": [path.join(REPOSITORY, "sdk/testing/index.ts")],
      "pulumi-voicecall/notifications": [path.join(REPOSITORY, "sdk/notifications.ts")],
      "pulumi-voicecall-emulator": [path.join(REPOSITORY, "emulator/index.ts")],
    },
  },
};

/** Writes each snippet to a file. Returns the errors of the type check, or undefined. */
async function typeErrors(all: readonly Snippet[]): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), "voicecall-snippets-"));
  closeAfterTest({ close: async () => rmSync(folder, { recursive: true }) });
  symlinkSync(path.join(REPOSITORY, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(settings));
  writeFileSync(path.join(folder, "types-only.json"), JSON.stringify({ categories: { correctness: "off" } }));
  // The program that docs/testing.md tests.
  const program =
    'import type { Assistant } from "pulumi-voicecall";\nexport declare const reception: Assistant;\n';
  writeFileSync(path.join(folder, "reception.ts"), program);
  const files = all.map(({ file, line }) => `${file.replaceAll("/", "-")}-line-${line}.ts`);
  for (const [index, { code }] of all.entries()) writeFileSync(path.join(folder, files[index]!), code);
  const linter = path.join(REPOSITORY, "node_modules/.bin/oxlint");
  // Passes the files by name, because the linter would otherwise follow the link to node_modules.
  const options = ["-c", "types-only.json", "--type-aware", "--type-check"];
  const checked = await runClean(folder, linter, [...options, ...files]);
  return checked.code === 0 ? undefined : checked.all;
}

test("every TypeScript snippet is a program that compiles", async () => {
  const all = [...documents()].flatMap(([file, text]) => snippets(file, text, "ts"));
  const pages = new Set(all.map(({ file }) => file));
  expect([...pages]).toEqual(expect.arrayContaining(["README.md", "docs/look-ups.md"]));
  expect(await typeErrors(all)).toBeUndefined();
});

test("every example of a property has the type of its argument", async () => {
  const all = tables.map(({ kind, file, fields }) => {
    const args = exampleArgs(Object.entries(fields));
    const functions = [...args.matchAll(/\b([a-z]\w+)\(/g)].map(([, name]) => `${name}, `);
    const code = `import { ${functions.join("")}type ${kind}Args } from "pulumi-voicecall";\nexport const args: ${kind}Args = ${args};\n`;
    return { file: `provider/${file}/schema`, line: 0, code };
  });
  expect(await typeErrors(all)).toBeUndefined();
});

test("a snippet with a mistake is found", async () => {
  const code = 'import { Lead } from "pulumi-voicecall";\nnew Lead("ada", { campaign: "A" });\n';
  expect(await typeErrors([{ file: "README.md", line: 7, code }])).toContain("README.md-line-7.ts");
});
