/** Programs from Debian's packages, which root installs if they are missing. */
import { spawnSync } from "node:child_process";

/** Why these packages are not on this machine; undefined if they are. */
export function missingPackages(packages: readonly string[]): string | undefined {
  const has = (): boolean => spawnSync("dpkg", ["-s", ...packages], { stdio: "ignore" }).status === 0;
  if (has()) return undefined;
  // In run level 1, the installation starts no service.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  for (const args of [
    ["update", "-q"],
    ["install", "-q", "-y", "--no-install-recommends", ...packages],
  ])
    if (spawnSync("apt-get", args, { env, stdio: "ignore" }).status !== 0)
      return `Debian's packages ${packages.join(", ")} are not installed, and apt-get ${args[0]!} fails`;
  return has() ? undefined : `dpkg does not know Debian's packages ${packages.join(", ")}`;
}
