import { parseArgs } from "node:util";

export const HELP = `npm run demo [-- OPTION]

Plays a story: a mistake, a create, a change, a manual change, a conflict, drift, repair and destroy. A real Pulumi
engine runs it against a local service that imitates the voice calling service. No account is needed, and no phone can
ring. Your own Pulumi login and stacks are left alone.

  --keep         plays the story up to the destroy, leaves the service and the stack for you to try, and shows how to
                 continue. If a demo is already kept, only shows how to continue
  --end          stops the service of the kept demo and removes its stack
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
 * The options of the command line. Without "--", npm treats `--keep` and `--end` as its own options, and
 * passes them on as environment variables. Throws a WrongOption if the command line is not valid.
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
