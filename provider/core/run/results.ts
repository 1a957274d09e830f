/** A mistake in the inputs. */
export interface Finding {
  /** Path of the property, such as `schema[0].name`. */
  readonly path: string;
  readonly reason: string;
  /** Another resource of the program causes the mistake in this run. This resource may be unchanged. */
  readonly isOfOther?: true;
}

export interface Checked {
  readonly inputs: Record<string, unknown>;
  readonly failures: readonly Finding[];
}

/** What the account shows about the inputs. Failures make the check fail, and notes are printed. */
export interface Advice {
  readonly failures: readonly Finding[];
  readonly notes: readonly string[];
  /** Why the apply will fail. */
  readonly willFail?: readonly string[];
}

/** How one property of the program differs from its last applied or read value. */
export interface Change {
  readonly property: string;
  /**
   * - `set`: the value is different.
   * - `moved`: a change that the recorded inputs do not show. A name refers to a different object now, or a
   *   manual change already led to the state that the program declares.
   * - `unseen`: null instead of a missing value, or the reverse. The engine treats them as equal.
   * - `removed`: the program no longer declares the property.
   */
  readonly how: "set" | "unseen" | "removed" | "moved";
}

export interface Assessment {
  readonly found: readonly Change[];
  /** Properties whose change needs a replacement. */
  readonly replaces?: readonly string[];
  readonly notes?: readonly string[];
}

export interface DiffResult {
  /** Whether there are changes. Absent: the engine decides by comparing the inputs. */
  changes?: boolean;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

export interface Created {
  readonly id: string;
  readonly outs: Record<string, unknown>;
}

/** What the engine stores after a refresh. Empty if the object is gone. */
export interface ReadResult {
  id?: string;
  props?: Record<string, unknown>;
  inputs?: Record<string, unknown>;
}
