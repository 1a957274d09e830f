// `npm run voicecall -- ARGS`: the command of this package, with a real Pulumi CLI on its PATH, found or made.
import path from "node:path";
import { handOver } from "./hand-over.mjs";
import { ROOT } from "./setup/root.mjs";
import { setup } from "./setup.mjs";

const env = await ready().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
handOver(process.execPath, [path.join(ROOT, "dist/cli/main.js"), ...process.argv.slice(2)], env);

async function ready() {
  await setup();
  const { findEngine } = await import("./engine/index.mjs");
  return (await findEngine()).env;
}
