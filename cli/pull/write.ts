/** Writes the changed files, all or none of them. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import type * as Prettier from "prettier";
import { firstFew } from "../../provider/base/quoted.js";

/** The new texts, by file. */
export type Texts = ReadonlyMap<string, string>;

/** @throws Error if git could not bring back the text of a file */
export function assertCommitted(files: readonly string[]): void {
  const open = files.filter((file) => {
    const status = git(file, ["status", "--porcelain", "--ignored", "--untracked-files=all", "--", file]);
    return status === undefined || status !== "";
  });
  if (open.length === 0) return;
  const names = firstFew(
    open.map((file) => path.relative(process.cwd(), file)),
    5,
  );
  throw new Error(
    `Nothing was changed: ${names}: not committed, so nothing could bring back the text. Commit first, or add --force.`,
  );
}

/** A patch for `git apply`. */
export function patchOf(texts: Texts): string {
  const all = [...texts].map(([file, text]) => {
    const top = git(file, ["rev-parse", "--show-toplevel"])?.trim() ?? process.cwd();
    const name = path.relative(top, realpathSync(file)).split(path.sep).join("/");
    const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, readFileSync(file, "utf8"), text);
    return `diff --git a/${name} b/${name}\n${patch.slice(patch.indexOf("--- "))}`;
  });
  return all.join("");
}

/** Undefined if there is no git, or no repository. */
function git(file: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", ["-C", path.dirname(realpathSync(file)), ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

/** The texts as the project's prettier has them, of files that were formatted before. */
export async function formatted(texts: Texts): Promise<Texts> {
  const all = [...texts].map(async ([file, text]): Promise<[string, string]> => {
    if (path.extname(file) === ".md") return [file, text];
    try {
      const prettier = createRequire(file)("prettier") as typeof Prettier;
      const options = { ...(await prettier.resolveConfig(file)), filepath: file };
      const isFormatted = await prettier.check(readFileSync(file, "utf8"), options);
      return [file, isFormatted ? await prettier.format(text, options) : text];
    } catch {
      // The project has no prettier.
      return [file, text];
    }
  });
  return new Map(await Promise.all(all));
}

/** @param meanwhile what else has to succeed: no file is written before it */
export async function write(texts: Texts, meanwhile = async (): Promise<void> => undefined): Promise<void> {
  const all = [...texts].map(([file, text]) => ({ file: realpathSync(file), text }));
  const temporary = (file: string): string => `${file}.voicecall-${process.pid}`;
  try {
    for (const { file, text } of all) {
      writeFileSync(temporary(file), text, { flag: "wx" });
      chmodSync(temporary(file), statSync(file).mode);
    }
    await meanwhile();
  } catch (error) {
    for (const { file } of all) rmSync(temporary(file), { force: true });
    throw error;
  }
  for (const { file } of all) renameSync(temporary(file), file);
}
