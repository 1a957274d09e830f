import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Finds the package by its name, because the build moves this module to another folder. */
export const packageFolder = (): string =>
  path.dirname(createRequire(__filename).resolve("pulumi-voicecall/package.json"));

/** The text of a file of this package. */
export const ownFile = (name: string): string => readFileSync(path.join(packageFolder(), name), "utf8");

export const ownVersion = (): string => (JSON.parse(ownFile("package.json")) as { version: string }).version;
