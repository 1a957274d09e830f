import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Finds package.json by the name of this package, because the build moves this module to another folder. */
export function ownPackage(): { version: string } {
  return JSON.parse(
    readFileSync(createRequire(__filename).resolve("pulumi-voicecall/package.json"), "utf8"),
  ) as { version: string };
}
