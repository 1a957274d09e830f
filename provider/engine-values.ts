/** What the engine passes to operations, and what it gets from them. */
import { carried } from "./base/carried.js";
import { VoicecallError } from "./base/errors.js";
import { shortLines } from "./base/lines.js";
import { PLACEHOLDER, PLACEHOLDER_NUMBER } from "./base/placeholder.js";
import { printable } from "./base/quoted.js";
import type { Checked, HalfCreated } from "./core/run/results.js";
import { selfIn } from "./core/run/describe.js";
import {
  type Bag,
  HINTS,
  MISTAKES,
  PLACES,
  PREVIEW,
  SELF,
  UNKNOWN,
  URN,
  isObject,
  ownValue,
  withoutUndefined,
} from "./core/fields/values.js";
import type { Hosted } from "./hosted.js";

const PROVIDER = "__provider";

/** In a check without secrets, the values that stand for secrets are not known yet. */
export function withoutPlaceholders(value: unknown): unknown {
  if (value === PLACEHOLDER || value === PLACEHOLDER_NUMBER) return UNKNOWN;
  if (Array.isArray(value)) return value.map(withoutPlaceholders);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPlaceholders(item)]));
}

/**
 * Converts values from the service that the engine might change, or mistake for its own marks.
 * @param given what the engine passed, with the identity of the resource
 */
export const stored = (bag: Bag, given: Bag): Record<string, unknown> => {
  const values = Object.entries(bag).map(([key, value]) => [key, carried(value)] as const);
  return withoutUndefined({ ...Object.fromEntries(values), [SELF]: selfOf(given) });
};

/** Only check gets the URN of the resource. Every other call gets what check has made of it. */
export const selfOf = (given: Bag): string | undefined =>
  selfIn(ownValue(given, URN)) ?? (ownValue(given, SELF) as string | undefined);

/** The kind that the provider text in state opens. An alias may name a resource of another kind. */
export const kindIn = (olds: Bag): string | undefined => /open\("(\w+)"\)/.exec(String(olds[PROVIDER]))?.[1];

/** Without what belongs to the provider host, and the identity. */
export function own({ [PROVIDER]: _, [SELF]: __, ...bag }: Bag): Record<string, unknown> {
  return bag;
}

/**
 * In a preview, failures would stop the engine at the first wrong resource. So the program receives them as
 * mistakes, reports each on its resource, and fails after it has declared all resources.
 */
export function forPreview(news: Bag, { inputs, failures }: CheckResponse): CheckResponse {
  if (news[PREVIEW] !== true || failures.length === 0) return { inputs, failures };
  // Includes properties that the kind does not have, so that the preview shows everything that is declared.
  const declared = Object.entries(own(news)).filter(([key]) => !HINTS.includes(key));
  const mistakes = failures.map(({ reason }) => reason);
  return { inputs: { ...Object.fromEntries(declared), ...inputs, [MISTAKES]: mistakes }, failures: [] };
}

/** Where the file is that has the property, or "". */
function placeOf(path: string, news: Bag): string {
  const places = ownValue(news, PLACES);
  const place = isObject(places) && ownValue(places, path.split(/[.[]/)[0]!);
  return typeof place === "string" ? ` (${place})` : "";
}

type CheckResponse = Awaited<ReturnType<Hosted["check"]>>;

/**
 * The path is part of the reason. If it were in `property`, the engine would print the value of that
 * property, which may be secret.
 */
export function checkResponse({ inputs, failures }: Checked, news: Bag): CheckResponse {
  return {
    inputs: withoutUndefined({ ...inputs, [SELF]: selfOf(news) }),
    failures: failures.map(({ path, reason }) => ({
      property: "",
      reason: shortLines(printable(path === "" ? reason : `${path}${placeOf(path, news)}: ${reason}`)),
    })),
  };
}

/**
 * The error that passes a half-created object to the engine, with its id and the serialized provider. The provider host
 * needs both to delete the object later.
 */
export function keeping({ id, code, message, properties }: HalfCreated, news: Bag): Error {
  return Object.assign(new VoicecallError(code, message), {
    id,
    properties: { ...stored(properties, news), [PROVIDER]: news[PROVIDER] },
    reasons: [message],
  });
}
