import { spawnSync } from "node:child_process";
import { ROOT } from "./root.mjs";

/** Runs a command at the root with its output on stderr, and returns whether it succeeded: stdout belongs to the caller. */
export function succeeds(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", 2, 2], ...options });
  if (error) throw error;
  return status === 0;
}
