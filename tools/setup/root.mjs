import { fileURLToPath } from "node:url";

/** The root of this repository, without a trailing slash. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
