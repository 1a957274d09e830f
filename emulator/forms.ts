/**
 * The documented forms of the API, by the year of their documents. For each kind, one table contains the differences.
 */
export const forms = ["2025", "2026"] as const;
export type Form = (typeof forms)[number];
