/** The JSON report of `voicecall pull`. Scripts depend on its format, so new versions only add keys. */
import type { Report, ReportedResource } from "../drift/report.js";

export interface PulledValue extends ReportedResource {
  /** The property and, within an object, the key: `variables.company`. */
  readonly path: string;
  /** Relative to the current folder. */
  readonly file?: string;
  readonly line?: number;
  /** What a person should know, such as a placeholder that is gone. */
  readonly note?: string;
}

export interface Left extends PulledValue {
  readonly why: string;
  /** The value to write; absent for secrets, and if the property has to be removed. */
  readonly value?: unknown;
  /** What the program declares; absent as `value` is. */
  readonly declared?: unknown;
}

export interface Pulled {
  readonly version: 1;
  readonly stack: string;
  readonly outcome: "pulled" | "nothing to pull" | "left" | "conflict" | "could not tell";
  /** Values that the program has now, or would have without `--dry-run`. */
  readonly pulled: readonly PulledValue[];
  /** Values that both the file and the service have changed. The file has marked lines. */
  readonly conflicts: readonly PulledValue[];
  /** Values that a person must put into the program. */
  readonly left: readonly Left[];
  /** Values that an earlier pull has merged: the next apply overwrites those of the service. */
  readonly merged: readonly PulledValue[];
  readonly gone: Report["gone"];
  readonly errors: Report["errors"];
  /** With `--dry-run`: what `git apply` takes. */
  readonly patch?: string;
}

export function outcomeOf(found: Omit<Pulled, "version" | "stack" | "outcome">): Pulled["outcome"] {
  const { errors, conflicts, left, gone, pulled } = found;
  if (errors.length > 0) return "could not tell";
  if (conflicts.length > 0) return "conflict";
  if (left.length + gone.length > 0) return "left";
  return pulled.length > 0 ? "pulled" : "nothing to pull";
}
