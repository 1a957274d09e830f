import { assistants, limited } from "./assistants.mjs";
import { leads } from "./leads.mjs";
import { stacks } from "./stacks.mjs";

/**
 * What the bench measures. `open` prepares one subject at one size, and passes to `later` what ends it; the `run` that it returns measures one operation, or
 * returns undefined if the subject has none. Operations run in the order of their titles.
 */
export const PARTS = { assistants, leads, stacks, limited };
