import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.mjs";
import { succeeds } from "./run.mjs";

const SOURCES = ["provider", "sdk", "emulator", "cli"];
const SETTINGS = [
  ...["tsconfig.json", "tsconfig.build.json", "package.json", "package-lock.json"],
  ...["emulator/package.json", "tools/build.mjs"],
];
const OUTPUTS = ["dist", "emulator/dist"];
const STAMP = path.join(ROOT, "node_modules", ".cache", "voicecall-build.json");

/** Whether both dist/ folders are a successful build of the current sources. */
export function buildIsCurrent() {
  if (!existsSync(STAMP)) return false;
  const { sources, built } = JSON.parse(readFileSync(STAMP, "utf8"));
  return sources === fingerprint() && built.join() === outputs().join();
}

export function build() {
  console.error("building dist/ from the TypeScript sources …");
  if (!succeeds(process.execPath, [path.join(ROOT, "tools/build.mjs")]))
    throw new Error("The build failed: the lines above name the files and lines to correct.");
}

/** Runs a build. If it succeeds, records a hash of its sources and the names of its output files. */
export async function noted(run) {
  rmSync(STAMP, { force: true });
  const sources = fingerprint();
  await run();
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, JSON.stringify({ sources, built: outputs() }));
}

function fingerprint() {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap(filesUnder).filter(
    (file) => /\.c?ts$|\.cjs$/.test(file) && !file.startsWith("emulator/dist/"),
  );
  for (const file of [...SETTINGS, ...files])
    hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex");
}

const outputs = () => OUTPUTS.flatMap(filesUnder);

/** Sorted paths relative to the root, with forward slashes. */
function filesUnder(folder) {
  const start = path.join(ROOT, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();
}
