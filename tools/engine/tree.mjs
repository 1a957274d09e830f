import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { onLeave } from "../leave.mjs";

const windows = process.platform === "win32";

/**
 * Starts a command that is ended with all that it started: `go build` runs compilers, and the
 * Pulumi CLI puts its plugins in process groups of their own, where neither Ctrl-C nor a signal to its own group
 * reaches them. `release` lets them live on after this process.
 */
export function startTree(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options, detached: !windows });
  const whenLeaving = onLeave(() => endTree(child));
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, error }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  }).finally(whenLeaving.forget);
  return { child, ended, release: whenLeaving.forget };
}

function endTree({ pid, exitCode, signalCode }) {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  if (windows) {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"]);
    return;
  }
  // Stopped first, it starts nothing between the look at its children and their end.
  send(pid, "SIGSTOP");
  for (const one of [...descendants(pid), pid]) send(one, "SIGKILL");
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function descendants(root) {
  const parents = process.platform === "linux" ? parentsFromProc() : parentsFromPs();
  const found = [root];
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid) found.push(child);
  }
  return found.slice(1);
}

/** Small Linux images have no `ps`. */
function parentsFromProc() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // `pid (any name) state ppid …`
        const fields = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        return [[Number(name), Number(fields[1])]];
      } catch {
        return [];
      }
    });
}

function parentsFromPs() {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
}
