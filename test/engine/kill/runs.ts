/** True in `npm run soak -- kills`. Otherwise, only a few of the tests run. */
export const ALL_KILLS = process.env["KILLS"] === "all";
