/** `npm run soak` runs every row; `npm test` those that tell most. */
export const ALL_KILLS = process.env["KILLS"] === "all";
