// What has to be undone when this process leaves, however it leaves: at its end, by an error or by Ctrl-C.
const pending = new Set();

/** Registers a synchronous clean-up: `now` does it at once and only once, `forget` leaves things as they are. */
export function onLeave(action) {
  pending.add(action);
  return {
    now() {
      if (pending.delete(action)) action();
    },
    forget() {
      pending.delete(action);
    },
  };
}

function leave() {
  for (const action of [...pending].reverse()) {
    pending.delete(action);
    try {
      action();
    } catch (error) {
      console.error(`while cleaning up: ${error.message}`);
    }
  }
}

process.on("exit", leave);
for (const [signal, number] of [
  ["SIGINT", 2],
  ["SIGTERM", 15],
  ["SIGHUP", 1],
]) {
  process.once(signal, () => process.exit(128 + number));
}
