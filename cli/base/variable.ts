import { InvalidArgumentError } from "commander";

/** Parses an option `--var NAME=VALUE` that may be repeated. */
export function variable(text: string, previous: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([A-Za-z_][\w.-]*)=([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError(
      "Write NAME=VALUE. The name starts with a letter or an underscore, and has only letters, digits, underscores, dots and hyphens.",
    );
  }
  if (Object.hasOwn(previous, name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return { ...previous, [name]: value };
}
