import { existsSync, rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { ROOT } from "../setup/root.mjs";
import { quoted } from "./quoted.mjs";
import { recorded } from "./record.mjs";
import { StepFailed, say } from "./story.mjs";

const POLLS = { count: 100, milliseconds: 100 };

/**
 * After this many polls without a response, the service counts as stopped. A process that has exited keeps
 * its id until its parent waits for it, which may never happen in a container.
 */
const POLLS_WITHOUT_RESPONSE = 20;

/** Stops the service and removes the stack that `--keep` has left in the folder. */
export async function endKept(folder) {
  if (!existsSync(folder)) {
    say("There is no kept demo, so there is nothing to end.");
    return;
  }
  const demo = recorded(folder);
  const outcome = await endService(demo);
  rmSync(folder, { recursive: true, force: true });
  say(`The kept demo is ended. Its stack is removed. ${outcome}`);
  if (!demo.variables) return;
  say(
    "A shell that has read env.sh of this demo is still in the removed folder, with variables for that stack. In that shell, run:",
  );
  say(`  cd ${quoted(ROOT)}; unset ${demo.variables.join(" ")}`);
}

/**
 * Stops the service. Returns a sentence that says whether it was stopped. Throws if it is still running after
 * the signal.
 */
async function endService({ pid, address }) {
  if (pid === undefined)
    return "Its folder does not record the process id of the service, so no process was stopped. To find the service, run `ps ax | grep emulator`.";
  if (!isRunning(pid)) return `Its service (process ${pid}) had already exited.`;
  // Another program may have this process id by now, so the process is stopped only if the service responds.
  if (!(await responds(address)))
    return `Process ${pid} does not respond at the address of the service, and may be another program. So it was not stopped.`;
  process.kill(pid, "SIGTERM");
  let silent = 0;
  for (let poll = 0; poll < POLLS.count; poll += 1) {
    silent = (await responds(address)) ? 0 : silent + 1;
    if (!isRunning(pid) || silent >= POLLS_WITHOUT_RESPONSE)
      return `Its service (process ${pid}) is stopped.`;
    await setTimeout(POLLS.milliseconds);
  }
  throw new StepFailed(
    `The service (process ${pid}) is still running after SIGTERM. Stop the process, and run this command again.`,
  );
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether a local service is at the address. */
export async function responds(address) {
  try {
    return (await fetch(`${address}/_emulator/requests`, { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
