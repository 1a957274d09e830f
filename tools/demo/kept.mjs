import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { record } from "./record.mjs";
import { StepFailed, say } from "./story.mjs";

export const KEPT = path.join(ROOT, ".demo");

export function makeKeptFolder(folder) {
  if (existsSync(folder)) {
    throw new StepFailed(`A demo is already kept in ${folder}. End it first: npm run demo -- --end`);
  }
  mkdirSync(folder);
  return folder;
}

/** Prints how to continue and how to stop everything. */
export function handOver(stack, service, assistantId) {
  const run = `npm --prefix ${ROOT} run --silent`;
  record(stack.folder, { assistantId });
  say();
  say(
    `The service runs on at ${service.address} (process ${service.pid}), and the stack is in ${stack.folder}.`,
  );
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
