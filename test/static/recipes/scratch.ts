/** Applies a recipe to a copy of the sources, and checks the result. */
import type { generatedFiles as GeneratedFiles } from "../../../tools/generate/files.js";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { REPOSITORY } from "../../support/project.js";
import { runClean } from "../../support/npm.js";
import type { Recipe } from "./edit.js";

const SOURCES = ["provider", "sdk", "cli", "emulator", "tools", "test", "docs", "*.json", "*.md", "*.mjs"];

/** Folders whose types a new field or kind may break. */
const CHECKED = ["provider", "sdk", "cli", "emulator", "test/kinds", "test/lifecycle"];

/** @returns the folder of a copy with these edits */
export function scratchCopy(recipe: Recipe): string {
  const folder = mkdtempSync(path.join(tmpdir(), "voicecall-recipe-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...SOURCES], {
    cwd: REPOSITORY,
    encoding: "utf8",
  });
  for (const file of files.trim().split("\n"))
    cpSync(path.join(REPOSITORY, file), path.join(folder, file), { recursive: true });
  symlinkSync(path.join(REPOSITORY, "node_modules"), path.join(folder, "node_modules"));
  for (const edit of recipe) {
    const target = path.join(folder, edit.file);
    if ("create" in edit) {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, edit.create);
      continue;
    }
    const text = readFileSync(target, "utf8");
    const at = text.indexOf(edit.before);
    if (at < 0)
      throw new Error(
        `${edit.file} does not contain ${JSON.stringify(edit.before)}: correct the recipe in test/static/recipes/`,
      );
    writeFileSync(target, text.slice(0, at) + edit.insert + text.slice(at));
  }
  return folder;
}

/**
 * Runs the generator, the type checker and the tests that check whether a field or kind is complete. Returns
 * the output of the first failure.
 */
export async function problems(folder: string): Promise<string | undefined> {
  // Errors are ignored: if an edit is missing, the type checker reports that more clearly.
  await generate(folder).catch(() => undefined);
  const config = path.join(folder, "types-only.json");
  writeFileSync(config, JSON.stringify({ categories: { correctness: "off" } }));
  const types = await run(folder, "oxlint", "-c", config, "--type-aware", "--type-check", ...CHECKED);
  return types ?? run(folder, "vitest", "run", "--project", "service", "test/service/kinds.test.ts");
}

/** Runs the generator in this process, because compiling it again would take longer than all other steps. */
async function generate(folder: string): Promise<void> {
  const files = path.join(folder, "tools/generate/files.ts");
  const { generatedFiles } = (await import(files)) as { generatedFiles: typeof GeneratedFiles };
  const read = (file: string) =>
    existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file), "utf8") : undefined;
  const generated = await generatedFiles(read);
  for (const [file, text] of Object.entries(generated)) writeFileSync(path.join(folder, file), text);
}

/** @returns the output if the program fails */
async function run(folder: string, program: string, ...args: string[]): Promise<string | undefined> {
  const { code, all } = await runClean(folder, path.join(folder, "node_modules/.bin", program), args);
  return code === 0 ? undefined : all;
}
