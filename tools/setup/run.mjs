import { spawnSync } from "node:child_process";
import { ROOT } from "./root.mjs";

/**
 * Runs a command in the root folder and returns whether it succeeded. Its output goes to stderr, so that stdout is
 * free for the caller.
 */
export function succeeds(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", 2, 2], ...options });
  if (error) throw error;
  return status === 0;
}
