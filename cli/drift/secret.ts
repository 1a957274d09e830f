/** Detects secrets in the engine's events, and masks them for reports. */
import { SIGNATURE } from "../../provider/base/carried.js";
import { isObject } from "../../provider/facade.js";

export const SECRET = "[secret]";

export const isSecret = (value: unknown): boolean => isObject(value) && Object.hasOwn(value, SIGNATURE);

export function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isObject(value) && Object.values(value).some(holdsSecret);
}

export function masked(value: unknown): unknown {
  if (isSecret(value)) return SECRET;
  if (Array.isArray(value)) return value.map(masked);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]));
}
