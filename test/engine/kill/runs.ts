/** `npm run soak` runs every row, and `npm test` only some. */
export const ALL_KILLS = process.env["KILLS"] === "all";
