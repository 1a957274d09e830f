/** Titles of the lists of files that the export overwrote or left as they are. */
export const OVERWRITTEN =
  "--force overwrites these files, which no export wrote or which were edited since the last export:";

export const LEFT_ALONE =
  "Files left as they are, because they were edited since the last export, or an edited file reads them:";
