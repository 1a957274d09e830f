import path from "node:path";
import semver from "semver";
import { WANTED } from "./version.mjs";

const SITE = "https://get.pulumi.com/install.sh";
const CONNECT_MS = 7_000;

/** Runs Pulumi's own installer, which the Automation API contains, and returns the folder of the programs. */
export async function install(folder) {
  console.error(
    `installing the Pulumi CLI ${WANTED} with Pulumi's own installer into this project's cache (VOICECALL_CLI chooses another way)`,
  );
  // The installer itself would wait two minutes for a site that does not respond.
  await fetch(SITE, { method: "HEAD", signal: AbortSignal.timeout(CONNECT_MS) }).catch((error) => {
    throw new Error(`Pulumi's installer cannot be reached (${error.message})`);
  });
  // Imported here, because most commands find a CLI without it, and it takes a second to load.
  const { PulumiCommand } = await import("@pulumi/pulumi/automation/index.js");
  await PulumiCommand.install({ version: new semver.SemVer(WANTED), root: folder });
  return path.join(folder, "bin");
}
