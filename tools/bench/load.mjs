import os from "node:os";

/**
 * Begins to watch how busy this machine is. The returned function returns the load average, and which part of all
 * cores other programs have used since then. `measured` is the CPU time of the bench's commands.
 */
export function watchLoad() {
  const started = { busy: busySeconds(), own: ownSeconds(), wall: performance.now() };
  return (measured) => {
    const used = busySeconds() - started.busy - (ownSeconds() - started.own) - measured;
    const all = ((performance.now() - started.wall) / 1000) * os.availableParallelism();
    return { average: os.loadavg()[0], others: Math.max(0, used / all) };
  };
}

const busySeconds = () =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
