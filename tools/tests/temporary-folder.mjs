import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Makes the folder for all temporary files of the tests, and removes it at the end: engines and compilers leave files
 * behind, especially when they are killed. Needs an installed project.
 */
export async function useTemporaryFolder() {
  const { onExit } = await import("signal-exit");
  const folder = mkdtempSync(path.join(os.tmpdir(), "voicecall-test-"));
  // PostgreSQL refuses to run as root, so tests that run as root start it under a different account, which needs
  // access.
  chmodSync(folder, 0o711);
  onExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.env.TMPDIR = folder;
  return folder;
}
