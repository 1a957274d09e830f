import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

const PROGRAM = fileURLToPath(new URL("measure.py", import.meta.url));

/** Why this machine cannot measure; undefined if it can. */
export async function obstacle() {
  if (process.platform !== "linux") return "The bench needs Linux: it reads /proc.";
  const { failed } = await execa("python3", ["-c", "import ctypes, resource"], { reject: false });
  return failed ? "The bench needs python3 on PATH, which sums the CPU time of a process tree." : undefined;
}

/**
 * Runs a command. Returns its exit code, its output, its wall seconds, the CPU seconds of its whole process tree,
 * and the figures of each process. Throws only if the measurement fails or the command does not end within
 * `timeoutSeconds`. A command that cannot be started has exit code 1.
 */
export async function measured(command, args, { cwd, env, folder, timeoutSeconds = 1200 }) {
  const report = path.join(folder, "measured.json");
  const result = await execa("python3", [PROGRAM, report, String(timeoutSeconds), command, ...args], {
    cwd,
    env,
    extendEnv: false,
    stdin: "ignore",
    all: true,
    reject: false,
  });
  const what = `${path.basename(command)} ${args.join(" ")}`;
  if (result.failed) throw new Error(`${what} could not be measured:\n${result.all}`);
  const figures = JSON.parse(readFileSync(report, "utf8"));
  if (figures.timedOut) throw new Error(`${what} did not end within ${timeoutSeconds} s:\n${result.all}`);
  return { ...figures, what, output: result.all, stdout: result.stdout };
}
