/** Compares what two stacks declare. */
import { isDeepStrictEqual } from "node:util";
import { type Field, catalog, ownValue, references, role, same } from "../../provider/facade.js";
import type { Kind } from "../../provider/base/kind.js";
import { piecesOf } from "../base/pieces.js";
import { isPlain, pathText } from "../drift/fields.js";
import { SECRET, holdsSecret } from "../drift/secret.js";
import type { DeclaredResource, DeclaredStack } from "./declared.js";
import type { ComparedField, ComparedResource, Comparison } from "./report.js";

/** Why a value cannot be compared: it is an id that no resource of its stack has. */
const FOREIGN_ID = Symbol("id of an object that no resource of the stack manages");

type Side = DeclaredStack & {
  /** Names of resources, by kind and by the id or name of their objects. */
  readonly names: ReadonlyMap<string, string>;
};

export function compareStacks(...stacks: [DeclaredStack, DeclaredStack]): Comparison {
  const [one, other] = stacks.map(withNames) as [Side, Side];
  const byKey = (side: Side) =>
    new Map(side.resources.map((found) => [`${found.kind} ${found.self}`, found]));
  const [left, right] = [byKey(one), byKey(other)];
  const lacking = (side: ReadonlyMap<string, unknown>, others: typeof left): ComparedResource[] =>
    [...others].flatMap(([key, { kind, name }]) => (side.has(key) ? [] : [{ kind, name }])).sort(byName);
  const pairs = [...left].flatMap(([key, resource]) =>
    right.has(key) ? [[resource, right.get(key)!] as const] : [],
  );
  const compared = pairs
    .map(([before, after]) => ({ ...shown(before), ...comparePair([before, after], [one, other]) }))
    .sort(byName);
  const different = compared.flatMap(({ kind, name, fields }) =>
    fields.length > 0 ? [{ kind, name, fields }] : [],
  );
  const only: Comparison["only"] = [lacking(right, left), lacking(left, right)];
  return {
    version: 1,
    stacks: [one.stack, other.stack],
    outcome: different.length + only.flat().length > 0 ? "different" : "no difference",
    compared: pairs.length,
    different,
    only,
    notCompared: compared.flatMap(({ kind, name, paths }) =>
      paths.length > 0 ? [{ kind, name, paths }] : [],
    ),
  };
}

const shown = ({ kind, name }: DeclaredResource): ComparedResource => ({ kind, name });

const byName = (left: ComparedResource, right: ComparedResource): number =>
  `${left.kind} ${left.name}` < `${right.kind} ${right.name}` ? -1 : 1;

function withNames(stack: DeclaredStack): Side {
  const names = stack.resources.flatMap(({ kind, name, id, inputs }): [string, string][] =>
    [id, ownValue(inputs, "name")].map((key) => [`${kind} ${String(key)}`, name]),
  );
  return { ...stack, names: new Map(names) };
}

function comparePair(
  [before, after]: readonly [DeclaredResource, DeclaredResource],
  sides: readonly [Side, Side],
): { fields: ComparedField[]; paths: string[] } {
  const found: { fields: ComparedField[]; paths: string[] } = { fields: [], paths: [] };
  for (const [property, field] of Object.entries(fieldsOf(before.kind))) {
    // An id to adopt means nothing in another stack.
    if (property === "adoptId") continue;
    const declared = [before, after].map(({ inputs }) => ownValue(inputs, property));
    if (isDeepStrictEqual(declared[0], declared[1])) continue;
    const values = declared.map((value, side) =>
      field.refers ? named(field.refers.to, value, sides[side]!) : value,
    );
    if (values.flat().includes(FOREIGN_ID)) found.paths.push(property);
    else found.fields.push(...parts(field, [property], values as [unknown, unknown], sides));
  }
  return found;
}

const fieldsOf = (kind: Kind): Readonly<Record<string, Field>> => catalog[kind].definition.fields;

/** A reference as the name of the resource that it refers to, or of the object. */
function named(to: NonNullable<Field["refers"]>["to"], value: unknown, side: Side): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => named(to, item, side)).sort();
  if (typeof value !== "string" && typeof value !== "number") return value;
  const name = side.names.get(`${references[to].kind} ${value}`);
  if (name !== undefined) return name;
  return typeof value === "number" || /^\d+$/.test(value) ? FOREIGN_ID : value;
}

/** Splits a difference between two objects into one difference per key, recursively. */
function parts(
  field: Field,
  path: readonly string[],
  values: readonly [unknown, unknown],
  sides: readonly [Side, Side],
): ComparedField[] {
  const [before, after] = values;
  if (isPlain(before) && isPlain(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      parts(field, [...path, key], [ownValue(before, key), ownValue(after, key)], sides),
    );
  }
  if (values.some(holdsSecret)) {
    if (isDeepStrictEqual(before, after)) return [];
    return [{ path: pathText(path), values: [maskedOrNull(before), maskedOrNull(after)], secret: true }];
  }
  if (isDeepStrictEqual(before, after) || (role(field) === "field" && same(field, before, after))) return [];
  const onlyIn = commonTemplate(before, after, sides);
  return [{ path: pathText(path), values: [orNull(before), orNull(after)], ...(onlyIn && { onlyIn }) }];
}

type Json = ComparedField["values"][number];

const orNull = (value: unknown): Json => (value ?? null) as Json;

const maskedOrNull = (value: unknown): Json => (value === undefined ? null : SECRET);

/**
 * The variables whose values make two texts different, if nothing else does.
 * @returns undefined if the texts also differ elsewhere
 */
function commonTemplate(
  before: unknown,
  after: unknown,
  [one, other]: readonly [Side, Side],
): string[] | undefined {
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  const differing = [...one.variables.keys()].filter(
    (name) => other.variables.has(name) && one.variables.get(name) !== other.variables.get(name),
  );
  const [left, right] = [
    [before, one],
    [after, other],
  ].map(([text, side]) =>
    piecesOf(
      text as string,
      differing.map((name) => [name, (side as Side).variables.get(name)!]),
    ),
  );
  if (!isDeepStrictEqual(left, right)) return undefined;
  return differing.filter((variable) => left!.some(({ name }) => name === variable));
}
