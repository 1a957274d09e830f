import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onLeave } from "../leave.mjs";

/**
 * Lets one process at a time make a CLI, so that two don't spend the same minutes. It saves work and guards nothing:
 * what is made is put in place in one step, hence a lock taken from a process that has died does no harm.
 */
export async function withLock(file, whenWaiting, action) {
  let told = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder === undefined) rmSync(file, { force: true });
    else {
      if (!told) whenWaiting(holder);
      told = true;
      await pause(1000);
    }
  }
  const release = onLeave(() => rmSync(file, { force: true }));
  try {
    return await action();
  } finally {
    release.now();
  }
}

function take(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    if (!(pid > 0)) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === "EPERM" ? Number(readFileSync(file, "utf8")) : undefined;
  }
}
