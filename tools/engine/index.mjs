import path from "node:path";
import { build } from "./build.mjs";
import { CLI_CACHE, inCache } from "./cache.mjs";
import { withLock } from "./lock.mjs";
import { onPath } from "./on-path.mjs";
import { CLI } from "./programs.mjs";
import { OLDEST, WANTED } from "./version.mjs";

/**
 * Finds a real Pulumi CLI: on PATH, in the user's cache folder, or built from its Go modules, whose checksums go.sum
 * holds. The official install script is not run: nothing checks it, or what it downloads, before it runs.
 * `say` gets a line of progress now and then; `background` leaves the machine to others while building.
 *
 * Answers `{ pulumi, folder, version, source, notes, env }`: `notes` says why the earlier ways were not taken, and
 * `env` is what has to be set for the CLI to find its language host and its launcher.
 */
export async function findEngine({ say = (line) => console.error(line), background = false } = {}) {
  const notes = [];
  const attempt = async (name, look) => {
    const answer = await look();
    if (answer.folder) return describe(answer, notes);
    if (answer.why) notes.push(`${name}: ${answer.why}`);
    return undefined;
  };
  const atHand = (await attempt("PATH", onPath)) ?? (await attempt("cache", inCache));
  if (atHand) return atHand;

  const lock = path.join(CLI_CACHE, `${WANTED}.lock`);
  const waiting = (pid) => say(`process ${pid} is already getting the Pulumi CLI; waiting for it`);
  return withLock(lock, waiting, async () => {
    for (const [name, look, source] of [
      ["cache", async () => ({}), "made by another process"],
      ["build", build, "built from its Go modules"],
    ]) {
      const answer = await look({ say, background });
      if (answer.why) notes.push(`${name}: ${answer.why}`);
      const made = await inCache();
      if (made.folder) return describe({ ...made, source }, notes);
    }
    throw new Error(
      [
        "No Pulumi CLI could be found or made.",
        ...notes.map((note) => `  ${note}`),
        `Install the Pulumi CLI ${OLDEST} or newer as its documentation says, or Go 1.25.11 or newer to have it built, and run this again.`,
      ].join("\n"),
    );
  });
}

function describe({ folder, version, source }, notes) {
  return {
    pulumi: path.join(folder, CLI),
    folder,
    version,
    source,
    notes,
    env: {
      PATH: [folder, process.env.PATH ?? ""].join(path.delimiter),
      PULUMI_SKIP_UPDATE_CHECK: process.env.PULUMI_SKIP_UPDATE_CHECK ?? "true",
    },
  };
}

/** One line for people: which CLI it is, and why not an earlier one. */
export function introduce({ version, source, folder, notes }) {
  const why = notes.length > 0 ? `; ${notes.join("; ")}` : "";
  return `Pulumi CLI ${version}, ${source} (${folder}${why})`;
}
