import type { z } from "zod";
import { uncarried } from "../carried.js";
import { isVoicecallError } from "../http/errors.js";
import { keyList, keyText } from "../quoted.js";
import { asId, unknownName } from "../lookup/names.js";
import { didYouMean } from "../suggest.js";
import type { Finding } from "./results.js";
import type { Field, Reference } from "./fields.js";
import type { Definition, Operation } from "./operation.js";
import type { Session } from "./session.js";
import { type Bag, HINTS, UNKNOWN, hasUnknown, inOrder, isObject, own } from "./values.js";
import { resolve } from "./wanted.js";

/** The maximum number of mistakes reported per property. Further ones are usually alike. */
const MOST = 5;

/** All checks that need only the program. Returns the canonical inputs and all mistakes at once. */
export function validate(
  definition: Definition,
  news: Bag,
): { inputs: Record<string, unknown>; failures: Finding[] } {
  const inputs: Record<string, unknown> = {};
  const failures: Finding[] = unknownProperties(definition, news);
  for (const [property, field] of Object.entries(definition.fields)) {
    const value = own(news, property);
    if (value === undefined || (value === null && !field.nullable)) {
      if (field.required) failures.push({ path: property, reason: "is required" });
      continue;
    }
    const lost = uncarried(value);
    if (lost !== undefined) {
      failures.push({ path: property, reason: lost });
      continue;
    }
    const found = mistakes(property, field, value);
    failures.push(...found);
    // A wrong value may not have the form that can be sorted.
    inputs[property] = found.length > 0 ? value : inOrder(field, value);
  }
  if (failures.length === 0) failures.push(...(definition.rules?.(inputs, definition) ?? []));
  return { inputs, failures };
}

function unknownProperties(definition: Definition, news: Bag): Finding[] {
  const known = Object.keys(definition.fields);
  const unknown = Object.keys(news).filter(
    (key) => !Object.hasOwn(definition.fields, key) && !HINTS.includes(key),
  );
  return bounded(unknown, definition.kind, (key) => {
    const computed = Object.hasOwn(definition.computed, key);
    const lacking = own(definition.lacks ?? {}, key);
    return {
      path: keyText(key),
      reason: computed
        ? "is assigned by the service and cannot be set"
        : typeof lacking === "string"
          ? lacking
          : `is not a property of ${definition.kind}.${didYouMean(key, known)}`,
    };
  });
}

/** The first mistakes, and the number of the others. */
function bounded<T>(wrong: readonly T[], where: string, tell: (one: T) => Finding): Finding[] {
  const told = wrong.slice(0, MOST).map(tell);
  const rest = wrong.length - told.length;
  return rest > 0 ? [...told, { path: where, reason: `there are ${rest} more mistakes` }] : told;
}

function mistakes(property: string, field: Field, value: unknown): Finding[] {
  const result = field.type.safeParse(value);
  if (result.success) return [];
  const later = field.in2026 && "type" in field.in2026 ? field.in2026.type?.safeParse(value) : undefined;
  if (later?.success) return [];
  const inLaterForm = new Map(
    later?.error.issues.map(({ path, message }) => [JSON.stringify(path), message]),
  );
  const judged = once(result.error.issues).filter((issue) => canBeJudged(issue, at(value, issue.path)));
  return bounded(judged, property, (issue) => {
    const keys = issue.code === "unrecognized_keys" ? ` (${keyList(issue.keys)})` : "";
    const in2026 = inLaterForm.get(JSON.stringify(issue.path)) ?? issue.message;
    const otherwise = in2026 === issue.message ? "" : `; in the 2026 form ${in2026}`;
    return {
      path: pathText(property, issue.path),
      reason: `${issue.message}${keys}${given(at(value, issue.path))}${cited(field.spec)}${otherwise}`,
    };
  });
}

/** The section of the specification, or the form of the API, that has the rule. */
const cited = (section: string): string =>
  section === "1" ? "" : /^\d+(\.\d+)?$/.test(section) ? ` (spec ${section})` : ` (${section})`;

/** An unknown value arrives as text whatever its type; of its container, only the type is known. */
const canBeJudged = (issue: z.core.$ZodIssue, value: unknown): boolean =>
  !hasUnknown(value) ||
  (value !== UNKNOWN && (issue.code === "invalid_type" || issue.code === "invalid_union"));

/** A number may break two limits that have the same message. */
const once = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify([issue.path, issue.message]), issue])).values(),
];

/** For example `, not 5000`. Text in the wrong place may be private, so only numbers and flags are shown. */
const given = (value: unknown): string =>
  typeof value === "number" || typeof value === "boolean" ? `, not ${value}` : "";

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown;
    return isObject(inner) ? own(inner, String(key)) : undefined;
  }, value);
}

const pathText = (property: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${String(key)}`),
    property,
  );

/** Names that the account does not have, looked up once for all resources. */
export async function checkNames(operation: Operation): Promise<Finding[]> {
  const { definition, news, session } = operation;
  const failures: Finding[] = [];
  for (const [property, field] of Object.entries(definition.fields)) {
    const value = own(news, property);
    if (!field.refers || value === undefined || value === null) continue;
    // An unknown list arrives as text.
    const items: unknown[] = Array.isArray(value) ? value : [value];
    let mistaken = 0;
    for (const [index, item] of items.entries()) {
      if (item === UNKNOWN) continue;
      const path = field.refers.many ? `${property}[${index}]` : property;
      const wrong =
        (await nameMistake(path, field, item, session)) ??
        (isUnchanged(operation, property, item) ? [] : await idMistake(path, field.refers.to, item, session));
      failures.push(...wrong);
      if (wrong.length > 0 && index + 1 < items.length && (mistaken += 1) === MOST) {
        failures.push({ path: property, reason: "the rest was not looked up" });
        break;
      }
    }
  }
  return failures;
}

/** @returns undefined if the name is known */
async function nameMistake(
  path: string,
  field: Field,
  item: unknown,
  session: Session,
): Promise<Finding[] | undefined> {
  try {
    await resolve(field, field.refers?.many ? [item] : item, session.names);
    return undefined;
  } catch (error) {
    if (isVoicecallError(error, "unknown-name")) return [{ path, reason: error.message }];
    throw error;
  }
}

/** What was applied before is not sent again. If it is gone, that is drift, and no mistake of the program. */
const isUnchanged = ({ olds }: Operation, property: string, item: unknown): boolean =>
  [own(olds, property)].flat().some((before) => String(before) === String(item));

async function idMistake(path: string, to: Reference, item: unknown, session: Session): Promise<Finding[]> {
  const id = asId(to, item as string | number);
  if (id === undefined || !(await session.lacks(to, id))) return [];
  return [{ path, reason: unknownName(to, id).message }];
}
