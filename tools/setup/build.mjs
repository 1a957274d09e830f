import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "./root.mjs";
import { succeeds } from "./run.mjs";

const SOURCES = ["provider", "sdk", "emulator", "cli"];
const SETTINGS = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];
const DIST = path.join(ROOT, "dist");
const CACHE = path.join(ROOT, "node_modules", ".cache");
const STAMP = path.join(CACHE, "voicecall-build.sha256");
const INCREMENTAL = path.join(CACHE, "build.tsbuildinfo");

/** Whether dist/ was built, without an error, from the sources as they are now. */
export function buildIsCurrent() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint() && compare().missing.length === 0;
}

export function build() {
  const { missing, surplus } = compare();
  console.error("building dist/ from the TypeScript sources …");
  rmSync(STAMP, { force: true });
  // The compiler writes only what changed since its last run, so it must start anew when dist/ lacks a file;
  // and it never removes what a deleted source left, which would end up in the package.
  if (missing.length > 0) rmSync(INCREMENTAL, { force: true });
  for (const file of surplus) rmSync(path.join(DIST, file));
  const before = fingerprint();
  const compiler = createRequire(path.join(ROOT, "package.json")).resolve("typescript/bin/tsc");
  if (!succeeds(process.execPath, [compiler, "-p", "tsconfig.build.json"]))
    throw new Error("The build failed: the lines above name the files and lines to correct.");
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, before);
}

function sources() {
  return SOURCES.filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) => filesUnder(path.join(ROOT, folder)))
    .map((file) => path.relative(ROOT, file))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .sort();
}

function filesUnder(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const file of [...SETTINGS, ...sources()])
    hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex");
}

/** What dist/ lacks, and what it has of sources that are gone. */
function compare() {
  const stems = new Set(sources().map((file) => file.replace(/\.ts$/, "")));
  const built = existsSync(DIST) ? filesUnder(DIST).map((file) => path.relative(DIST, file)) : [];
  const present = new Set(built);
  return {
    missing: [...stems].filter((stem) => !present.has(`${stem}.js`) || !present.has(`${stem}.d.ts`)),
    surplus: built.filter((file) => !stems.has(file.replace(/\.(d\.ts|js)(\.map)?$/, ""))),
  };
}
