/** Previews the programs in SKILL.md. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { defaultSeed } from "../../../emulator/index.js";
import { snippets } from "../../support/documents.js";
import { must } from "../../support/engine.js";
import { service, stackOn, writes } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";

test("the programs of SKILL.md preview without errors and warnings, and start nothing", async () => {
  const programs = snippets("SKILL.md", readFileSync(path.join(REPOSITORY, "SKILL.md"), "utf8"), "ts");
  const files = Object.fromEntries(programs.map(({ line, code }) => [`line-${line}.ts`, code]));
  // Only the 2026 form has all kinds of resources. The example of Campaign needs an assistant.
  const emulator = await service({
    form: "2026",
    seed: { ...defaultSeed(), assistants: [{ id: 151, name: "Sales" }] },
  });
  const stack = await stackOn(
    emulator,
    programs.map(({ line }) => `import "./line-${line}";\n`).join(""),
    // Skips the type check of the programs, because the linter checks their types.
    {
      language: "ts",
      files: { ...files, "leads.csv": "Phone,Name\n+12025550121,Ada\n" },
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    },
  );
  const { all } = must(await stack.preview());
  const created = programs.flatMap(({ code }) => [...code.matchAll(/new (\w+)\("([\w-]+)"/g)]);
  expect(created.length).toBeGreaterThan(programs.length);
  for (const [, kind, name] of created) expect(all).toMatch(new RegExp(`${kind}.*${name}`));
  expect(all).not.toMatch(/warning|error|will START/);
  expect(writes(emulator)).toEqual([]);
});
