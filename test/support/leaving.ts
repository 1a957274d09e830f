import { onExit } from "signal-exit";

/** Runs a function when this test process exits, even after a signal, so that no engine or host is left running. */
export function whenLeaving(action: () => void): void {
  onExit(() => action());
}

// A killed test runner does not end its workers.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
