/** Values that the specification allows, and a service may reject or change (docs/assumptions.md: values). */
import { z } from "zod";
import { quoted } from "../../base/quoted.js";
import { trimmed } from "../../base/trimmed.js";
import { type Type, structureOf, unwrapped } from "./structure.js";
import { UNKNOWN, isObject } from "./values.js";

/** A character that Laravel's rule `url` rejects, if `more` are allowed beside letters and digits. */
const rejected = (more: string): RegExp => new RegExp(`[^\\p{L}\\p{N}._%${more}-]|%(?![0-9A-Fa-f]{2})`, "u");

const inPath = "~!$&'()*+,;=:@/";
const partsOfUrl = /^https?:\/\/(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i;
const rejectedInPart = ["", ":[\\]\\p{S}", inPath, `${inPath}?[\\]`, `${inPath}?`].map(rejected);

export function urlDoubt(value: string): string | undefined {
  const [, user = "", ...others] = partsOfUrl.exec(trimmed(value)) ?? [];
  const parts = [user.replace(":", ""), ...others];
  const [found] = rejectedInPart.flatMap((characters, index) => characters.exec(parts[index] ?? "") ?? []);
  if (found === undefined) return undefined;
  return `contains ${quoted(found)}, which services in PHP reject there; leave it out, or write ${encodeURIComponent(found).replace("'", "%27")}`;
}

/** The service's columns have two decimal places (docs/assumptions.md: records). */
export function decimalDoubt(value: number): string | undefined {
  const text = String(value);
  const kept = text.includes("e") ? 0 : Number(`${Math.round(Number(`${text}e2`))}e-2`);
  return kept === value
    ? undefined
    : `is ${text}, of which the service may keep ${kept}, so that each apply fails; write ${kept}`;
}

/** What a service may reject or change, each with its path. A type has its doubts in its metadata. */
export function doubts(type: Type | undefined, value: unknown, path: string): string[] {
  const { element, shape } = structureOf(type);
  if (Array.isArray(value)) return value.flatMap((item, index) => doubts(element, item, `${path}[${index}]`));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, item]) => doubts(shape?.[key], item, `${path}.${key}`));
  const inner = unwrapped(type);
  if (!inner || (value ?? UNKNOWN) === UNKNOWN) return [];
  const { doubt } = (z.globalRegistry.get(inner) ?? {}) as { doubt?: (value: unknown) => string | undefined };
  const found = doubt?.(value);
  return found === undefined ? [] : [`${path} ${found}`];
}
