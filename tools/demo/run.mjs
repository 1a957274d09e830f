import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findEngine } from "../engine/index.mjs";
import { Project } from "./project.mjs";
import { count, inventory, isEmpty, startService } from "./service.mjs";
import { DemoStack } from "./stack.mjs";
import { tell } from "./steps.mjs";
import { check, say, seconds } from "./story.mjs";

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const NEXT = `
What to try next:
  README.md                          how to install this package, and your first program
  examples/                          programs to copy and change
  docs/evidence/faults.md            what happens if a response is lost: nothing is created or started twice

With your account in the real service (set VOICECALL_BASE_URL and VOICECALL_ACCESS_TOKEN):
  npm run voicecall -- doctor --no-program    checks settings, token, form and names (docs/doctor.md)
  npm run voicecall -- export DIR             writes the account's objects as a program (docs/take-over.md)`;

/**
 * Plays the story, and removes everything that it has created, even after a signal or a closed pipe.
 * @returns the exit code
 */
export async function demo(started = performance.now()) {
  const engine = await findEngine();
  // The abort signal interrupts the running command. The demo removes its files only after the command has
  // exited.
  const interrupt = new AbortController();
  let interrupted;
  const stop = (code) => {
    interrupted ??= code;
    interrupt.abort();
  };
  for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => stop(code));
  // An error means that a reader such as `head` has closed the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop(1));

  const folder = mkdtempSync(path.join(os.tmpdir(), "voicecall-demo-"));
  try {
    await play({ engine, folder, interrupted: interrupt.signal, started });
  } catch (error) {
    if (interrupted === undefined) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (interrupted === undefined) return 0;
  say();
  say("Stopped. The service and the stack are removed.");
  return interrupted;
}

async function play({ started, ...options }) {
  const service = await startService();
  try {
    const atFirst = inventory(service);
    check(isEmpty(atFirst), "The account is not empty at the start.");
    const project = new Project(options.folder);
    const stack = new DemoStack({ ...options, project, service });
    await stack.init();
    say(`A service on this machine imitates the voice calling service.`);
    say(`It is at ${service.address}, and no phone can ring.`);
    say(`Its account has ${count(atFirst.campaigns, "campaign")}, and no tools, assistants or leads yet.`);
    say(`The stack is in ${options.folder}. Your own Pulumi login and stacks are left alone.`);
    say("Pulumi's output is shortened: no progress, no outputs, no counts.");
    say("To save time, `pulumi up` and `pulumi destroy` run without their preview here (--skip-preview).");
    const setUp = performance.now();
    await tell(stack, service, atFirst);
    say(NEXT);
    say();
    const durations = [performance.now() - setUp, setUp - started].map(seconds);
    say(
      `The story took ${durations[0]}, after ${durations[1]} of setup, with Pulumi CLI ${options.engine.version}.`,
    );
  } finally {
    await service.close();
  }
}
