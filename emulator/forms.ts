/** The documented forms of the API, by the year of their documents. One table per kind has the differences. */
export const forms = ["2025", "2026"] as const;
export type Form = (typeof forms)[number];
