import { execa } from "execa";
import semver from "semver";
import { OLDEST, PINNED } from "./version.mjs";

/** For the soak: variables that make its tests use the oldest, the pinned and the newest CLI. Each is built once. */
export async function environments() {
  // The CLI and the SDK have the same versions.
  const { stdout } = await execa("npm", ["view", "@pulumi/pulumi", "version"]);
  const newest = semver.gt(stdout.trim(), PINNED) ? [stdout.trim()] : [];
  return [OLDEST, PINNED, ...newest].map((version) => ({
    VOICECALL_CLI: "build",
    VOICECALL_CLI_VERSION: version,
  }));
}
