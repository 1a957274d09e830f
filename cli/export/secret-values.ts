/**
 * Secrets that belong in the stack's configuration instead of the program: values of headers and static fields,
 * and URLs with a credential.
 */
import { mayBeToken } from "../base/path-token.js";
import { namesOf } from "../../provider/base/kind.js";
import { Code, quoted } from "./code.js";
import type { Exported } from "./exported.js";

export interface SecretValue {
  /** The key without its namespace, which is the project's name. */
  readonly key: string;
  readonly value: string;
}

/** Inputs whose items have a secret `value`: the start of each configuration key, and the property with the item's name. */
const LISTS: Readonly<Record<string, { prefix: string; naming: string }>> = {
  headers: { prefix: "header", naming: "name" },
  staticFields: { prefix: "static", naming: "key" },
};

/**
 * An input with each secret in it replaced. No two keys of a program are equal, because a resource's name has an
 * underscore only before an id at its end.
 */
export function withSecrets(
  one: Exported,
  property: string,
  replaced: (key: string, value: string) => unknown,
): unknown {
  const value = one.inputs[property];
  if (credentialIn(property, value) !== undefined) return replaced(urlKey(one, property), String(value));
  const list = LISTS[property];
  if (!list || value === undefined) return value;
  const seen = new Map<string, number>();
  return (value as readonly Readonly<Record<string, string>>[]).map((item) => {
    const name = item[list.naming]!;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const key = `${list.prefix}_${one.name.resource}_${keyPart(name)}${count === 1 ? "" : `.${count}`}`;
    return { [list.naming]: name, value: replaced(key, item["value"]!) };
  });
}

export const requireSecret = (key: string): Code => new Code(`config.requireSecret(${quoted(key)})`);

/**
 * Encodes the name of a header or static field as a part of its configuration key. Different names give different
 * parts, because each escaped character, including `.` itself, becomes its own `.hex.` sequence. A part never starts
 * with digits and an underscore, because these would look like the id at the end of a resource's name.
 */
const keyPart = (name: string): string =>
  name.replace(/[^A-Za-z0-9_-]|^\d(?=\d*_)/gu, (character) => `.${character.codePointAt(0)!.toString(16)}.`);

/** Those of lists come first. */
export function secretValues(objects: readonly Exported[]): SecretValue[] {
  const found: SecretValue[] = [];
  for (const one of objects)
    for (const property of new Set([...Object.keys(LISTS), ...Object.keys(one.inputs)]))
      withSecrets(one, property, (key, value) => found.push({ key, value }));
  return found;
}

/** A test compares the result with the field tables. */
export const isUrl = (property: string): boolean => /^endpoint$|Url$/.test(property);

/**
 * Describes the part of a URL that may be a credential. A query parameter is harmless if its value is empty
 * or a placeholder.
 * @returns undefined if there is no such part, or if the property does not contain a URL
 */
export function credentialIn(property: string, value: unknown): string | undefined {
  if (!isUrl(property) || typeof value !== "string") return undefined;
  // Uses no URL parser, because placeholders may be anywhere, even in the host.
  if (/^https?:\/\/[^/?#\\]*@/i.test(value)) return "a user name or password";
  const [, ...query] = value.split("?");
  const parameters = query.join("?").split("&");
  const isHarmless = (one: string) => one === "" || /^[^=]+=(\{\{[^{}]+\}\}|\{[^{}]+\})?$/.test(one);
  if (!parameters.every(isHarmless)) return "a query";
  const [, , , ...segments] = value.split("?")[0]!.split(/[/\\#]/);
  return segments.some(mayBeToken) ? TOKEN_PATH : undefined;
}

const TOKEN_PATH = "a path that may contain a token";

/**
 * The key is unique in a program, because no part of it has an underscore, except before an id at the end of the
 * resource's name.
 */
const urlKey = ({ kind, name }: Exported, property: string): string =>
  `url_${namesOf(kind).noun}_${name.resource}_${property}`;

export const urlNotes = (one: Exported): string[] =>
  Object.entries(one.inputs).flatMap(([property, value]) => {
    const part = credentialIn(property, value);
    if (part === undefined) return [];
    return [
      `${property} contains ${part}${part === TOKEN_PATH ? "" : ", which may be a credential"}. The program reads the URL from the secret configuration value ${urlKey(one, property)}.`,
    ];
  });
