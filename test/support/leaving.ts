import { onExit } from "signal-exit";

/** Does something when this test process ends, by a signal too: an interrupted run leaves no engine and no host behind. */
export function whenLeaving(action: () => void): void {
  onExit(() => action());
}

// A test runner that was killed does not end its workers.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
