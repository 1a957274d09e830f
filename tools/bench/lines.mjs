import { OPERATIONS, SUBJECTS } from "./operations.mjs";
import { CONDITIONS } from "./service.mjs";

/** The result of one command as a line for the terminal. */
export function lineOf({ condition, size, round, subject, operation, error, ...figures }) {
  const what = operation === "hostStart" ? "start of the host" : OPERATIONS[operation].replaceAll("`", "");
  const place = `${String(size).padStart(5)}, ${CONDITIONS[condition].title}, round ${round}: ${what}, ${SUBJECTS[subject]}`;
  if (error !== undefined) return `${place} FAILED: ${error}`;
  const times = `${figures.wallSeconds.toFixed(2)} s, ${figures.cpuSeconds.toFixed(2)} CPU s`;
  if (figures.requests === undefined) return `${place}: ${times}`;
  const refused = figures.refused > 0 ? `, ${figures.refused} rejected` : "";
  const host = figures.hostPeakBytes === undefined ? "" : `, host ${megabytes(figures.hostPeakBytes)}`;
  return `${place}: ${times}, ${figures.requests} requests${refused}${host}`;
}

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
