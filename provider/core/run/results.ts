import { type ErrorChanges, VoicecallError } from "../../base/errors.js";

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

/** What check and diff find out about a resource. The stages of its kind add to it, and the core prints it. */
export class Findings {
  /** They reject the inputs. */
  readonly mistakes: Finding[] = [];
  /** Probable mistakes. An unchanged resource would repeat them in each preview, so it has only those of others. */
  readonly warnings: { readonly text: string; readonly isOfOther?: true | undefined }[] = [];
  readonly notes: string[] = [];
  /** Why the apply will fail. */
  readonly failures: {
    readonly text: string;
    /** It will not if this run replaces the resource. */
    readonly unlessReplaced?: boolean;
  }[] = [];
  /** Properties whose change needs a replacement. */
  readonly replaces: string[] = [];

  warn(...texts: readonly string[]): void {
    this.warnings.push(...texts.map((text) => ({ text })));
  }

  predict(...texts: readonly string[]): void {
    this.failures.push(...texts.map((text) => ({ text })));
  }
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

/** The changes that count, and what was found out about them. */
export type Assessment = { readonly found: readonly Change[] } & Partial<
  Readonly<Pick<Findings, "replaces" | "notes">>
>;

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

/**
 * The error of a failed operation whose object exists. The object stays in state, and the next `pulumi up`
 * finishes the operation.
 */
export class HalfCreated extends VoicecallError {
  constructor(
    readonly id: string,
    readonly properties: Record<string, unknown>,
    failure: VoicecallError,
  ) {
    super(failure.code, failure.what, { cause: failure, ...failure.details, lost: false, status: undefined });
  }

  override with(changes: ErrorChanges): HalfCreated {
    return new HalfCreated(this.id, this.properties, super.with(changes));
  }
}

/** What the engine stores after a refresh. Empty if the object is gone. */
export interface ReadResult {
  id?: string;
  props?: Record<string, unknown>;
  inputs?: Record<string, unknown>;
}
