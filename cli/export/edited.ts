/** Titles of lists of files that were edited since the last export. */
export const OVERWRITTEN = "Overwritten, though no export wrote it or it was edited since:";

export const LEFT_ALONE = "Edited since the last export, left as they are:";
