// `npm run demo`: a story about voice assistants, played by a real Pulumi engine in a service on this machine.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { HELP, readOptions } from "./demo/options.mjs";
import { setup } from "./setup.mjs";

const started = performance.now();

try {
  const { help, end, ...chosen } = readOptions(process.argv.slice(2), process.env);
  if (help) console.log(HELP);
  else {
    setup();
    if (end) await (await import("./demo/kept.mjs")).endKept();
    else await demo(chosen);
  }
} catch (error) {
  const isOurs = ["StepFailed", "Error"].includes(error.name) || error.code?.startsWith("ERR_PARSE_ARGS");
  console.error(`\nThe demo failed: ${isOurs ? error.message : error.stack}`);
  process.exit(1);
}

async function demo({ keep, form }) {
  const { findEngine } = await import("./engine/index.mjs");
  const { makeKeptFolder } = await import("./demo/kept.mjs");
  const { say, seconds } = await import("./demo/story.mjs");

  const engine = await findEngine();
  const folder = keep ? makeKeptFolder() : mkdtempSync(path.join(os.tmpdir(), "voicecall-demo-"));
  // An interrupted Pulumi command ends by itself. The files that it leaves are removed afterwards.
  const interrupt = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => interrupt.abort());
  let isKept = false;
  try {
    await play({ keep, form, engine, folder, interrupted: interrupt.signal });
    isKept = keep;
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
  say();
  say(`The demo took ${seconds(performance.now() - started)}, with Pulumi CLI ${engine.version}.`);
}

async function play({ keep, form, ...options }) {
  const { Project } = await import("./demo/project.mjs");
  const { DemoStack } = await import("./demo/stack.mjs");
  const { handOver } = await import("./demo/kept.mjs");
  const { count, firstAssistant, inventory, isEmpty, startKeptService, startService } =
    await import("./demo/service.mjs");
  const { destroyAll, tell } = await import("./demo/steps.mjs");
  const { check, say } = await import("./demo/story.mjs");

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
