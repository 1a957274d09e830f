/** Titles of lists of files that were edited since the last export. */
export const OVERWRITTEN =
  "Overwritten, although no export wrote them or they were edited since the last export:";

export const LEFT_ALONE = "Edited since the last export, left as they are:";
