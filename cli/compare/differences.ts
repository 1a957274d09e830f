/** Compares what two stacks declare. */
import { isDeepStrictEqual } from "node:util";
import { type Field, catalog, ownValue, references, role, same } from "../../provider/facade.js";
import type { Kind } from "../../provider/base/kind.js";
import { piecesOf } from "../base/pieces.js";
import { type Differs, parts } from "../drift/fields.js";
import type { ReportedField } from "../drift/report.js";
import { holdsSecret } from "../drift/secret.js";
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
    outcome: outcomeOf(different, only.flat().length > 0),
    compared: pairs.length,
    different,
    only,
    notCompared: compared.flatMap(({ kind, name, paths }) =>
      paths.length > 0 ? [{ kind, name, paths }] : [],
    ),
  };
}

function outcomeOf(different: Comparison["different"], isOneSided: boolean): Comparison["outcome"] {
  if (isOneSided || different.some(({ fields }) => fields.some(({ onlyIn }) => !onlyIn))) return "different";
  return different.length > 0 ? "only configuration" : "no difference";
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
    const values = declared.map((value, side) =>
      field.refers ? named(field.refers.to, value, sides[side]!) : value,
    );
    // Equal ids may refer to different resources.
    if (isDeepStrictEqual(declared[0], declared[1]) && isDeepStrictEqual(values[0], values[1])) continue;
    const differs: Differs = (_, left, right) => {
      if (isDeepStrictEqual(left, right)) return false;
      return [left, right].some(holdsSecret) || role(field) !== "field" || !same(field, left, right);
    };
    const [left, right] = values;
    if (values.flat().includes(FOREIGN_ID)) found.paths.push(property);
    else if (differs([], left, right))
      found.fields.push(
        ...parts([property], left, right, differs).map((one) =>
          // The parts of a secret are masked.
          compared(one, onlyIn(one.path, one.secret ? [left, right] : [one.declared, one.live], sides)),
        ),
      );
  }
  return found;
}

const compared = (
  { path, declared = null, live = null, secret }: ReportedField,
  keys: readonly string[],
): ComparedField => ({
  path,
  values: [declared, live],
  ...(secret && { secret }),
  ...(keys.length > 0 && { onlyIn: [...keys] }),
});

const fieldsOf = (kind: Kind): Readonly<Record<string, Field>> => catalog[kind].definition.fields;

/** A reference as the name of the resource that it refers to, or of the object. */
function named(to: NonNullable<Field["refers"]>["to"], value: unknown, side: Side): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => named(to, item, side)).sort();
  if (typeof value !== "string" && typeof value !== "number") return value;
  const name = side.names.get(`${references[to].kind} ${value}`);
  if (name !== undefined) return name;
  const isId = typeof value === "number" || (references[to].digitsAreId && /^\d+$/.test(value));
  return isId ? FOREIGN_ID : value;
}

/** Shorter values occur in texts by chance. */
const SHORTEST = 3;

/** The variables whose values make two values different, if nothing else does. */
function onlyIn(path: string, values: readonly unknown[], [one, other]: readonly [Side, Side]): string[] {
  if (values.includes(undefined)) return [];
  const [before, after] = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const differing = [...one.variables.keys()].filter(
    (name) => other.variables.has(name) && one.variables.get(name) !== other.variables.get(name),
  );
  const whole = differing.filter(
    (name) => one.variables.get(name) === before && other.variables.get(name) === after,
  );
  // Any flag that differs has the two values of any other.
  if (typeof values[0] === "boolean") return whole.filter((name) => path.split(".").at(-1) === name);
  if (whole.length > 0) return whole;
  const long = differing.filter((name) =>
    [one, other].every(({ variables }) => variables.get(name)!.length >= SHORTEST),
  );
  const cut = (text: string, { variables }: Side) =>
    piecesOf(
      text,
      long.map((name) => [name, variables.get(name)!]),
    );
  const pieces = cut(before!, one);
  if (!isDeepStrictEqual(pieces, cut(after!, other))) return [];
  return differing.filter((variable) => pieces.some(({ name }) => name === variable));
}
