/** What the program should say, from the report of `voicecall drift` and the program as it is now. */
import path from "node:path";
import {
  type Bag,
  type Field,
  asDeclared,
  catalog,
  isObject,
  ownValue,
  references,
  same,
} from "../../provider/facade.js";
import { isKind } from "../../provider/base/kind.js";
import type { Reading } from "../drift/events.js";
import { segments } from "../drift/fields.js";
import { masked } from "../drift/secret.js";
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
  readonly names: Names;
}

type Names = Readonly<Record<string, string>>;

export const CHANGED =
  "the program has changed too since the last apply: take the value of the service, or run pull with --mine to overwrite it";
export const REMOVED =
  "the program does not declare the property any more: declare it, or run pull with --mine to overwrite it";

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
    const { inputs, place } = program.resources.get(resource.urn) ?? {};
    const at = place && { file: path.relative(process.cwd(), place.file), line: place.line };
    const applied = masked(resources.find(({ urn }) => urn === resource.urn)!.old.inputs) as Bag;
    const roots = new Set(fields.map(({ path }) => segments(path)[0]!));
    for (const property of roots) {
      if (!isWanted(resource.name, property)) continue;
      const own = fields.filter(({ path }) => segments(path)[0] === property);
      const open = own.filter((one) => hiddenBy(one) === undefined);
      const wish =
        open.length > 0 ? wishOf({ inputs, applied, open, property, resource, resources }) : undefined;
      if (typeof wish === "object") wishes.push(wish);
      for (const one of own) {
        const hidden = hiddenBy(one);
        const why = hidden ?? wish;
        const shown = hidden === undefined && one.live !== undefined ? { value: one.live } : {};
        if (typeof why === "string") left.push({ ...resource, path: one.path, ...at, why, ...shown });
      }
    }
  }
  return { wishes, left };
}

/** Why the report does not show the value. */
function hiddenBy({ path, secret, text }: ReportedField): string | undefined {
  if (path === "leads" || text !== undefined) return "the list is not pulled: correct its rows by hand";
  if (secret) return "it is secret: let the program read it from the secret configuration, and set it there";
  return undefined;
}

interface Differing {
  readonly resource: ReportedResource;
  readonly property: string;
  readonly inputs: Bag | undefined;
  readonly applied: Bag;
  readonly open: readonly ReportedField[];
  readonly resources: Reading["resources"];
}

/** Why the value cannot be pulled, if it cannot. Undefined if the program has it already. */
function wishOf({
  inputs,
  applied,
  open,
  property,
  resource,
  resources,
}: Differing): Wish | string | undefined {
  const { kind } = resource;
  const field = isKind(kind)
    ? (ownValue(catalog[kind].definition.fields, property) as Field | undefined)
    : undefined;
  if (!inputs || !field)
    return "the program has no resource of this name: after a rename, run `pulumi up` first";
  const before = ownValue(inputs, property);
  if (before === undefined) return REMOVED;
  let after: unknown = before;
  for (const { path, live } of open) after = withValue(after, segments(path).slice(1), live);
  after = tidied(field, before, after);
  if (same(field, before, after)) return undefined;
  if (kind === "CampaignState" && after === "started")
    return "it was started manually: a declared start makes phones ring, so only a person declares one";
  const old = ownValue(applied, property);
  const isText = [before, after, old].every((one) => typeof one === "string");
  // A text may be a prompt, whose lines are merged.
  if (!same(field, before, old) && !isText) return CHANGED;
  if (after === undefined ? field.required : !isAllowed(field, after))
    return "the preview would refuse this value";
  const names = Object.assign(namesIn(resources, field), ...open.map((one) => one.names ?? {})) as Names;
  return { resource, property, field, applied: old, before, after, names };
}

/** The names of the stack's objects to which a field refers, by id. */
function namesIn(resources: Reading["resources"], { refers }: Field): Names {
  const found = resources.filter(({ kind }) => refers && kind === references[refers.to].kind);
  return Object.fromEntries(found.map(({ old }) => [old.id ?? "", old.inputs["name"]])) as Names;
}

export function withValue(value: unknown, path: readonly string[], live: unknown): unknown {
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
