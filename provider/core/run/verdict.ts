import type { Bag } from "../fields/values.js";

/** The times, in milliseconds, between which an interrupted run may have sent its creates. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/** What to do about an operation that the engine has recorded as pending, and why. */
export type Verdict = { readonly text: string } &
  /** The next apply does the rest. */
  (
    | { readonly then: "clear" }
    | { readonly then: "leave" }
    /** State gets these outputs, beside those that it has. `doubt` says why it may be another stack's; absent if it is certainly the run's. */
    | { readonly then: "record"; readonly id: string; readonly outputs: Bag; readonly doubt?: string }
  );
