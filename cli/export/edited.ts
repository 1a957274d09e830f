/** Titles of the lists of files that the export overwrote or left as they are. */
export const OVERWRITTEN =
  "--force overwrites these files, which no export wrote or which were edited since the last export:";

export const LEFT_ALONE =
  "Left as they are, because they, or files that read them, were edited since the last export:";
