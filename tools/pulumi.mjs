// `npm run pulumi -- ARGS`: a real Pulumi CLI, found or made, with the arguments, streams and exit code of its own.
import { handOver } from "./hand-over.mjs";
import { setup } from "./setup.mjs";

const engine = await ready().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const { introduce } = await import("./engine/index.mjs");
console.error(introduce(engine));
handOver(engine.pulumi, process.argv.slice(2), engine.env);

async function ready() {
  await setup();
  const { findEngine } = await import("./engine/index.mjs");
  return findEngine();
}
