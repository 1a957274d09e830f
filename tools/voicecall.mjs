// `npm run voicecall -- ARGS`: runs the command of this package. For all but a few commands, a Pulumi CLI is
// found or built first, and is on the PATH.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { handOver } from "./hand-over.mjs";
import { ROOT } from "./setup/root.mjs";

const args = process.argv.slice(2);
const [command = "help", folder] = args;

// The set-up of a clone takes minutes, so what `voicecall new` would refuse after it is refused before.
if (command === "new" && folder !== undefined) {
  const target = path.resolve(process.env.INIT_CWD ?? ".", folder);
  const names = statSync(target, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(target) : [];
  if (names.some((name) => ![".git", ".DS_Store"].includes(name))) {
    console.error(`Nothing was written: ${folder} contains files. Name a new or empty folder.`);
    process.exit(1);
  }
}

await handOver(() => [process.execPath, [path.join(ROOT, "dist/cli/main.js"), ...args]], {
  runsPulumi: !["emulator", "help", "--help", "-h", "--version", "-V"].includes(command),
});
