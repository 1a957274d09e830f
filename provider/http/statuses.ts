/** What to do about statuses that any server on the way may send, with any body. */
import type { Settings } from "./settings.js";

const UNSTORED =
  "If it fails again, the service may be unable to store a value, such as a text too long for it: shorten that";
/** Of a server that takes no such requests: of this method, format or protocol, or without the token of a form. */
export const NOT_THE_API: ReadonlySet<number> = new Set([405, 411, 415, 419, 421, 426, 428, 501, 505]);

export const remedies = (size: number, settings: Settings): Record<number, readonly [string, string]> => ({
  408: ["the request took too long", "Run again later"],
  413: [
    `the request of ${size} bytes is too large for the service or a proxy before it`,
    "Shorten its longest value, such as a prompt, or let the operator raise the limit (nginx: client_max_body_size; PHP: post_max_size)",
  ],
  414: ["the address is too long", `Check the base URL ${settings.baseUrl} (from ${settings.baseUrlSource})`],
  431: ["the headers are too long", `Check that the token (from ${settings.tokenSource}) is the token alone`],
  // A database that cannot store a value. A text too long for a usual column makes a request longer than this.
  ...(size > 255 && { 500: ["the service failed", `Run again later. ${UNSTORED}`] }),
  507: ["the service has no space left", "Tell its operator, and run again later"],
});
