// `npm run demo`: a story about voice assistants, played by a real Pulumi engine against a service on this machine.
import { setup } from "./setup/setup.mjs";

const started = performance.now();

try {
  setup();
  // Imported now, because these modules use installed packages, and a new clone had none before `setup`.
  process.exitCode = await (await import("./demo/run.mjs")).demo(started);
} catch (error) {
  const isExpected = ["StepFailed", "Error"].includes(error.name);
  console.error(`\nThe demo failed: ${isExpected ? error.message : error.stack}`);
  process.exit(1);
}
