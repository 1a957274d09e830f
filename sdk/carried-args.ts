import * as pulumi from "@pulumi/pulumi";
import { uncarried } from "../provider/carried.js";
import { keyText } from "../provider/quoted.js";
import { refusal } from "./refusal.js";

/**
 * The arguments, checked for values that Pulumi's SDK would silently drop or change: the provider would never see
 * it. An unknown value is checked as soon as it is known.
 * @param who the resource, for the error
 */
export function carriedArgs(who: string, args: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]: [string, unknown]) => {
      const where = `${who}: ${keyText(key)}`;
      // Assigned to an object, this key is none.
      if (key === "__proto__") throw refusal(`${where} is not a property.`);
      const looked = carried(where, value);
      return [key, hasNoText(looked) ? pulumi.output(looked) : looked];
    }),
  );
}

function carried(where: string, value: unknown): unknown {
  const wrong = uncarried(value, special);
  if (wrong !== undefined) throw refusal(`${where}: ${wrong}.`);
  return watched(where, value);
}

/** Outputs and promises are looked at later; objects that are no data would arrive as `{}`. */
function special(value: object): string | true | undefined {
  if (isData(value)) return undefined;
  if (isLater(value) || pulumi.Resource.isInstance(value)) return true;
  if (pulumi.asset.Asset.isInstance(value) || pulumi.asset.Archive.isInstance(value)) return true;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === "Object"
    ? undefined
    : `must not contain a ${tag}, which is no JSON value: give what it stands for`;
}

const isLater = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

const isData = (value: object): boolean =>
  Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** Pulumi's SDK makes text of each argument for its own debugging, and fails on values that cannot be text. */
const hasNoText = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasNoText)
    : typeof value === "object" &&
      value !== null &&
      isData(value) &&
      (Object.hasOwn(value, "toString") || Object.getPrototypeOf(value) === null);

/** The same value, in which whatever comes later is looked at when it comes. */
function watched(where: string, value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply((known: unknown) => carried(where, known));
  if (value instanceof Promise) return value.then((known: unknown) => carried(where, known));
  if (!holdsLater(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => watched(where, item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]: [string, unknown]) => [key, watched(where, item)]),
  );
}

function holdsLater(value: unknown): boolean {
  if (isLater(value)) return true;
  if (typeof value !== "object" || value === null || special(value) === true) return false;
  return Object.values(value).some(holdsLater);
}
