import { parseArgs } from "node:util";

export const HELP = `npm run demo [-- OPTION]

Plays a story with a real Pulumi engine, and with a local service that imitates the voice calling service: a mistake,
a create, a change, a manual change, a conflict, drift, repair and destroy. No account, no phone. Your own Pulumi login
and stacks are left alone.

  --keep         plays the story up to the destroy, and leaves the service running and its stack in place, repaired,
                 for you to try. Shows how to continue, and does so again if a demo is already kept
  --end          stops that service and removes its stack
  --form FORM    the form of the API that the local service imitates: 2025 (default) or 2026. The provider
                 detects which form a service has
  --help         shows this text
`;

const options = {
  keep: { type: "boolean" },
  end: { type: "boolean" },
  form: { type: "string" },
  help: { type: "boolean", short: "h" },
};

/** A wrong command line. The message says what is allowed. */
export class WrongOption extends Error {
  name = "WrongOption";
  constructor(what) {
    super(`${what} The options are --keep, --end, --form and --help: npm run demo -- --help`);
  }
}

/**
 * The options of the command line. Without "--", npm treats `--keep` as its own option, and passes it on as an
 * environment variable. Throws a WrongOption for anything else.
 */
export function readOptions(flags, environment) {
  const { values, tokens } = parseArgs({ args: flags, options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional")
      throw new WrongOption(`${JSON.stringify(token.value)} is not an option.`);
    const option = options[token.name];
    if (!option) throw new WrongOption(`There is no option ${token.rawName}.`);
    if (option.type === "boolean" && token.value !== undefined)
      throw new WrongOption(`${token.rawName} takes no value.`);
  }
  if (values.form !== undefined && !["2025", "2026"].includes(values.form)) {
    const given = typeof values.form === "string" ? `, not ${JSON.stringify(values.form)}` : "";
    throw new WrongOption(`--form must be 2025 or 2026${given}.`);
  }
  const fromNpm = ["keep", "end"].filter((name) => environment[`npm_config_${name}`] === "true");
  const chosen = { ...Object.fromEntries(fromNpm.map((name) => [name, true])), ...values };
  if (chosen.keep && chosen.end) throw new WrongOption("--keep and --end cannot be combined.");
  return chosen;
}
