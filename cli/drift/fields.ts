/** Finds the declared fields that differ, by the provider's own rules. */
import { isDeepStrictEqual } from "node:util";
import {
  type Bag,
  type Change,
  type Definition,
  type Session,
  Operation,
  changes,
  isObject,
  ownValue,
  same,
} from "../../provider/facade.js";
import { credentialIn } from "../export/secret-values.js";
import type { ReadResource, Side } from "./events.js";
import type { ReportedField } from "./report.js";
import { SECRET, holdsSecret, isSecret, masked } from "./secret.js";

export interface Differences {
  readonly fields: readonly ReportedField[];
  /** The differing fields in the format that the provider's `assess` takes. */
  readonly found: readonly Change[];
}

type Json = Exclude<ReportedField["declared"], undefined>;

/** @param session has no token: names are compared as text, because `read` keeps the program's spelling */
export async function differences(
  definition: Definition,
  { old, live, paths }: ReadResource & { live: Side },
  session: Session,
): Promise<Differences> {
  const declared = masked(old.inputs) as Bag;
  const olds = masked(live.outputs) as Bag;
  const compared = new Operation({ definition, session, verb: "compare", olds, news: declared });
  const changed = new Map((await changes(compared)).map((change) => [change.property, change]));
  const named = paths.map(segments);
  const found: Change[] = [];
  const fields: ReportedField[] = [];
  for (const [property, field] of Object.entries(definition.fields)) {
    const before = ownValue(old.inputs, property);
    if (before === undefined) continue;
    const after = ownValue(live.inputs, property);
    const isNamed = named.some(([root]) => root === property);
    // The engine names every input that differs, except those in `ignoreChanges`.
    if (named.length > 0 && !isNamed && !isDeepStrictEqual(before, after)) continue;
    // The engine's events contain no secret values. Only the paths in `named` show whether a secret differs.
    const change =
      holdsSecret(before) || holdsSecret(after)
        ? isNamed && ({ property, how: "set" } as const)
        : changed.get(property);
    if (!change) continue;
    found.push(change);
    if (field.secret) fields.push({ path: property, declared: SECRET, live: SECRET, secret: true });
    else {
      const differs: Differs = (path, left, right) =>
        holdsSecret(left) || holdsSecret(right)
          ? named.some((name) => path.every((segment, index) => name[index] === segment))
          : !same(field, left, right);
      fields.push(...parts([property], before, after, differs));
    }
  }
  return { fields, found };
}

/** Whether two values differ that both sides have. */
export type Differs = (path: readonly string[], before: unknown, after: unknown) => boolean;

/** Splits a difference between two objects into one difference per key, recursively. */
export function parts(
  path: readonly string[],
  before: unknown,
  after: unknown,
  differs: Differs,
): ReportedField[] {
  if (!isPlain(before) || !isPlain(after)) return [part(path, before, after)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = keys.filter((key) => {
    const [left, right] = [ownValue(before, key), ownValue(after, key)];
    return left === undefined || right === undefined || differs([...path, key], left, right);
  });
  // Hides the values of new keys: if a secret was moved to a new key, the engine no longer marks its value as secret.
  const hides = holdsSecret(before);
  const found = differing.flatMap((key) =>
    hides && ownValue(before, key) === undefined
      ? [{ path: pathText([...path, key]), live: SECRET, secret: true as const }]
      : parts([...path, key], ownValue(before, key), ownValue(after, key), differs),
  );
  return found.length > 0 ? found : [part(path, before, after)];
}

const isPlain = (value: unknown): value is Bag => isObject(value) && !isSecret(value);

function part(path: readonly string[], before: unknown, after: unknown): ReportedField {
  const text = pathText(path);
  if (holdsSecret(before) || holdsSecret(after) || credentialIn(path[0]!, after) !== undefined) {
    return { path: text, ...side("declared", before, true), ...side("live", after, true), secret: true };
  }
  return { path: text, ...side("declared", before), ...side("live", after) };
}

const side = <K extends "declared" | "live">(
  key: K,
  value: unknown,
  hidden = false,
): Partial<Record<K, Json>> =>
  value === undefined ? {} : ({ [key]: hidden ? SECRET : value } as Record<K, Json>);

/** Splits a path of the engine, such as `variables.a`, `variables["a b"].c` or `tools[0]`. */
export function segments(path: string): string[] {
  return [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g)].map(
    ([plain, quoted]) => quoted?.replace(/\\(.)/g, "$1") ?? plain,
  );
}

export function pathText([first = "", ...rest]: readonly string[]): string {
  return (
    first +
    rest.map((key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join("")
  );
}
