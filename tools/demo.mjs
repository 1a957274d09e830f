// `npm run demo`: a story about voice assistants, played by a real Pulumi engine against a service on this machine.
import { HELP, readOptions } from "./demo/options.mjs";
import { setup } from "./setup.mjs";

const started = performance.now();

try {
  const { help, end, ...chosen } = readOptions(process.argv.slice(2), process.env);
  if (help) console.log(HELP);
  else {
    setup();
    // Imported now, because these modules use installed packages, and a new clone had none before `setup`.
    const { KEPT } = await import("./demo/kept.mjs");
    if (end) await (await import("./demo/end.mjs")).endKept(KEPT);
    else process.exitCode = await (await import("./demo/run.mjs")).demo({ ...chosen, kept: KEPT, started });
  }
} catch (error) {
  if (error.name === "WrongOption") console.error(error.message);
  else {
    const isOurs = ["StepFailed", "Error"].includes(error.name);
    console.error(`\nThe demo failed: ${isOurs ? error.message : error.stack}`);
  }
  process.exit(1);
}
