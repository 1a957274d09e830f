import { writeFileSync } from "node:fs";
import path from "node:path";
import { quoted } from "./quoted.mjs";
import { say } from "./story.mjs";

/** Writes the file that prepares a shell, and prints how to continue in it. */
export function sayHowToContinue({ engine, folder, project, variables }, assistantId) {
  const commands = [path.join(project.folder, "node_modules/.bin"), engine.folder];
  const lines = [
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `export PATH=${commands.map(quoted).join(":")}:"$PATH"`,
    `cd ${quoted(project.folder)}`,
  ];
  const file = path.join(folder, "env.sh");
  writeFileSync(file, `${lines.join("\n")}\n`);
  say(`
The service and the stack are kept until you press Ctrl-C here. To continue in another shell:
  source ${quoted(file)}
Change index.ts or prompts/renewals.md, then preview and apply the change:
  pulumi preview --diff
  pulumi up
Change the service manually, then look for the change:
  curl -X PUT $VOICECALL_BASE_URL/user/assistant/${assistantId} -d '{"max_call_duration": 90}' \\
    -H "Authorization: Bearer $VOICECALL_ACCESS_TOKEN" -H "Content-Type: application/json"
  npx voicecall drift
A plain preview compares the program with the stack's state, so it shows nothing of that change.
To see a conflict, set maxCallDuration to 600 in index.ts: preview warns, and \`pulumi up\` stops.
To restore in the service what the program declares:
  pulumi up --refresh`);
}
