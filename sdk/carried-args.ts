import * as pulumi from "@pulumi/pulumi";
import { uncarried } from "../provider/base/carried.js";
import { keyText } from "../provider/base/quoted.js";
import { refusal } from "./refusal.js";

/**
 * Returns the arguments. Throws for a value that Pulumi's SDK would silently drop or change. Outputs and promises
 * are checked when they resolve.
 * @param resourceLabel the resource, for errors
 */
export function carriedArgs(resourceLabel: string, args: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]: [string, unknown]) => {
      const where = `${resourceLabel}: ${keyText(key)}`;
      // Assigning to this key would set the prototype of the object.
      if (key === "__proto__") throw refusal(`${where} is not a property.`);
      const looked = carried(where, value);
      return [key, hasNoText(looked) ? pulumi.output(looked) : looked];
    }),
  );
}

function carried(where: string, value: unknown): unknown {
  const reason = uncarried(value, special);
  if (reason !== undefined) throw refusal(`${where}: ${reason}.`);
  return checkedLater(where, value);
}

/**
 * Accepts outputs and promises, which are checked later, and Pulumi's own objects. Rejects objects such as
 * dates and maps, because they would become `{}`.
 * @returns true: accepted; text: the reason for the rejection; undefined: `uncarried` checks the contents
 */
function special(value: object): string | true | undefined {
  if (isData(value)) return undefined;
  if (isLater(value) || pulumi.Resource.isInstance(value)) return true;
  if (pulumi.asset.Asset.isInstance(value) || pulumi.asset.Archive.isInstance(value)) return true;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === "Object"
    ? undefined
    : `must not contain a ${tag}, which is not a JSON value: use its text or number instead`;
}

/** Whether the value is not known yet. */
export const isLater = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) || value instanceof Promise;

const isData = (value: object): boolean =>
  Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/**
 * Whether `String(value)` may fail. Pulumi's SDK converts each argument to text for its debug messages, so such a value
 * is passed as an output.
 */
const hasNoText = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasNoText)
    : typeof value === "object" &&
      value !== null &&
      isData(value) &&
      (Object.hasOwn(value, "toString") || Object.getPrototypeOf(value) === null);

/** The same value, but outputs and promises in it are checked when they resolve. */
function checkedLater(where: string, value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) return value.apply((known: unknown) => carried(where, known));
  if (value instanceof Promise) return value.then((known: unknown) => carried(where, known));
  if (!holdsLater(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => checkedLater(where, item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]: [string, unknown]) => [key, checkedLater(where, item)]),
  );
}

/** Whether the value is or contains an output or a promise. */
export function holdsLater(value: unknown): boolean {
  if (isLater(value)) return true;
  if (typeof value !== "object" || value === null || special(value) === true) return false;
  return Object.values(value).some(holdsLater);
}
