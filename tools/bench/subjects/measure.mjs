import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

const PROGRAM = fileURLToPath(new URL("measure.py", import.meta.url));
const TIMEOUT_SECONDS = 1200;

/** Why this machine cannot measure; undefined if it can. */
export async function obstacle() {
  if (process.platform !== "linux") return "The bench needs Linux. Run it there.";
  const { failed } = await execa("python3", ["-c", "import ctypes, resource, threading"], { reject: false });
  return failed
    ? "The bench needs python3, which sums the CPU time of a process tree. Install it."
    : undefined;
}

/**
 * Runs a command. Returns its exit code, its output, and what table.mjs shows about it and its whole process tree. A
 * command that cannot be started has exit code 1, and one that takes too long is killed.
 */
export async function measured(command, args, { cwd, env, folder }) {
  const report = path.join(folder, "measured.json");
  const all = [PROGRAM, report, String(TIMEOUT_SECONDS), command, ...args];
  const options = { cwd, env, extendEnv: false, stdin: "ignore", all: true, reject: false };
  const { failed, all: output } = await execa("python3", all, options);
  const what = `${path.basename(command)} ${args.join(" ")}`;
  if (failed) throw new Error(`${what} could not be measured:\n${output}`);
  const { exitCode, processes, ...figures } = JSON.parse(readFileSync(report, "utf8"));
  return { exitCode, what, output, figures: { ...figures, ...figuresOfRoles(processes) } };
}

/** The CPU seconds of each role, and the most memory that one process of it has had. */
export function figuresOfRoles(processes) {
  const figures = {};
  for (const { command = [], cpu, memory } of processes) {
    const role = roleOf(command);
    if (role === undefined) continue;
    figures[`${role}Cpu`] = (figures[`${role}Cpu`] ?? 0) + cpu;
    figures[`${role}Memory`] = Math.max(figures[`${role}Memory`] ?? 0, memory);
  }
  return figures;
}

/** The bare process of the limit counts as a host, since it does a host's work. */
const ROLES = {
  engine: /^\S*(\/|^)(pulumi|terraform) /,
  program: /^\S*node \S*\/pulumi\/cmd\/run(\/| )/,
  host: /^\S*node \S*\/pulumi\/cmd\/dynamic-provider(\/| )|terraform-provider-|plain\.mjs /,
};

const roleOf = (command) =>
  Object.keys(ROLES).find((role) => ROLES[role].test(`${command.slice(0, 2).join(" ")} `));
