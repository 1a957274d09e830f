type Part =
  "fields" | "outcomes" | "texts" | "kills" | "engine" | "workflows" | "matrix" | "leads" | "inputs";

/** Whether `npm run soak -- PART` runs these tests. Otherwise, tests that ask for it run a selection of their cases. */
export const inSoak = (part: Part): boolean => process.env["SOAK"] === part;
