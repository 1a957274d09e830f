/** What the program should say, from the report of `voicecall drift` and the program as it is now. */
import {
  type Bag,
  type Field,
  asDeclared,
  catalog,
  isObject,
  ownValue,
  same,
} from "../../provider/facade.js";
import { isKind } from "../../provider/base/kind.js";
import type { Reading } from "../drift/events.js";
import { segments } from "../drift/fields.js";
import { credentialIn } from "../export/secret-values.js";
import type { Report, ReportedField, ReportedResource } from "../drift/report.js";
import type { Program } from "./program.js";
import type { Left } from "./report.js";

/** A property that the program should declare with another value. */
export interface Wish {
  readonly resource: ReportedResource;
  readonly property: string;
  readonly field: Field;
  /** At the last apply. */
  readonly applied: unknown;
  readonly before: unknown;
  /** Undefined if the property should be removed. */
  readonly after: unknown;
  /** Names for ids, by id. */
  readonly names: Readonly<Record<string, string>>;
}

const SECRET = "it is secret: set it where the program reads it";
const LIST = "compare the list by hand";
const CREDENTIAL = "the URL may contain a credential: let the program read it from the secret configuration";

export const CHANGED = "the program has changed too since the last apply";

/** @param isWanted whether the command line names the property of the resource */
export function wishesOf(
  { drift }: Report,
  { resources }: Reading,
  program: Program,
  isWanted: (resource: string, property: string) => boolean,
): { wishes: Wish[]; left: Left[] } {
  const wishes: Wish[] = [];
  const left: Left[] = [];
  for (const { fields, ...resource } of drift) {
    const inputs = program.resources.get(resource.urn)?.inputs;
    const applied = resources.find(({ urn }) => urn === resource.urn)!.old.inputs;
    const roots = new Set(fields.map(({ path }) => segments(path)[0]!));
    for (const property of roots) {
      if (!isWanted(resource.name, property)) continue;
      const own = fields.filter(({ path }) => segments(path)[0] === property);
      const leave = (one: ReportedField, why: string): void => {
        const hasValue = one.live !== undefined && ![SECRET, LIST, CREDENTIAL].includes(why);
        left.push({ ...resource, path: one.path, why, ...(hasValue && { value: one.live }) });
      };
      const isCredential = (one: ReportedField): boolean => credentialIn(property, one.live) !== undefined;
      const hidden = own.filter((one) => one.secret || one.text !== undefined || isCredential(one));
      for (const one of hidden) leave(one, one.secret ? SECRET : one.text === undefined ? CREDENTIAL : LIST);
      const open = own.filter((one) => !hidden.includes(one));
      if (open.length === 0) continue;
      const why = addWish({ inputs, applied, open, property, resource }, wishes);
      if (why !== undefined) for (const one of open) leave(one, why);
    }
  }
  return { wishes, left };
}

interface Differing {
  readonly resource: ReportedResource;
  readonly property: string;
  readonly inputs: Bag | undefined;
  readonly applied: Bag;
  readonly open: readonly ReportedField[];
}

/** @returns why the value cannot be pulled */
function addWish(
  { inputs, applied, open, property, resource }: Differing,
  wishes: Wish[],
): string | undefined {
  const { kind } = resource;
  const field = isKind(kind)
    ? (ownValue(catalog[kind].definition.fields, property) as Field | undefined)
    : undefined;
  if (!inputs || !field) return "the program does not declare the resource any more";
  const before = ownValue(inputs, property);
  if (before === undefined) return "the program does not declare the property any more";
  let after: unknown = before;
  for (const { path, live } of open) after = withValue(after, segments(path).slice(1), live);
  after = tidied(field, before, after);
  if (same(field, before, after)) return undefined;
  const old = ownValue(applied, property);
  const isText = [before, after, old].every((one) => typeof one === "string");
  // A text may be a prompt, whose lines are merged.
  if (!same(field, before, old) && !isText) return CHANGED;
  if (after === undefined ? field.required : !isAllowed(field, after))
    return "the preview would refuse this value";
  const names = Object.assign({}, ...open.map((one) => one.names ?? {})) as Record<string, string>;
  wishes.push({ resource, property, field, applied: old, before, after, names });
  return undefined;
}

function withValue(value: unknown, path: readonly string[], live: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return live;
  const object = isObject(value) ? value : {};
  const entries = Object.entries(object);
  const inner = withValue(ownValue(object, key), rest, live);
  const others = entries.map(([name, one]) => [name, name === key ? inner : one] as const);
  const all = entries.some(([name]) => name === key) ? others : [...others, [key, inner] as const];
  return Object.fromEntries(all.filter(([, one]) => one !== undefined));
}

/** The value as a program declares it, with known items in the program's order. */
function tidied(field: Field, before: unknown, live: unknown): unknown {
  const after = asDeclared(field, live);
  if (!Array.isArray(before) || !Array.isArray(after)) return after;
  const [old, now] = [before, after].map((list: unknown[]) => list.map((one) => JSON.stringify(one)));
  const kept = old!.filter((one) => now!.includes(one));
  const added = now!.filter((one) => !old!.includes(one));
  const ordered = [...kept, ...added].map((one): unknown => JSON.parse(one));
  return field.refers?.many || same(field, ordered, after) ? ordered : after;
}

const isAllowed = ({ type, in2026 }: Field, value: unknown): boolean =>
  type.safeParse(value).success ||
  (in2026 !== undefined && "type" in in2026 && in2026.type?.safeParse(value).success === true);
