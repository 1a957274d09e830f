import path from "node:path";
import { makeInCache } from "../base/cache.mjs";
import { build } from "./build.mjs";
import { HOME, inCache } from "./cache.mjs";
import { install } from "./install.mjs";
import { onPath } from "./on-path.mjs";
import { CLI } from "./programs.mjs";
import { OLDEST } from "./version.mjs";

const WAYS = {
  PATH: onPath,
  cache: inCache,
  install: () => makeCli(install, "installed by Pulumi's installer"),
  build: () => makeCli(build, "built from its Go modules"),
};

/** What each value of VOICECALL_CLI tries. The cache does not record which way made its copy. */
const CHOICES = {
  path: ["PATH"],
  install: ["cache", "install"],
  build: ["cache", "build"],
};

/**
 * Finds a real Pulumi CLI: on PATH, in the user's cache folder, from Pulumi's installer, or built from its Go
 * modules, whose checksums are in go.sum.
 *
 * Returns `{ pulumi, folder, version, introduction, env }`. `introduction` names the CLI, and gives the
 * reason why each earlier way was not used. With `env`, the CLI finds its language host and its launcher.
 */
export async function findEngine() {
  const { VOICECALL_CLI: choice } = process.env;
  if (choice && !Object.hasOwn(CHOICES, choice))
    throw new Error(
      `VOICECALL_CLI is ${JSON.stringify(choice)}. Set it to ${Object.keys(CHOICES).join(", ")}, or unset it to try all.`,
    );
  const notes = [];
  for (const way of choice ? CHOICES[choice] : Object.keys(WAYS)) {
    const { why, ...found } = await WAYS[way]();
    if (found.folder) return describe(found, notes);
    notes.push(`${way}: ${why}`);
  }
  throw new Error(
    [
      "There is no Pulumi CLI.",
      ...notes.map((note) => `  ${note}`),
      `Install the Pulumi CLI ${OLDEST} or later (https://www.pulumi.com/docs/install/), or Go 1.26.6 or later, with which this command builds one${choice ? ", or unset VOICECALL_CLI to try all ways" : ""}. Then run this command again.`,
    ].join("\n"),
  );
}

async function makeCli(make, source) {
  try {
    const exists = async () => (await inCache()).folder !== undefined;
    await makeInCache(HOME, { exists, make });
    return { ...(await inCache()), source };
  } catch (error) {
    return { why: error.message.split("\n")[0] };
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
