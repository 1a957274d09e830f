/** Header values go into the configuration of the stack, never into the program. */
import { type StackOptions, pulumiOrFail } from "../pulumi.js";
import { stackConfig } from "../account.js";
import { Code, quoted } from "./code.js";
import type { Exported } from "./exported.js";

export interface Header {
  readonly name: string;
  readonly value: string;
}

export interface HeaderValue {
  /** Without the namespace, which is the project's name. */
  readonly key: string;
  readonly value: string;
}

const headersOf = (tool: Exported): readonly Header[] => (tool.inputs["headers"] ?? []) as Header[];

/**
 * The configuration keys of a tool's headers, in order. Keys are unique in a program: a tool's name contains an
 * underscore only in its suffix `_ID`, a header's name never begins with such a suffix, and each spelling with dots
 * stands for exactly one character.
 */
function keysOf(tool: Exported): string[] {
  const seen = new Map<string, number>();
  return headersOf(tool).map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `header_${tool.name.resource}_${keyPart(name)}${count === 1 ? "" : `.${count}`}`;
  });
}

const keyPart = (name: string): string =>
  name.replace(/[^A-Za-z0-9_-]|^\d(?=\d*_)/gu, (character) => `.${character.codePointAt(0)!.toString(16)}.`);

export const headerValues = (tools: readonly Exported[]): HeaderValue[] =>
  tools.flatMap((tool) => {
    const keys = keysOf(tool);
    return headersOf(tool).map(({ value }, index) => ({ key: keys[index]!, value }));
  });

/** A tool's headers as code. */
export function headerCode(tool: Exported): { name: string; value: Code }[] {
  const keys = keysOf(tool);
  return headersOf(tool).map(({ name }, index) => ({
    name,
    value: new Code(`config.requireSecret(${quoted(keys[index]!)})`),
  }));
}

export interface InStack extends StackOptions {
  /** Also replaces existing values. */
  readonly force: boolean;
}

/**
 * Sets missing values in the stack, through standard input, so that no process list shows them.
 * @returns the keys with another value in the stack; it may be newer than the live one, so it stays
 */
export async function setHeaderValues(
  values: readonly HeaderValue[],
  project: string,
  options: InStack,
  say: (text: string) => void,
): Promise<string[]> {
  const config = async () => {
    const all = await stackConfig(options);
    return (key: string): string | undefined => all[`${project}:${key}`];
  };
  const before = await config();
  const different = values.filter(({ key, value }) => before(key) !== value);
  const kept = options.force ? [] : different.filter(({ key }) => before(key) !== undefined);
  const missing = different.filter((one) => !kept.includes(one));
  for (const [index, { key, value }] of missing.entries()) {
    say(`set header values in the stack: ${index + 1} of ${missing.length}`);
    // The CLI removes one line end.
    await pulumiOrFail(`set ${key}`, ["config", "set", "--secret", key], options, { input: `${value}\n` });
  }
  const after = missing.length > 0 ? await config() : before;
  const lost = missing.filter(({ key, value }) => after(key) !== value);
  if (lost.length > 0) throw new Error(`The stack does not keep ${lost.map(({ key }) => key).join(", ")}.`);
  return kept.map(({ key }) => key);
}
