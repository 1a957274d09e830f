/** Objects of the account that others own: `--ignore` and `voicecall:ignore`. */
import { z } from "zod";
import { KEY } from "./ignore-option.js";
import { UsageError } from "./exit.js";
import { hasProgram, type StackOptions } from "./pulumi.js";
import { configOf } from "./stack-config.js";

/** An object of the service, as a person names it. */
export interface Named {
  readonly kind: string;
  readonly id: unknown;
  readonly name?: unknown;
}

export type IsIgnored = (object: Named) => boolean;

/** What names an object. Objects of different kinds may have one id. */
export const namesOfObject = ({ kind, id, name }: Named): string[] => [
  ...(typeof name === "string" ? [name] : []),
  String(id),
  `${kind}:${String(id)}`,
];

/** Only a star has a meaning. In a glob, the parentheses of a name such as "Client (EU)" have one too. */
export function matchingNames(patterns: readonly string[]): (name: string) => boolean {
  const all = patterns.map((text) => new RegExp(`^${text.split("*").map(literal).join(".*")}$`, "s"));
  return (name) => all.some((pattern) => pattern.test(name));
}

const literal = (text: string): string => text.replace(/[\\^$.+?()[\]{}|]/g, "\\$&");

/** Whether the command line or the stack's configuration names the object. */
export async function ignoring(given: readonly string[], options: StackOptions): Promise<IsIgnored> {
  const config = hasProgram(options) ? await configOf(options) : {};
  const patterns = [...given, ...listIn(config[KEY]?.value)];
  const matches = matchingNames(patterns);
  return (object) => namesOfObject(object).some((one) => patterns.includes(one) || matches(one));
}

/** A list, or names with commas between them. */
function listIn(text = ""): string[] {
  if (!text.startsWith("[")) return text.split(",").flatMap((one) => one.trim() || []);
  try {
    return z.array(z.union([z.string(), z.number()]).transform(String)).parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${KEY} is no list of names, patterns and ids: correct it in the configuration.`);
  }
}
