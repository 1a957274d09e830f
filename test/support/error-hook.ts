/**
 * How the engine behaves with a program's `onError` hook. Measured with CLI 3.255.0 and @pulumi/pulumi 3.248.0 and a
 * provider that records its calls, and checked in pkg/resource/deploy/step.go and retries.go:
 * - The hook is called after every failure, at most 99 times. Up to CLI 3.243, it is called only after a failure that
 *   leaves a half-created object. If it returns `true`, the call is retried in the same provider process, without
 *   another check or diff.
 * - A create is retried as a create with the same inputs, even if the first attempt left a half-created object.
 *   Engines with pulumi/pulumi#24684 (merged on 2026-09-16) retry it as an update of that object instead.
 * - An update is retried with the outputs from before the command, not with those of the half-created attempt.
 * - A delete is retried with the same id and outputs.
 * - The last attempt decides what is in state. After a half-created object, a plain failure leaves nothing in state:
 *   the object is lost. After a half-created update, a plain failure leaves the state from before the command.
 * - A success after a half-created attempt keeps that attempt's `initErrors`, so the next `up` calls update once more.
 * - A create that ends half-created a hundred times is stored without an id, and the next command of the engine
 *   crashes. A provider cannot prevent this crash; docs/behavior.md says that a hook must give up.
 */
import { Killed } from "./death.js";
import type { Props } from "./engine-part.js";

export interface ErrorHook {
  /** How many retries the hook requests. */
  retries: number;
  /** How the engine retries a create after a half-created object. */
  afterHalfCreated: "create" | "update";
}

export interface HalfCreatedError {
  id: string;
  properties?: Props;
  reasons?: string[];
}

export const isHalfCreated = (error: unknown): error is HalfCreatedError =>
  (error as Partial<HalfCreatedError>).id !== undefined;

/** Calls `attempt` until it succeeds. If the hook gives up, throws the last failure. */
export async function withErrorHook<T>(
  hook: ErrorHook | undefined,
  attempt: (halfCreated: HalfCreatedError | undefined) => Promise<T>,
): Promise<{ result: T; initErrors: string[] }> {
  let halfCreated: HalfCreatedError | undefined;
  for (let failures = 1; ; failures += 1) {
    try {
      const result = await attempt(halfCreated);
      return { result, initErrors: halfCreated?.reasons ?? [] };
    } catch (error) {
      if (error instanceof Killed || failures > (hook?.retries ?? 0)) throw error;
      if (isHalfCreated(error)) halfCreated = error;
    }
  }
}
