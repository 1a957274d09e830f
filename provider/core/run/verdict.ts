import type { Bag } from "../fields/values.js";

/** The times, in milliseconds, between which an interrupted run may have sent its creates. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/**
 * What to do about an operation that the engine has recorded as pending, and why. `doubt` says why that may be wrong, such
 * as why an object may be another stack's. With `repeats`, the next apply may repeat a call if nothing is done.
 */
export type Verdict = { readonly text: string; readonly repeats?: boolean | undefined } &
  /** The next apply does the rest. */
  (
    | { readonly then: "clear"; readonly doubt?: string }
    | { readonly then: "leave" }
    /** State gets these outputs, beside those that it has. */
    | { readonly then: "record"; readonly id: string; readonly outputs: Bag; readonly doubt?: string }
  );
