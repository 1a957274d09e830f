import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { CommandResult } from "../support/commands.js";
import { must } from "../support/engine.js";
import { npm, runClean } from "../support/npm.js";
import { REPOSITORY } from "../support/project.js";

/** How the workflows of `voicecall init ci` install. */
export const INSTALL = "npm ci";

/** The package as a user gets it: packed, and installed in an empty folder. */
export interface Installed {
  folder: string;
  /** What the tarball holds. */
  files: string[];
  node(...args: string[]): Promise<CommandResult>;
  dispose(): void;
}

export async function packAndInstall(): Promise<Installed> {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-package-"));
  const { filename, files } = await pack(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "user", private: true }));
  const manifest = path.join(REPOSITORY, "node_modules/@pulumi/pulumi/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund"];
  await mustNpm(
    folder,
    "install",
    "--package-lock-only",
    ...quiet,
    `./${filename}`,
    `@pulumi/pulumi@${version}`,
  );
  // With the words of the workflows, which tests in this folder run: see workflows.ts.
  await mustNpm(folder, ...INSTALL.split(" ").slice(1), ...quiet);
  return {
    folder,
    files,
    node: (...args) => runClean(folder, process.execPath, args),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function pack(folder: string): Promise<{ filename: string; files: string[] }> {
  const { stdout } = await mustNpm(REPOSITORY, "pack", "--json", "--pack-destination", folder);
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (!packed) throw new Error(`npm pack told nothing: ${stdout}`);
  return { filename: packed.filename, files: packed.files.map((file) => file.path) };
}

async function mustNpm(cwd: string, ...args: string[]): Promise<CommandResult> {
  return must(await npm(cwd, ...args), `npm ${args.join(" ")}`);
}
