import { onExit } from "signal-exit";

/**
 * Runs a function when this test process ends, even by a signal, so that an interrupted run leaves no engine or host
 * behind.
 */
export function whenLeaving(action: () => void): void {
  onExit(() => action());
}

// A test runner that is killed does not end its workers.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
