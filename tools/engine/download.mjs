import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { publish, staging } from "./cache.mjs";
import { startTree } from "./tree.mjs";
import { tell } from "./progress.mjs";
import { LAUNCHER, isProgram } from "./programs.mjs";
import { launcherInPackage } from "./launcher.mjs";
import { WANTED } from "./version.mjs";

const CONNECT_MS = 15_000;
const WHOLE_MS = 10 * 60_000;
const CHILD = fileURLToPath(new URL("download-child.mjs", import.meta.url));

/** The ordinary way for a user who is online. Where nothing answers in 15 s it gives up, leaving nothing behind. */
export async function download({ say }) {
  say(`downloading the Pulumi CLI ${WANTED} …`);
  const { folder, discard } = staging();
  try {
    const temporary = path.join(folder, "tmp");
    mkdirSync(temporary);
    const failure = await runChild(folder, temporary, say);
    if (failure) {
      say(`the download did not work (${failure})`);
      return { why: failure };
    }
    const bin = path.join(folder, "bin");
    if (!isProgram(path.join(bin, LAUNCHER))) copyFileSync(launcherInPackage(), path.join(bin, LAUNCHER));
    await publish(bin);
    return {};
  } finally {
    discard();
  }
}

/** Resolves to nothing when the CLI is there, otherwise to the reason why it is not. */
async function runChild(folder, temporary, say) {
  const { child, ended, end } = startTree(process.execPath, [CHILD, WANTED, folder], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, TMPDIR: temporary },
  });
  let failure;
  const giveUp = (reason) => () => {
    failure = reason;
    end();
  };
  const whole = setTimeout(giveUp(`not finished after ${WHOLE_MS / 60_000} min`), WHOLE_MS);
  const connect = setTimeout(giveUp(`nothing answered within ${CONNECT_MS / 1000} s`), CONNECT_MS);
  const stopTelling = tell(say, () => `downloading the Pulumi CLI, ${megabytes(folder)} MB`);
  child.on("message", () => clearTimeout(connect));
  let complaint = "";
  child.stderr.on("data", (chunk) => (complaint += chunk));
  const { code, error } = await ended;
  stopTelling();
  clearTimeout(whole);
  clearTimeout(connect);
  if (failure) return failure;
  if (error) return error.message;
  if (code === 0) return undefined;
  return /Error: (.*)/.exec(complaint)?.[1] ?? `it ended with code ${code}`;
}

function megabytes(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.map((entry) => sizeOf(path.join(entry.parentPath, entry.name)));
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1e6);
}

function sizeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
