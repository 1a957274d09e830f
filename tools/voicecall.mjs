// `npm run voicecall -- ARGS`: the command of this package, with a real Pulumi CLI on its PATH, found or made.
import path from "node:path";
import { handOver } from "./hand-over.mjs";
import { ROOT } from "./setup/root.mjs";

await handOver(() => [process.execPath, [path.join(ROOT, "dist/cli/main.js"), ...process.argv.slice(2)]]);
