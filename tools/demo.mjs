// `npm run demo`: a story about voice assistants, played by a real Pulumi engine against a service on this machine.
import { parseArgs } from "node:util";
import { setup } from "./setup/setup.mjs";

const HELP = `npm run demo [-- OPTION]

Plays a story: a mistake, a create, a change, a manual change, a conflict, drift, repair and destroy. A real Pulumi
engine runs it against a local service that imitates the voice calling service. No account is needed, and no phone can
ring. Your own Pulumi login and stacks are left alone.

  --keep         plays the story up to the destroy, shows how to continue in another shell, and keeps the service and
                 the stack until Ctrl-C
  --form FORM    the form of the API that the local service imitates: 2025 (default) or 2026. The provider
                 detects which form a service has
`;
const started = performance.now();

try {
  const { values } = parseArgs({
    options: {
      ...{ keep: { type: "boolean" }, help: { type: "boolean", short: "h" } },
      form: { type: "string", default: "2025" },
    },
  });
  if (!["2025", "2026"].includes(values.form)) throw new Error(`--form must be 2025 or 2026.`);
  if (values.help) console.log(HELP);
  else {
    setup();
    // Imported now, because these modules use installed packages, and a new clone had none before `setup`.
    process.exitCode = await (await import("./demo/run.mjs")).demo({ ...values, started });
  }
} catch (error) {
  const isExpected = ["StepFailed", "Error"].includes(error.name) || error.code?.startsWith("ERR_PARSE_ARGS");
  console.error(`\nThe demo failed: ${isExpected ? error.message : error.stack}`);
  process.exit(1);
}
