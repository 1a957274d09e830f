import type { z } from "zod";
import { uncarried } from "../base/carried.js";
import { isVoicecallError } from "../base/errors.js";
import { keyText } from "../base/quoted.js";
import { tooLarge } from "../base/size.js";
import { textsIn } from "../base/wording.js";
import { andContains, hiddenCharacter, trimmed } from "../base/trimmed.js";
import { asId, references, unknownName } from "./lookup/names.js";
import { didYouMean } from "../base/suggest.js";
import type { Finding } from "./run/results.js";
import { doubts } from "./fields/doubts.js";
import type { Field, Reference } from "./fields/fields.js";
import { isOfAnyMode } from "./steps/form.js";
import type { Definition, Operation } from "./run/operation.js";
import {
  type Bag,
  DEPENDS_ON,
  HINTS,
  UNKNOWN,
  hasUnknown,
  inOrder,
  isObject,
  ownValue,
} from "./fields/values.js";
import { wrongValue } from "./fields/wrong-value.js";

/** The maximum number of similar mistakes to report. */
const MOST = 5;

/**
 * The checks that need only the inputs of the resource. Returns the canonical inputs and the mistakes.
 * @param isLive whether the inputs are live values, so that advice about the program's text makes no sense
 */
export function validate(
  definition: Definition,
  news: Bag,
  isLive = false,
): { inputs: Record<string, unknown>; failures: Finding[] } {
  const inputs: Record<string, unknown> = {};
  const failures: Finding[] = unknownProperties(definition, news);
  for (const [property, field] of Object.entries(definition.fields)) {
    const value = ownValue(news, property);
    if (value === undefined || (value === null && !field.nullable)) {
      if (field.required) failures.push({ path: property, reason: missing(isLive) });
      continue;
    }
    const uncarriedReason = uncarried(value);
    if (uncarriedReason !== undefined) {
      failures.push({ path: property, reason: uncarriedReason });
      continue;
    }
    const found = mistakes(property, field, value, isLive);
    failures.push(...found);
    // Only valid values have the sort keys that `inOrder` uses.
    inputs[property] = found.length > 0 ? value : inOrder(field, value);
  }
  const size = tooLarge(inputs);
  if (size !== undefined) failures.push({ path: longest(inputs), reason: size });
  const judged = undetermined(definition, inputs, failures);
  return { inputs, failures: [...failures, ...(definition.rules?.(judged, definition) ?? [])] };
}

/** The property with the longest texts. */
const longest = (inputs: Bag): string =>
  Object.keys(inputs).reduce((one, other) =>
    textsIn(inputs[one]).join("").length < textsIn(inputs[other]).join("").length ? other : one,
  );

const missing = (isLive: boolean): string => (isLive ? "is not in the record" : "is required");

/** The inputs with each mistaken property marked as not known yet, so that the other checks skip it. */
export function undetermined({ fields }: Definition, inputs: Bag, failures: readonly Finding[]): Bag {
  const mistaken = failures
    .map(({ path }) => path.split(/[.[]/)[0]!)
    .filter((property) => Object.hasOwn(fields, property));
  return withUnknown(inputs, mistaken);
}

export const withUnknown = (inputs: Bag, properties: readonly string[]): Bag => ({
  ...inputs,
  ...Object.fromEntries(properties.map((property) => [property, UNKNOWN])),
});

function unknownProperties(definition: Definition, news: Bag): Finding[] {
  const known = Object.keys(definition.fields);
  const unknown = Object.keys(news).filter(
    (key) => !Object.hasOwn(definition.fields, key) && !HINTS.includes(key),
  );
  return bounded(unknown, definition.kind, (key) => {
    const computed = Object.hasOwn(definition.computed, key);
    const lacking = ownValue(definition.lacks ?? {}, key);
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

/** Warnings about values that the service may reject or change, and about characters in names that nobody sees. */
export const doubtfulValues = ({ definition, news, label }: Operation): string[] =>
  Object.entries(definition.fields).flatMap(([property, field]) => {
    const value = ownValue(news, property);
    // While the form of the API is not known, what one of the forms allows is in no doubt.
    const type = (field.in2026 && "type" in field.in2026 && field.in2026.type) || field.type;
    const found = doubts(type, value, property).map((doubt) => `${label}: ${doubt}.`);
    const [hidden] = namesIn(field, value).flatMap((name) => hiddenCharacter(name) ?? []);
    if (hidden === undefined) return found;
    const what = `${label}: ${property} contains ${hidden}, so names that look alike may differ.`;
    return [...found, `${what} Remove it, unless it belongs there.`];
  });

/** The names in a value. The service trims values, but no keys. */
function namesIn(field: Field, value: unknown, isName = field.shown === true): string[] {
  if (typeof value === "string") return isName ? [trimmed(value)] : [];
  return Object.entries(isObject(value) || Array.isArray(value) ? value : {}).flatMap(([key, item]) => [
    ...(isName || field.freeForm ? [key] : []),
    ...namesIn(field, item, isName || (key === "name" && !field.freeForm)),
  ]);
}

/** The first few mistakes, and a count of the rest. */
function bounded<T>(all: readonly T[], path: string, describe: (mistake: T) => Finding): Finding[] {
  const reported = all.slice(0, MOST).map(describe);
  const rest = all.length - reported.length;
  return rest > 0
    ? [
        ...reported,
        { path, reason: rest === 1 ? "there is 1 more mistake" : `there are ${rest} more mistakes` },
      ]
    : reported;
}

function mistakes(property: string, field: Field, value: unknown, isLive: boolean): Finding[] {
  const result = field.type.safeParse(value);
  if (result.success) return [];
  // A live reference is an id if no name is listed for it.
  if (isLive && typeof value === "number" && field.refers)
    return [{ path: property, reason: notListed(value) }];
  const resultIn2026 =
    field.in2026 && "type" in field.in2026 ? field.in2026.type?.safeParse(value) : undefined;
  if (resultIn2026?.success) return [];
  const messagesIn2026 = new Map(
    resultIn2026?.error.issues.map(({ path, message }) => [JSON.stringify(path), message]),
  );
  const certain = withoutRepeats(result.error.issues).filter((issue) =>
    isCertain(issue, at(value, issue.path)),
  );
  return bounded(certain, property, (issue) => {
    const wrong = at(value, issue.path);
    if (wrong === undefined && issue.code === "invalid_type")
      return { path: pathText(property, issue.path), reason: missing(isLive) };
    const { text, spelling, meant } = wrongValue(field, issue, wrong);
    const hidden = typeof wrong === "string" ? andContains(wrong) : "";
    const advice = isLive ? "" : spelling;
    const in2026 = messagesIn2026.get(JSON.stringify(issue.path)) ?? issue.message;
    const differenceIn2026 = in2026 === issue.message ? "" : `; in the 2026 form of the API: ${in2026}`;
    return {
      path: pathText(property, issue.path),
      reason: `${text}${hidden}${advice}${differenceIn2026}${isLive ? "" : meant && `.${meant}`}`,
    };
  });
}

/**
 * An unknown value arrives as the text `UNKNOWN`, whatever its declared type and limits, so no issue with it is
 * certain. For an array or object that contains unknown values, only a wrong type is certain.
 */
const isCertain = (issue: z.core.$ZodIssue, value: unknown): boolean =>
  !hasUnknown(value) ||
  (value !== UNKNOWN && (issue.code === "invalid_type" || issue.code === "invalid_union"));

/** A number can break two rules that have the same message. */
const withoutRepeats = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify([issue.path, issue.message]), issue])).values(),
];

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown;
    return isObject(inner) ? ownValue(inner, String(key)) : undefined;
  }, value);
}

const pathText = (property: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${String(key)}`),
    property,
  );

/**
 * Reports names and ids that the account does not have, and ambiguous names.
 * @param undecided receives the properties whose name exists in several engine modes, if the mode is not known yet, and
 * those with the name of an object that this run creates before
 */
export async function checkNames(operation: Operation, undecided: string[] = []): Promise<Finding[]> {
  const { definition, news } = operation;
  const failures: Finding[] = [];
  for (const [property, field] of Object.entries(definition.fields)) {
    const value = ownValue(news, property);
    if (!field.refers || value === undefined || value === null) continue;
    // An unknown list arrives as text.
    const items: unknown[] = Array.isArray(value) ? value : [value];
    let mistakenItems = 0;
    for (const [index, item] of items.entries()) {
      if (item === UNKNOWN) continue;
      const path = field.refers.many ? `${property}[${index}]` : property;
      const mistake = await nameMistake(operation, property, path, item);
      const isOpen =
        mistake?.isAmbiguous === true
          ? isOfAnyMode(definition, property, news)
          : isComing(operation, field, item);
      if (mistake && typeof item === "string" && isOpen) {
        undecided.push(property);
        continue;
      }
      const findings =
        mistake?.findings ??
        (isUnchanged(operation, property, item)
          ? []
          : await idMistake(path, field.refers.to, item, operation));
      failures.push(...findings);
      if (findings.length > 0 && index + 1 < items.length && (mistakenItems += 1) === MOST) {
        failures.push({ path: property, reason: "the other items were not looked up" });
        break;
      }
    }
  }
  return failures;
}

/** Whether this run creates the object first, because the resource depends on its resource. */
function isComing({ session, hints }: Operation, { refers }: Field, item: unknown): boolean {
  const { kind } = references[refers!.to];
  const names = ownValue(hints, DEPENDS_ON);
  return (
    Array.isArray(names) && names.includes(item) && kind !== undefined && !!session.ledger.coming(kind, item)
  );
}

/** @returns undefined if the name is known */
async function nameMistake(
  operation: Operation,
  property: string,
  path: string,
  item: unknown,
): Promise<{ findings: Finding[]; isAmbiguous: boolean } | undefined> {
  const { definition, isLive } = operation;
  try {
    await operation.resolve(property, definition.fields[property]?.refers?.many ? [item] : item);
    return undefined;
  } catch (error) {
    if (!isVoicecallError(error, "unknown-name", "ambiguous-name")) throw error;
    const reason = isLive && typeof item === "number" ? notListed(item) : error.message;
    return { findings: [{ path, reason }], isAmbiguous: error.code === "ambiguous-name" };
  }
}

/** If the object of an unchanged reference is gone, that is drift, not a mistake in the program. */
const isUnchanged = ({ olds }: Operation, property: string, item: unknown): boolean =>
  [ownValue(olds, property)].flat().some((before) => String(before) === String(item));

const notListed = (id: number): string => `has the id ${id}, which the account does not list`;

async function idMistake(
  path: string,
  to: Reference,
  item: unknown,
  { session, isLive }: Operation,
): Promise<Finding[]> {
  const id = asId(to, item as string | number);
  if (id === undefined || !(await session.lacks(to, id))) return [];
  return [{ path, reason: isLive ? notListed(id) : unknownName(to, id).message }];
}
