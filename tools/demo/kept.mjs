import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { StepFailed, say } from "./story.mjs";

export const KEPT = path.join(ROOT, ".demo");
const SERVICE = path.join(KEPT, "service.json");

export function makeKeptFolder() {
  if (existsSync(KEPT)) {
    throw new StepFailed(`A demo is already kept in ${KEPT}. End it first: npm run demo -- --end`);
  }
  mkdirSync(KEPT);
  return KEPT;
}

/** Records how to stop the service, and prints how to continue and how to stop everything. */
export function handOver(stack, service, assistantId) {
  const run = `npm --prefix ${ROOT} run --silent`;
  writeFileSync(SERVICE, JSON.stringify({ pid: service.pid, address: service.address }));
  say();
  say(`The service runs on at ${service.address} (process ${service.pid}), and the stack is in ${KEPT}.`);
  say("To continue in this shell:");
  say();
  for (const [name, value] of Object.entries(stack.variables)) say(`  export ${name}='${value}'`);
  say();
  say(`  alias pulumi='${run} pulumi --' voicecall='${run} voicecall --'`);
  say(`  cd ${stack.project.folder}`);
  say();
  say("Change index.ts or prompts/renewals.md, then preview and apply the change:");
  say("  pulumi preview --diff");
  say("  pulumi up");
  say("Change the service manually, then look for it:");
  say(`  curl -X PUT $VOICECALL_BASE_URL/user/assistant/${assistantId} -d '{"max_call_duration": 90}' \\`);
  say(`    -H "Authorization: Bearer $VOICECALL_ACCESS_TOKEN" -H "Content-Type: application/json"`);
  say("  voicecall drift");
  say("To stop the service and remove the stack:");
  say(`  npm --prefix ${ROOT} run demo -- --end`);
}

/** Stops the service and removes the stack that `--keep` left. */
export async function endKept() {
  if (!existsSync(KEPT)) {
    say("There is no kept demo, so there is nothing to end.");
    return;
  }
  const service = readService();
  // Another program may have this process id by now, so only a service that responds is stopped.
  if (service && (await answers(service.address))) process.kill(service.pid, "SIGTERM");
  rmSync(KEPT, { recursive: true, force: true });
  say("The kept demo is ended: its service is stopped and its stack is removed.");
}

function readService() {
  try {
    return JSON.parse(readFileSync(SERVICE, "utf8"));
  } catch {
    return undefined;
  }
}

async function answers(address) {
  try {
    return (await fetch(`${address}/_emulator/requests`, { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
