import { parseArgs } from "node:util";

export const HELP = `npm run demo [-- OPTION]

Plays a story with a real Pulumi engine and a voice calling service on this machine: a mistake, a create, a change,
a manual change, a conflict, drift, repair and destroy. No account, no phone.

  --keep    leaves the service and the stack running for you to try
  --end     stops what --keep left
  --help    shows this text
`;

const options = {
  keep: { type: "boolean" },
  end: { type: "boolean" },
  help: { type: "boolean", short: "h" },
};

/**
 * The options of the command line. Without "--", npm keeps `--keep` for itself and passes it on as a variable.
 * Throws for an unknown option.
 */
export function readOptions(flags, environment) {
  const { values } = parseArgs({ args: flags, options });
  const fromNpm = ["keep", "end"].filter((name) => environment[`npm_config_${name}`] === "true");
  return { ...Object.fromEntries(fromNpm.map((name) => [name, true])), ...values };
}
