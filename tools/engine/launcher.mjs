import { createRequire } from "node:module";
import path from "node:path";
import { LAUNCHER } from "./programs.mjs";

/** The dynamic-provider launcher ships with the SDK, not with the Go modules. */
export function launcherInPackage() {
  const manifest = createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json");
  return path.join(path.dirname(manifest), LAUNCHER);
}
