import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { responds } from "./end.mjs";
import { quoted } from "./quoted.mjs";
import { record, recorded } from "./record.mjs";
import { StepFailed, say } from "./story.mjs";

export const KEPT = path.join(ROOT, ".demo");

const END = `npm --prefix ${quoted(ROOT)} run demo -- --end`;

export function makeKeptFolder(folder) {
  mkdirSync(folder);
  return folder;
}

/** Writes the file that prepares a shell, and prints how to continue and how to stop. */
export function handOver(stack, assistantId) {
  const { engine, folder, project, variables } = stack;
  const commands = [path.join(project.folder, "node_modules/.bin"), engine.folder];
  const lines = [
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `export PATH=${commands.map(quoted).join(":")}:"$PATH"`,
    `cd ${quoted(project.folder)}`,
  ];
  writeFileSync(shellFile(folder), `${lines.join("\n")}\n`);
  record(folder, { assistantId, variables: Object.keys(variables) });
  say();
  sayHowToContinue(folder);
}

/**
 * If the folder has a kept demo, prints how to continue with it and returns true. Throws if the demo is
 * incomplete, or if its service is not running or has a different form of the API than the requested one.
 */
export async function showKept(folder, wantedForm) {
  if (!existsSync(folder)) return false;
  const { address, assistantId, form } = recorded(folder);
  if (assistantId === undefined || !(await responds(address))) {
    const what = assistantId === undefined ? "is incomplete" : "has no running service any more";
    throw new StepFailed(`The demo that is kept in ${folder} ${what}. End it first: ${END}`);
  }
  if (wantedForm !== undefined && wantedForm !== form)
    throw new StepFailed(
      `A demo is already kept, with the ${form} form of the API. To begin a demo with the ${wantedForm} form, end the kept demo first: ${END}`,
    );
  say(`A demo is already kept, with the ${form} form of the API. To begin again, end it first.`);
  sayHowToContinue(folder);
  return true;
}

function sayHowToContinue(folder) {
  const { pid, address, assistantId } = recorded(folder);
  say(`The service is still running, at ${address} (process ${pid}), and the stack is in ${folder}.`);
  say();
  say("To continue in a shell:");
  say(`  source ${quoted(shellFile(folder))}`);
  say("Change index.ts or prompts/renewals.md, then preview and apply the change:");
  say("  pulumi preview --diff");
  say("  pulumi up");
  say("Change the service manually, then look for the change:");
  say(`  curl -X PUT $VOICECALL_BASE_URL/user/assistant/${assistantId} -d '{"max_call_duration": 90}' \\`);
  say(`    -H "Authorization: Bearer $VOICECALL_ACCESS_TOKEN" -H "Content-Type: application/json"`);
  say("  npx voicecall drift");
  say("A plain preview compares the program with the stack's state, so it shows nothing of that change.");
  say("To see a conflict, set maxCallDuration to 600 in index.ts: preview warns, and `pulumi up` stops.");
  say("  pulumi preview");
  say("  pulumi up");
  say("To restore in the service what the program declares:");
  say("  pulumi up --refresh");
  say("To stop the service and remove the stack:");
  say(`  ${END}`);
}

const shellFile = (folder) => path.join(folder, "env.sh");
