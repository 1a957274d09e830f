import { onExit } from "signal-exit";

/** Runs a function when this test process ends, also by a signal, so that an interrupted run leaves no engine or host. */
export function whenLeaving(action: () => void): void {
  onExit(() => action());
}

// A test runner that was killed does not end its workers.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
