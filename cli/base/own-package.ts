import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The text of a file of this package. Finds the package by its name, because the build moves this module to another folder. */
export function ownFile(name: string): string {
  const manifest = createRequire(__filename).resolve("pulumi-voicecall/package.json");
  return readFileSync(path.join(path.dirname(manifest), name), "utf8");
}

export const ownVersion = (): string => (JSON.parse(ownFile("package.json")) as { version: string }).version;
