/** `npm run soak` runs every row, and `npm test` only the most informative ones. */
export const ALL_KILLS = process.env["KILLS"] === "all";
