/** A place that may give a value, and how it changes. */
import type { Change } from "./rewriting.js";

/** A change of a file, or a value to set in the stack's configuration. */
export type Edit =
  | (Change & { readonly file: string; /** Of a property that is added. */ readonly name?: string })
  | { readonly key: string; readonly value: string };

export interface Site {
  /** Absent for configuration. */
  readonly file?: string;
  readonly line?: number;
  /** Of the stack's configuration. */
  readonly key?: string;
  /** Undefined if no change of this place makes one value of the other. */
  edits(before: unknown, after: unknown): readonly Edit[] | undefined;
}
