import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import envPaths from "env-paths";
import { execa } from "execa";
import { check, lock } from "proper-lockfile";
import { onExit } from "signal-exit";

/** The cache folder of this repository in the user's cache folder. */
export const CACHE = envPaths("pulumi-voicecall", { suffix: "" }).cache;

/**
 * Creates a file or a folder in the cache, in one process at a time. `make` receives a temporary folder, and
 * returns the path to move to `target`. Other processes therefore see a complete result or none.
 */
export async function makeInCache(target, { exists, make }) {
  mkdirSync(path.dirname(target), { recursive: true });
  // The lock only saves time: two processes that make the same file do no harm. So a lost lock is ignored.
  const options = { realpath: false, onCompromised: () => {} };
  if (await check(target, options)) console.error(`another process is making ${target}; waiting for it`);
  const unlock = await lock(target, { ...options, retries: { forever: true, factor: 1 } });
  const folder = mkdtempSync(path.join(path.dirname(target), ".making-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const forget = onExit(removeFolder);
  try {
    if (await exists()) return;
    const result = await make(folder);
    rmSync(target, { recursive: true, force: true });
    renameSync(result, target);
  } finally {
    removeFolder();
    forget();
    await unlock();
  }
}

/** The file of a program of this version in the cache. `make` creates it if it is missing; see `makeInCache`. */
export async function cachedProgram(name, version, make) {
  const file = `${name}-${version}${process.platform === "win32" ? ".exe" : ""}`;
  const program = path.join(CACHE, name, file);
  const exists = () => existsSync(program);
  if (!exists()) await makeInCache(program, { exists, make });
  return program;
}

/** The node_modules folder with this version of an npm package. Installed once. */
export async function cachedPackage(name, version) {
  const what = `${name}@${version}`;
  const home = path.join(CACHE, "versions", what.replace("/", "-"));
  const modules = path.join(home, "node_modules");
  const exists = () => existsSync(modules);
  const make = async (folder) => {
    console.error(`installing ${what} from npm, once`);
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }));
    const quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
    await execa("npm", ["install", what, ...quiet], { cwd: folder });
    return folder;
  };
  if (!exists()) await makeInCache(home, { exists, make });
  return modules;
}
