import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findEngine } from "../engine/index.mjs";
import { handOver, makeKeptFolder } from "./kept.mjs";
import { Project } from "./project.mjs";
import { count, firstAssistant, inventory, isEmpty, startKeptService, startService } from "./service.mjs";
import { DemoStack } from "./stack.mjs";
import { destroyAll, tell } from "./steps.mjs";
import { check, say, seconds } from "./story.mjs";

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Plays the story, and removes what it made, also after a signal or when nobody reads the output any more.
 * @param kept the folder of the stack with `keep`
 * @returns the exit code
 */
export async function demo({ keep, form, kept, started = performance.now() }) {
  const engine = await findEngine();
  // An interrupted Pulumi command ends by itself. The files that it leaves are removed afterwards.
  const interrupt = new AbortController();
  let interrupted;
  const stop = (code) => {
    interrupted ??= code;
    interrupt.abort();
  };
  for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => stop(code));
  // The reader of a pipe has ended, such as `head`.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop(1));

  const folder = keep ? makeKeptFolder(kept) : mkdtempSync(path.join(os.tmpdir(), "voicecall-demo-"));
  let isKept = false;
  try {
    await play({ keep, form, engine, folder, interrupted: interrupt.signal });
    isKept = keep;
  } catch (error) {
    if (interrupted === undefined) throw error;
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
  say();
  if (interrupted === undefined || isKept) {
    say(`The demo took ${seconds(performance.now() - started)}, with Pulumi CLI ${engine.version}.`);
    return 0;
  }
  say("Stopped. The service and the stack are removed.");
  return interrupted;
}

async function play({ keep, form, ...options }) {
  const service = keep ? await startKeptService(options.folder, form) : await startService(form);
  let isKept = false;
  try {
    const atFirst = await inventory(service);
    check(isEmpty(atFirst), "The account is not empty at its start.");
    const stack = new DemoStack({ ...options, project: new Project(options.folder), service });
    await stack.init();
    say(`A voice calling service runs on this machine, at ${service.address}. No phone can ring.`);
    say(`Its account has ${count(atFirst.campaigns, "campaign")}, and no tools, assistants or leads yet.`);
    say(`The stack is in ${options.folder}. Your own Pulumi login and stacks are left alone.`);
    say("Below each command is its output, without progress lines, outputs and counts of the stack.");
    await tell(stack, service);
    if (keep) {
      handOver(stack, service, (await firstAssistant(service)).id);
      isKept = true;
      return;
    }
    await destroyAll(stack, service, atFirst);
    say();
    say("What to try next:");
    say("  npm run demo -- --keep    the same, but leaves the service and the stack for you to try");
    say("  README.md                 a first program of your own");
    say("  examples/                 programs to copy and change");
  } finally {
    if (!isKept) await service.close();
  }
}
