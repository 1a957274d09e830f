/** One edit of a recipe. */
export type Edit =
  | { readonly file: string; readonly create: string }
  /** Inserts the text before the first occurrence of the anchor. */
  | { readonly file: string; readonly insert: string; readonly before: string };

/** The edits, in the order of CONTRIBUTING. */
export type Recipe = readonly Edit[];
