import { onExit } from "signal-exit";

/** Runs a function when this test process exits, even after a signal, so that no engine or provider host is left. */
export function whenLeaving(action: () => void): void {
  onExit(() => action());
}

// A killed test runner does not end its worker processes, so each worker ends itself.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
