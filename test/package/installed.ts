import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { CommandResult } from "../support/commands.js";
import { must } from "../support/engine.js";
import { npm, runClean } from "../support/npm.js";
import { REPOSITORY } from "../support/project.js";

/** The install command in the workflows of `voicecall init ci`. */
export const INSTALL = "npm ci";

/** Both packages, packed and installed in an empty folder, as users get them. */
export interface Installed {
  folder: string;
  provider: Tarball;
  emulator: Tarball;
  /** The folders of the packages that installing the provider adds to those of `@pulumi/pulumi`. */
  added: string[];
  node(...args: string[]): Promise<CommandResult>;
  dispose(): void;
}

export interface Tarball {
  /** The absolute path of the file. */
  file: string;
  /** The paths of the packed files, relative to the package. */
  files: string[];
}

export async function packAndInstall(): Promise<Installed> {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-package-"));
  const { provider, emulator } = await pack(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "user", private: true }));
  const manifest = path.join(REPOSITORY, "node_modules/@pulumi/pulumi/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund"];
  const lock = async (...names: string[]): Promise<string[]> => {
    await mustNpm(folder, "install", "--package-lock-only", ...quiet, ...names);
    const { packages } = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")) as {
      packages: Record<string, unknown>;
    };
    return Object.keys(packages);
  };
  const before = await lock(`@pulumi/pulumi@${version}`);
  const added = (await lock(provider.file)).filter((name) => !before.includes(name));
  await lock("--save-dev", emulator.file);
  // workflows.ts skips the install step of the workflows, and links this node_modules folder instead.
  await mustNpm(folder, ...INSTALL.split(" ").slice(1), ...quiet);
  return {
    folder,
    provider,
    emulator,
    added,
    node: (...args) => runClean(folder, process.execPath, args),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function pack(folder: string): Promise<{ provider: Tarball; emulator: Tarball }> {
  const both = ["--workspaces", "--include-workspace-root"];
  const { stdout } = await mustNpm(REPOSITORY, "pack", "--json", ...both, "--pack-destination", folder);
  const packed = JSON.parse(stdout) as { name: string; filename: string; files: { path: string }[] }[];
  const named = (name: string): Tarball => {
    const one = packed.find((tarball) => tarball.name === name);
    if (!one) throw new Error(`npm pack made no tarball of ${name}: ${stdout}`);
    return { file: path.join(folder, one.filename), files: one.files.map((file) => file.path) };
  };
  return { provider: named("pulumi-voicecall"), emulator: named("pulumi-voicecall-emulator") };
}

async function mustNpm(cwd: string, ...args: string[]): Promise<CommandResult> {
  return must(await npm(cwd, ...args), `npm ${args.join(" ")}`);
}
