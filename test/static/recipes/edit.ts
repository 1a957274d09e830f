export type Edit =
  | { readonly file: string; readonly create: string }
  /** Inserts the text `insert` before the first occurrence of the text `before`. */
  | { readonly file: string; readonly insert: string; readonly before: string };

/** In the order of CONTRIBUTING. */
export type Recipe = readonly Edit[];
