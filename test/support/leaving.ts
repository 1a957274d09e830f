const actions = new Set<() => void>();

/** Does something when this test process ends, by a signal too: an interrupted run leaves no engine and no host behind. */
export function whenLeaving(action: () => void): void {
  actions.add(action);
}

function leave(): void {
  for (const action of actions) action();
}

process.once("exit", leave);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    leave();
    // Vitest refuses `process.exit`; without a listener the signal does what it always does.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
