/** What the verbs of a resource return. */
export interface Finding {
  /** Path of the property, e.g. `schema[0].name`. */
  readonly path: string;
  readonly reason: string;
}

export interface Checked {
  readonly inputs: Record<string, unknown>;
  readonly failures: readonly Finding[];
}

/** What the account says of the inputs: failures stop the preview, notes are printed. */
export interface Advice {
  readonly failures: readonly Finding[];
  readonly notes: readonly string[];
}

/** How one property of the program differs from what was last applied or read. */
export interface Change {
  readonly property: string;
  /**
   * `moved`: a difference that the inputs do not show, as when a name now stands for another object.
   * `unseen`: a null where there was nothing, or the other way round; the engine takes the two for the same.
   * `removed`: taken out of the program.
   */
  readonly how: "set" | "unseen" | "removed" | "moved";
}

export interface Judgement {
  readonly found: readonly Change[];
  /** Properties because of which the object is deleted and created again. */
  readonly replaces?: readonly string[];
  readonly notes?: readonly string[];
}

/** The engine's three answers: no changes, changes without names, or none at all, which makes it compare inputs itself. */
export interface DiffAnswer {
  changes?: boolean;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

export interface Created {
  readonly id: string;
  readonly outs: Record<string, unknown>;
}

/** What the engine stores after a refresh; an empty one says that the object is gone. */
export interface ReadAnswer {
  id?: string;
  props?: Record<string, unknown>;
  inputs?: Record<string, unknown>;
}
