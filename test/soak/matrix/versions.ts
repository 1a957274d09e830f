/** The tested versions of `@pulumi/pulumi` and Node. Each is installed once, in the cache folder. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { whenLeaving } from "../../support/leaving.js";
import { REPOSITORY } from "../../support/project.js";

export interface Pair {
  sdk: string;
  node: string;
}

export interface Installed {
  /** The node_modules folder with `@pulumi/pulumi`. */
  sdkModules: string;
  /** The folder with the program `node`. */
  nodeFolder: string;
}

const SDK = "@pulumi/pulumi";

export const { peerDependencies, devDependencies } = JSON.parse(
  readFileSync(path.join(REPOSITORY, "package.json"), "utf8"),
) as Record<"peerDependencies" | "devDependencies", Record<string, string>>;

export const sdks = {
  oldest: /\d+\.\d+\.\d+/.exec(peerDependencies[SDK]!)![0],
  pinned: devDependencies[SDK]!,
};

/** The oldest version that package.json allows, and the lines after it. */
const nodes = ["20.19.0", "22.23.3", "24.21.0", "26.10.0"];

const npm = promisify(execFile);
const onWindows = process.platform === "win32";

/** `@pulumi/pulumi` requires Node 22 from 3.249.0 on. */
export function pairs(): Pair[] {
  const newest = execFileSync("npm", ["view", SDK, "version"], { shell: onWindows, encoding: "utf8" }).trim();
  const isSupported = ({ sdk, node }: Pair): boolean =>
    !(node.startsWith("20.") && Number(sdk.split(".")[1]) >= 249);
  return [...new Set([sdks.oldest, sdks.pinned, newest])]
    .flatMap((sdk) => nodes.map((node) => ({ sdk, node })))
    .filter(isSupported);
}

export async function install({ sdk, node }: Pair): Promise<Installed> {
  const sdkModules = await installed(SDK, sdk);
  // npm's package `node` contains the program.
  return { sdkModules, nodeFolder: path.join(await installed("node", node), "node", "bin") };
}

const installing = new Map<string, Promise<string>>();

function installed(name: string, version: string): Promise<string> {
  const what = `${name}@${version}`;
  const modules = installing.get(what) ?? installOnce(what);
  installing.set(what, modules);
  return modules;
}

async function installOnce(what: string): Promise<string> {
  const { default: envPaths } = await import("env-paths");
  const cache = path.join(envPaths("pulumi-voicecall", { suffix: "" }).cache, "versions");
  const home = path.join(cache, what.replace("/", "-"));
  const modules = path.join(home, "node_modules");
  if (existsSync(modules)) return modules;
  mkdirSync(cache, { recursive: true });
  console.error(`installing ${what} for the tests of versions, once`);
  const folder = mkdtempSync(path.join(cache, ".making-"));
  whenLeaving(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const args = ["install", what, "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  await npm("npm", args, { cwd: folder, shell: onWindows });
  try {
    renameSync(folder, home);
  } catch (error) {
    // Not an error if another process has installed it in the meantime.
    if (!existsSync(modules)) throw error;
  }
  return modules;
}
