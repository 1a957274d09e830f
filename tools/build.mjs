// See docs/decisions/packages.md.
// `npm run build`: bundles each package of this repository with all libraries that are not in its
// `dependencies` or `peerDependencies`, so that users need not install them. `npm test` and the demo run this
// build if dist/ is out of date.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { rolldown } from "rolldown";
import { noted } from "./setup/build.mjs";
import { ROOT } from "./setup/root.mjs";
import { succeeds } from "./setup/run.mjs";

/**
 * The packages: their entries, the entries with type declarations (`typed`) and what an entry loads before everything else (`loadedFirst`).
 */
const PACKAGES = [
  {
    folder: ".",
    entries: [
      "sdk/index",
      "sdk/notifications",
      "sdk/testing/index",
      "provider/index",
      "provider/host-flags",
      "cli/main",
      "cli/compile-cache",
      "cli/trial",
    ],
    typed: ["sdk/index", "sdk/notifications", "sdk/testing/index", "provider/index"],
    loadedFirst: { "provider/index": "./host-flags.js" },
  },
  {
    folder: "emulator",
    entries: ["index"],
    typed: ["index"],
    // Puts the libraries into a separate file. In one file with this package's code, publint would take the
    // libraries' exports for exports of this package.
    groups: [{ name: "libraries", test: /node_modules/ }],
  },
];
const DECLARATIONS = path.join(ROOT, "node_modules/.cache/declarations");

await noted(async () => {
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  if (!succeeds(process.execPath, [compiler, "-p", "tsconfig.build.json"])) process.exit(1);
  for (const product of PACKAGES) await build(product);
});

async function build({ folder, entries, typed, groups, loadedFirst = {} }) {
  const source = path.join(ROOT, folder);
  const dist = path.join(source, "dist");
  const { dependencies, peerDependencies } = readJson(path.join(source, "package.json"));
  const external = Object.keys({ ...dependencies, ...peerDependencies });
  const bundle = await rolldown({
    cwd: source,
    input: Object.fromEntries(entries.map((name) => [name, path.join(source, `${name}.ts`)])),
    platform: "node",
    external: external.map((name) => new RegExp(`^${name}(/|$)`)),
    onLog: (level, log, print) => print(level === "warn" ? "error" : level, log),
  });
  rmSync(dist, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: dist,
    format: "cjs",
    chunkFileNames: "chunks/[name].js",
    banner: ({ name }) => (name in loadedFirst ? `require("${loadedFirst[name]}");` : ""),
    ...(groups && { codeSplitting: { groups } }),
  });
  for (const { file, name } of declarations({ folder, typed, external })) copy(file, path.join(dist, name));
  writeFileSync(
    path.join(dist, "THIRD-PARTY-LICENSES.txt"),
    licenses(output.flatMap(({ moduleIds = [] }) => moduleIds)),
  );
}

/**
 * The type declarations that the entries use.
 * @throws Error if one of them needs types of a bundled library, which users do not have
 */
function declarations({ folder, typed, external }) {
  const reached = new Set();
  const reach = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
      if (name.startsWith(".")) reach(path.join(path.dirname(file), name.replace(/\.js$/, ".d.ts")));
      else if (!name.startsWith("node:") && !external.includes(name))
        throw new Error(
          `${path.relative(DECLARATIONS, file)} needs the types of ${name}, which is bundled, so users do not have them`,
        );
    }
  };
  for (const entry of typed) reach(path.join(DECLARATIONS, folder, `${entry}.d.ts`));
  return [...reached].map((file) => ({ file, name: path.relative(path.join(DECLARATIONS, folder), file) }));
}

/** The notice that the licenses of the bundled libraries require. */
function licenses(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license, author } = readJson(path.join(folder, "package.json"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
    const text = file ? readFileSync(path.join(folder, file), "utf8").trim() : `Author: ${author}`;
    return `${name} ${version}, license ${license}\n\n${text}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

function copy(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
