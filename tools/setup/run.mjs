import { spawn } from "node:child_process";
import { ROOT } from "./root.mjs";

/** Runs a command at the root with its output on stderr, and answers its exit code: stdout belongs to the caller. */
export function runShown(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", 2, 2], ...options });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
}
