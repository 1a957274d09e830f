/** The documented forms of the API, named by the year of their documents. */
export const forms = ["2025", "2026"] as const;
export type Form = (typeof forms)[number];
