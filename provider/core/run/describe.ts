import { type VoicecallError, orElse } from "../../base/errors.js";
import { labelOf } from "../../base/kind.js";
import { type Names, asId } from "../lookup/names.js";
import { counted, firstFew, inShell, quoted, textLines, word } from "../../base/quoted.js";
import type { Field, Reference } from "../fields/fields.js";
import { type Bag, NOT_READABLE, UNKNOWN, hasUnknown, ownValue } from "../fields/values.js";

/**
 * A value for an error or a note. A user may mark any field as secret, and the provider cannot see which. So the
 * value itself is shown only if the field has `shown`. Of other values, at most the length is shown.
 */
export function shownValue(field: Field, value: unknown): string {
  if (value === NOT_READABLE) return "not readable";
  if (field.shown && Array.isArray(value) && (value.length === 0 || value.some((item) => !hasUnknown(item))))
    return `[${firstFew(value.map(shownOne), 10, ",")}]`;
  if (hasUnknown(value)) return "known after apply";
  if (value === undefined) return "not set";
  if (value === null) return "none";
  if (field.shown) return shownOne(value);
  if (typeof value === "string") return counted([...value].length, "character");
  if (Array.isArray(value)) return counted(value.length, "item");
  if (typeof value === "object") return counted(Object.keys(value).length, "key");
  return "a value";
}

function shownOne(value: unknown): string {
  if (hasUnknown(value)) return "known after apply";
  if (value instanceof NamedId) return `${quoted(value.name)} (id ${value.id})`;
  return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}

export class NamedId {
  constructor(
    readonly id: number,
    readonly name: string,
  ) {}
}

/**
 * An id with its name. Undefined if the item is not an id, or if the name cannot be read.
 */
async function namedId(to: Reference, item: unknown, names: Names): Promise<NamedId | undefined> {
  if (typeof item !== "number" && typeof item !== "string") return undefined;
  const id = asId(to, item);
  if (id === undefined) return undefined;
  const name = await names.titleOf(to, id).catch(orElse(undefined));
  return name === undefined ? undefined : new NamedId(id, name);
}

/** The items that are ids, with their names. Omits ids whose names cannot be read. */
export async function namedIds(
  to: Reference,
  items: readonly unknown[],
  names: Names,
): Promise<readonly NamedId[]> {
  const found = await Promise.all(items.map((item) => namedId(to, item, names)));
  return found.filter((one) => one !== undefined);
}

/**
 * Adds names to the ids of a reference if they can be read, for `shownValue` and `difference`.
 * @param value ids, or the program's own spelling
 */
export async function withNames(field: Field, value: unknown, names: Names): Promise<unknown> {
  const { refers } = field;
  if (!refers || !field.shown) return value;
  const named = async (item: unknown): Promise<unknown> => (await namedId(refers.to, item, names)) ?? item;
  return Array.isArray(value) ? Promise.all(value.map(named)) : named(value);
}

/** `maxCallDuration (600 → 60)`, or `systemPrompt (differs: 120 characters → 340 characters)`. */
export function difference(property: string, field: Field, from: unknown, to: unknown): string {
  const [before, after] = [shownValue(field, from), shownValue(field, to)];
  const words = before === after ? `${before} both times` : `${before} → ${after}`;
  return field.shown ? `${property} (${words})` : `${property} (differs: ${words})`;
}

/**
 * Like `difference`, for a manual change. If only lengths are shown, says which value is live, and where a text of
 * several lines differs (docs/decisions/preview.md).
 */
export function manualChange(property: string, field: Field, applied: unknown, live: unknown): string {
  if (field.shown) return difference(property, field, applied, live);
  const [before, after] = [shownValue(field, applied), shownValue(field, live)];
  const lengths =
    before === after ? `${before} both times` : `last applied ${before}, in the service ${after}`;
  return `${property} (differs${place(applied, live)}: ${lengths})`;
}

/** Keeps other manual changes: a refresh of the whole stack would overwrite those of other resources too. */
export function conflictRemedy({ name, target }: InProgram, conflicts: ReadonlyMap<string, string>): string {
  const it = conflicts.size === 1 ? "it" : "them";
  const kept = [...conflicts.keys()].map((property) => ` ${inShell(`${name}.${property}`)}`).join("");
  return `To see ${it}, run \`npx voicecall drift\`. To keep ${it}, run \`npx voicecall pull${kept}\`. To overwrite the manual changes of this resource alone, run \`pulumi up --refresh ${target}\`.`;
}

function place(applied: unknown, live: unknown): string {
  if (typeof applied !== "string" || typeof live !== "string") return "";
  const [before, after] = [textLines(applied), textLines(live)];
  if (before.length === 1 && after.length === 1) return "";
  const at = before.findIndex((line, index) => line !== after[index]);
  return ` from line ${1 + (at < 0 ? before.length : at)} on`;
}

/**
 * How messages name a resource. The engine passes neither its URN nor its name to the provider.
 * @param urn if the SDK has passed it. Names a new resource whose object has no known name yet
 */
export function label(
  kind: string,
  inputs: Readonly<Record<string, unknown>>,
  id?: string,
  urn?: string,
): string {
  const { title, nameField } = labelOf(kind);
  const name = inputs[nameField];
  if (name === UNKNOWN && id === undefined && urn !== undefined)
    return `${kind} ${word(urn.split("::").at(-1)!)}`;
  const what =
    name === undefined || name === UNKNOWN
      ? ""
      : typeof name === "number"
        ? ` ${name}`
        : ` ${shownOne(name)}`;
  // The id of a campaign's state is that of the campaign, which may be its name here.
  const where =
    id === undefined || id === String(name) ? "" : ` (id ${/^\d{1,20}$/.test(id) ? id : quoted(id)})`;
  return `${title}${what}${where}`;
}

/**
 * The line about an object that is gone from the service but stays in state.
 * @param never why it is not created again in any case
 */
export function goneButKept(resourceLabel: string, declared: Bag, never?: string): string {
  if (never !== undefined) return `${resourceLabel} is gone from the service. ${never}`;
  const next =
    ownValue(declared, "onGone") === "recreate"
      ? 'The next `pulumi up` creates it again (onGone: "recreate").'
      : 'It stays in state and is not created again automatically. To create it again, set onGone: "recreate" on its resource.';
  return `${resourceLabel} is gone from the service. ${next}`;
}

/**
 * The preview's line about an error of the apply: the reason, the prediction, and then the remedy.
 * @param unless what else in the same run would prevent the error
 */
export const willFail = (error: VoicecallError, unless?: string): string =>
  error.with({
    what: `${error.what} Applying this will fail${unless === undefined ? "" : `, unless ${unless}`}.`,
  }).message;

/** The option that tells the engine a resource's earlier name, as the program writes it. */
export const ALIAS = 'aliases: [{ name: "OLD NAME" }]';

/** Advice to make a second object with the same key. Never for a lead, whose person would be called twice. */
export const orSecond = ({ definition }: { definition: object }, advice: string): string =>
  "staysGone" in definition ? "" : advice;

/**
 * The part of a URN that distinguishes the resources of one type in a stack: the types of the parents, and the name.
 * A renamed stack does not change it.
 */
export function selfIn(urn: unknown): string | undefined {
  if (typeof urn !== "string" || urn === UNKNOWN) return undefined;
  const [, , types = "", ...name] = urn.split("::");
  const parents = types.split("$").slice(0, -1);
  return [...(parents.length > 0 ? [parents.join("$")] : []), ...name].join("::");
}

/** The name of the resource with an identity. */
export const nameIn = (identity: string): string => identity.replace(/^\S+ (.*::)?/, "");

/** How suggested commands name a resource. */
export interface InProgram {
  readonly name: string;
  /** The option that selects it alone. */
  readonly target: string;
}

/** @param name absent if the engine has not told it */
export const inProgram = (kind: string, name = "NAME"): InProgram => ({
  name,
  target: `--target ${inShell(`**:${kind}::${name}`)}`,
});

/** The names of two resources. Sorted, because the engine reports the resources of a program in any order. */
export const bothNames = (...identities: [string, string]): string =>
  identities
    .map((identity) => quoted(nameIn(identity)))
    .sort()
    .join(" and ");
