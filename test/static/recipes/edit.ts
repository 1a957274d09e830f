export type Edit =
  | { readonly file: string; readonly create: string }
  /** Inserts the text `insert` before the first occurrence of the text `before`. */
  | { readonly file: string; readonly insert: string; readonly before: string };

/** The edits, in the order of the steps in CONTRIBUTING. */
export type Recipe = readonly Edit[];
