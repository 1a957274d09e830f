import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface OwnPackage {
  version: string;
  engines: { node: string };
  peerDependencies: Record<string, string>;
}

/** Finds package.json by the name of this package, because the build moves this module to another folder. */
export function ownPackage(): OwnPackage {
  return JSON.parse(
    readFileSync(createRequire(__filename).resolve("pulumi-voicecall/package.json"), "utf8"),
  ) as OwnPackage;
}
