import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

export interface FoundProcess {
  pid: number;
  command: string;
}

/**
 * The processes whose environment contains the text. A killed engine leaves its plugins running, in separate
 * process groups, and only the environment that they inherited from the engine identifies them.
 */
export function processesWith(text: string): FoundProcess[] {
  return process.platform === "linux" ? fromProc(text) : fromPs(text);
}

export function killProcessesWith(text: string): void {
  for (const { pid } of processesWith(text)) kill(pid, "SIGKILL");
}

/** Does nothing if the process has already ended. */
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
      // The process has ended, or belongs to a different user.
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
