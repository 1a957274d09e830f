// `npm run pulumi -- ARGS`: a real Pulumi CLI, found or made, with the arguments, streams and exit code of its own.
import { handOver } from "./hand-over.mjs";

await handOver(({ pulumi, introduction }) => {
  console.error(introduction);
  return [pulumi, process.argv.slice(2)];
});
