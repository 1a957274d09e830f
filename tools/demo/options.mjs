import { parseArgs } from "node:util";

export const HELP = `npm run demo [-- OPTION]

Plays a story with a real Pulumi engine and a voice calling service on this machine: a mistake, a create, a change,
a manual change, a conflict, drift, repair and destroy. No account, no phone. Your own Pulumi login and stacks are left
alone.

  --keep         leaves the service running, with its stack, for you to try
  --end          stops that service and removes its stack
  --form FORM    the form of the service's API: 2025 (default) or 2026
  --help         shows this text
`;

const options = {
  keep: { type: "boolean" },
  end: { type: "boolean" },
  form: { type: "string", default: "2025" },
  help: { type: "boolean", short: "h" },
};

/**
 * The options of the command line. Without "--", npm keeps `--keep` for itself and passes it on as a variable.
 * Throws for an unknown option or form.
 */
export function readOptions(flags, environment) {
  const { values } = parseArgs({ args: flags, options });
  if (!["2025", "2026"].includes(values.form))
    throw new Error(`--form must be 2025 or 2026, not ${JSON.stringify(values.form)}.`);
  const fromNpm = ["keep", "end"].filter((name) => environment[`npm_config_${name}`] === "true");
  return { ...Object.fromEntries(fromNpm.map((name) => [name, true])), ...values };
}
