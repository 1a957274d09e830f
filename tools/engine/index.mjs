import path from "node:path";
import { makeInCache } from "../cache.mjs";
import { build } from "./build.mjs";
import { HOME, inCache } from "./cache.mjs";
import { onPath } from "./on-path.mjs";
import { CLI } from "./programs.mjs";
import { OLDEST } from "./version.mjs";

/**
 * Finds a real Pulumi CLI: on PATH, in the user's cache folder, or built from its Go modules, whose checksums are
 * in go.sum. The official install script is not used, because nothing would verify the script or its downloads
 * before they run.
 *
 * Returns `{ pulumi, folder, version, introduction, env }`. `introduction` names the CLI, and gives the
 * reason why each earlier choice was not used. With `env`, the CLI finds its language host and its launcher.
 */
export async function findEngine() {
  const notes = [];
  for (const [place, look] of [
    ["PATH", onPath],
    ["cache", inCache],
    ["build", buildIntoCache],
  ]) {
    const { why, ...found } = await look();
    if (found.folder) return describe(found, notes);
    notes.push(`${place}: ${why}`);
  }
  throw new Error(
    [
      "No Pulumi CLI could be found or built.",
      ...notes.map((note) => `  ${note}`),
      `Install the Pulumi CLI ${OLDEST} or newer (see its documentation), or Go 1.25.11 or newer to have the CLI built. Then run this command again.`,
    ].join("\n"),
  );
}

async function buildIntoCache() {
  try {
    const exists = async () => (await inCache()).folder !== undefined;
    await makeInCache(HOME, { exists, make: build });
    return { ...(await inCache()), source: "built from its Go modules" };
  } catch (error) {
    return { why: error.message };
  }
}

function describe({ folder, version, source }, notes) {
  const why = notes.map((note) => `; ${note}`).join("");
  return {
    pulumi: path.join(folder, CLI),
    folder,
    version,
    introduction: `Pulumi CLI ${version}, ${source} (${folder}${why})`,
    env: {
      PATH: [folder, process.env.PATH ?? ""].join(path.delimiter),
      PULUMI_SKIP_UPDATE_CHECK: process.env.PULUMI_SKIP_UPDATE_CHECK ?? "true",
    },
  };
}
