import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface OwnPackage {
  version: string;
  engines: { node: string };
  peerDependencies: Record<string, string>;
}

/** The package.json of this package, found by name because the build moves this file. */
export function ownPackage(): OwnPackage {
  return JSON.parse(
    readFileSync(createRequire(__filename).resolve("pulumi-voicecall/package.json"), "utf8"),
  ) as OwnPackage;
}
