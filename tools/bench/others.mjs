import os from "node:os";

/** The part of all cores that other programs may use. */
const MOST = 0.1;

/**
 * Begins to watch how busy this machine is. The returned function says which part of all cores other programs have
 * used since then, where `measuredSeconds` is the CPU time of the bench's commands.
 */
export function watchOthers() {
  const started = { busy: busySeconds(), own: ownSeconds(), wall: performance.now() };
  return (measuredSeconds = 0) => {
    const used = busySeconds() - started.busy - (ownSeconds() - started.own) - measuredSeconds;
    return used / (((performance.now() - started.wall) / 1000) * os.availableParallelism());
  };
}

/** Why the document is not written with this part of the cores used by others; undefined if it may be. */
export function refusal(part) {
  if (part <= MOST) return undefined;
  const percent = Math.round(part * 100);
  return `Other programs use ${percent} % of this machine, so its times would not hold, and docs/evidence/performance.md is not written. End them and run this again, or measure without the document: npm run bench -- --sizes 50`;
}

const busySeconds = () =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
