// `npm run voicecall -- ARGS`: runs the command of this package. For all but a few commands, a Pulumi CLI is
// found or built first, and is on the PATH.
import path from "node:path";
import { handOver } from "./hand-over.mjs";
import { ROOT } from "./setup/root.mjs";

const args = process.argv.slice(2);
const [command = "help"] = args;

await handOver(() => [process.execPath, [path.join(ROOT, "dist/cli/main.js"), ...args]], {
  runsPulumi: !["emulator", "help", "--help", "-h", "--version", "-V"].includes(command),
});
