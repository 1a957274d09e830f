// `npm run pulumi -- ARGS`: runs a real Pulumi CLI, which is found or built, with the same arguments, streams and exit
// code.
import { handOver } from "./hand-over.mjs";

await handOver(({ pulumi, introduction }) => {
  console.error(introduction);
  return [pulumi, process.argv.slice(2)];
});
