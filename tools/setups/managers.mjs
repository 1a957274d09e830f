import path from "node:path";
import { cachedPackage } from "../base/cache.mjs";

const PROGRAM_FOLDER = "apps/calls";
const WORKSPACES = { "package.json": { private: true, workspaces: ["apps/*"] } };
const YARN = { name: "@yarnpkg/cli-dist", version: "4.18.1", bin: "bin/yarn.js", args: ["install"] };
const NPM = {
  name: "npm",
  version: "11.21.2",
  bin: "bin/npm-cli.js",
  args: ["install", "--no-audit", "--no-fund"],
};
// pnpm fails unless a setting says whether a package may run its install script. The script of protobufjs only
// checks version numbers.
const BUILDS = "allowBuilds:\n  protobufjs: false\n";
const PNPM = { name: "pnpm", version: "12.21.0", bin: "bin/pnpm.mjs", args: ["install"] };
// By default, Yarn fails in CI if an install changes the lock file.
const yarnrc = (linker) => `nodeLinker: ${linker}\nenableImmutableInstalls: false\nenableTelemetry: false\n`;

/**
 * The package managers by name. Each row has the npm package of the manager, files at the root of the project, and
 * the folder of the program (default: the root).
 */
const MANAGERS = {
  npm: NPM,
  "npm, engine-strict": { ...NPM, files: { ".npmrc": "engine-strict=true\n" } },
  "npm workspaces": { ...NPM, files: WORKSPACES, folder: PROGRAM_FOLDER },
  pnpm: { ...PNPM, files: { "pnpm-workspace.yaml": BUILDS } },
  "pnpm monorepo": {
    ...PNPM,
    files: { "package.json": { private: true }, "pnpm-workspace.yaml": `packages: [apps/*]\n${BUILDS}` },
    folder: PROGRAM_FOLDER,
  },
  "Yarn 1": { name: "yarn", version: "1.22.22", bin: "bin/yarn.js", args: ["install", "--non-interactive"] },
  "Yarn 4, node-modules": { ...YARN, files: { ".yarnrc.yml": yarnrc("node-modules"), "yarn.lock": "" } },
  "Yarn 4, PnP": { ...YARN, files: { ".yarnrc.yml": yarnrc("pnp"), "yarn.lock": "" } },
  bun: { name: "bun", version: "1.4.5", bin: "bin/bun.exe", args: ["install"], isNative: true },
};

export function managerOf(name) {
  const { files = {}, folder = ".", ...manager } = MANAGERS[name];
  return {
    files,
    folder,
    install: async (project, node) => {
      const home = path.join(await cachedPackage(manager.name, manager.version), manager.name);
      const program = path.join(home, manager.bin);
      return manager.isNative
        ? project.run(program, manager.args)
        : project.run(node, [program, ...manager.args]);
    },
  };
}
