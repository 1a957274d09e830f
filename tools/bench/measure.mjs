import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

const PROGRAM = fileURLToPath(new URL("measure.py", import.meta.url));
const TIMEOUT_SECONDS = 1200;

/** Why this machine cannot measure; undefined if it can. */
export async function obstacle() {
  if (process.platform !== "linux") return "The bench needs Linux. Run it there.";
  const { failed } = await execa("python3", ["-c", "import ctypes, resource"], { reject: false });
  return failed
    ? "The bench needs python3, which sums the CPU time of a process tree. Install it."
    : undefined;
}

/**
 * Runs a command. Returns its exit code, its output, its wall seconds, and the CPU seconds of its whole process
 * tree. A command that cannot be started has exit code 1, and one that takes too long is killed.
 */
export async function measured(command, args, { cwd, env, folder }) {
  const report = path.join(folder, "measured.json");
  const all = [PROGRAM, report, String(TIMEOUT_SECONDS), command, ...args];
  const options = { cwd, env, extendEnv: false, stdin: "ignore", all: true, reject: false };
  const { failed, all: output } = await execa("python3", all, options);
  const what = `${path.basename(command)} ${args.join(" ")}`;
  if (failed) throw new Error(`${what} could not be measured:\n${output}`);
  return { ...JSON.parse(readFileSync(report, "utf8")), what, output };
}
