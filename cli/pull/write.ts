/** Writes the changed files, all or none of them. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import type * as Prettier from "prettier";
import { upward } from "../base/upward.js";
import { firstFew } from "../../provider/base/quoted.js";

/** The new texts, by file. */
export type Texts = ReadonlyMap<string, string>;

/** @throws Error if git could not bring back the text of a file */
export function assertCommitted(files: readonly string[]): void {
  const statusOf = (file: string) =>
    git(file, ["status", "--porcelain", "--ignored", "--untracked-files=all", "--", file]);
  const open = files.map((file) => ({ file, status: statusOf(file) })).filter(({ status }) => status !== "");
  if (open.length === 0) return;
  const names = firstFew(
    open.map(({ file }) => path.relative(process.cwd(), file)),
    5,
  );
  const [why, what] = open.every(({ status }) => status === undefined)
    ? ["in no git repository", "Run git init and commit"]
    : ["not committed", "Commit"];
  throw new Error(
    `Nothing was changed: ${names}: ${why}, so nothing could bring back the text. ${what} first, or add --force.`,
  );
}

/** A patch for `git apply`. */
export function patchOf(texts: Texts): string {
  const all = [...texts].map(([file, text]) => {
    const isNew = !existsSync(file);
    const top = git(file, ["rev-parse", "--show-toplevel"])?.trim() ?? process.cwd();
    const name = path.relative(top, realPath(file)).split(path.sep).join("/");
    const [before, old] = isNew ? ["/dev/null", ""] : [`a/${name}`, readFileSync(file, "utf8")];
    const patch = createTwoFilesPatch(before, `b/${name}`, old, text);
    const head = `diff --git a/${name} b/${name}\n${isNew ? "new file mode 100644\n" : ""}`;
    return head + patch.slice(patch.indexOf("--- "));
  });
  return all.join("");
}

/** Of a file that may be new, in a folder that may be new. */
const realPath = (file: string): string =>
  existsSync(file) ? realpathSync(file) : path.join(realPath(path.dirname(file)), path.basename(file));

/** Undefined if there is no git, or no repository. */
function git(file: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", ["-C", upward(path.dirname(realPath(file))).find(existsSync)!, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

/**
 * The texts as the project's prettier has them, of files that were formatted before.
 * @param model decides for new files
 */
export async function formatted(texts: Texts, model?: string): Promise<Texts> {
  const all = [...texts].map(async ([file, text]): Promise<[string, string]> => {
    if (path.extname(file) === ".md") return [file, text];
    const existing = existsSync(file) ? file : (model ?? file);
    try {
      const prettier = createRequire(existing)("prettier") as typeof Prettier;
      const options = { ...(await prettier.resolveConfig(file)), filepath: file };
      const isFormatted = await prettier.check(readFileSync(existing, "utf8"), {
        ...options,
        filepath: existing,
      });
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

/**
 * Runs with files that do not exist yet. Removes them, and their folders that are empty then, unless `run` returns
 * true.
 */
export async function withNew(texts: Texts, run: () => Promise<boolean>): Promise<void> {
  const made: string[] = [];
  let isKept = false;
  try {
    for (const [file, text] of texts) {
      const first = mkdirSync(path.dirname(file), { recursive: true });
      if (first !== undefined) made.push(first);
      writeFileSync(file, text, { flag: "wx" });
      made.push(file);
    }
    isKept = await run();
  } finally {
    if (!isKept) for (const one of made.reverse()) rmSync(one, { recursive: true, force: true });
  }
}
