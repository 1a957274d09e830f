// `npm run demo`: a real Pulumi engine makes, checks, repairs and removes voice assistants in a service on this machine.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setup } from "./setup.mjs";

const started = performance.now();
const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== "--keep" && flag !== "--end");
if (unknown.length > 0) {
  console.error(
    `The demo knows --keep (leave the service and the stack to play with) and --end, not ${unknown[0]}.`,
  );
  process.exit(1);
}
const keep = flags.includes("--keep");

try {
  setup();
  const { endKept } = await import("./demo/kept.mjs");
  if (flags.includes("--end")) await endKept();
  else await demo();
} catch (error) {
  const isOurs = ["StepFailed", "Error"].includes(error.name);
  console.error(`\nThe demo failed: ${isOurs ? error.message : error.stack}`);
  process.exit(1);
}

async function demo() {
  const { findEngine } = await import("./engine/index.mjs");
  const { makeKeptFolder } = await import("./demo/kept.mjs");
  const { say, seconds } = await import("./demo/story.mjs");

  const engine = await findEngine();
  const folder = keep ? makeKeptFolder() : mkdtempSync(path.join(os.tmpdir(), "voicecall-demo-"));
  // A command of Pulumi that is interrupted ends by itself, and what it leaves is removed after it.
  const interrupt = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => interrupt.abort());
  say(engine.introduction);
  let isKept = false;
  try {
    await play({ engine, folder, interrupted: interrupt.signal });
    isKept = keep;
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
  say();
  say(`The demo took ${seconds(performance.now() - started)}.`);
}

async function play(options) {
  const { DemoStack } = await import("./demo/stack.mjs");
  const { handOver } = await import("./demo/kept.mjs");
  const { firstAssistant, inventory, isEmpty, startKeptService, startService } =
    await import("./demo/service.mjs");
  const { createAndRepair, destroyAll } = await import("./demo/steps.mjs");
  const { check, say, step } = await import("./demo/story.mjs");

  const service = keep ? await startKeptService(options.folder) : await startService();
  let isKept = false;
  try {
    let stack;
    let atFirst;
    await step("Start the voice calling service on this machine. No phone can ring.", async () => {
      atFirst = await inventory(service);
      check(isEmpty(atFirst), "The service is not empty at its start.");
      stack = new DemoStack({ ...options, service });
      await stack.init();
      return `it listens on ${service.address} and is empty; Pulumi keeps its state in ${options.folder}`;
    });
    await createAndRepair(stack, service);
    if (keep) {
      handOver(stack, service, (await firstAssistant(service)).id);
      isKept = true;
      return;
    }
    await destroyAll(stack, service, atFirst);
    say();
    say("What to try next:");
    say("  npm run demo -- --keep    the same, and leaves the service and the stack to play with");
    say("  examples/                 programs to copy and change, explained in README.md");
    say("  npm run pulumi -- --help  the same Pulumi CLI, for a stack of your own");
  } finally {
    if (!isKept) await service.close();
  }
}
