import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

export interface FoundProcess {
  pid: number;
  command: string;
}

/**
 * The processes whose environment contains the text. The engine puts its plugins into separate process groups, and
 * leaves them running if it is killed. So they cannot be found by group or by parent, but by the environment that they
 * have inherited.
 */
export function processesWith(text: string): FoundProcess[] {
  return process.platform === "linux" ? fromProc(text) : fromPs(text);
}

export function killProcessesWith(text: string): void {
  for (const { pid } of processesWith(text)) kill(pid, "SIGKILL");
}

/** A process that has ended in the meantime is not an error. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function fromProc(text: string): FoundProcess[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.flatMap((name) => {
    try {
      if (!readFileSync(`/proc/${name}/environ`, "utf8").includes(text)) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      return [{ pid: Number(name), command }];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

function fromPs(text: string): FoundProcess[] {
  const { stdout } = spawnSync("ps", ["eww", "-ax", "-o", "pid=,command="], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => line.includes(text))
    .flatMap((line) => {
      const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid && command ? [{ pid: Number(pid), command }] : [];
    });
}
