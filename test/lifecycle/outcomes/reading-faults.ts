/** Faults of reads: of a record, of a listing, or of names for lookups. */
import type { PageLie } from "../../../emulator/index.js";
import { type Fault, always, fromThereOn, refused, rule, silence, wrongTypes } from "./fault.js";
import type { Column, Kind } from "./kinds.js";

/** The specification shows pages only for the listing of assistants. */
const hasPages = ({ at, title }: Column): boolean =>
  // Before a create or an update, the read is the same as in a preview or refresh.
  at.path === "/user/assistants/get" && !/^before [cu]/.test(title);
const isOwn = ({ at }: Column, { listing }: Kind): boolean => at.path.startsWith(listing);
const isOwnAndThere = (column: Column, kind: Kind): boolean =>
  isOwn(column, kind) && column.found !== undefined;
const pageLie = (title: string, pages: PageLie, more = {}): Fault => ({
  ...rule(title, { pages }, { ...always, ...more }, hasPages),
  crowded: true,
});

export const readingFaults: Fault[] = [
  rule("401", { status: 401 }),
  rule("403", { status: 403 }),
  rule("404 for the route", { status: 404, body: { message: "The route could not be found." } }),
  rule("405", { status: 405, body: { message: "The method is not supported for this route." } }),
  rule("429, Retry-After in seconds", { status: 429, retryAfter: 2 }),
  rule("429, Retry-After as a date", { status: 429, retryAfterDate: 3 }),
  rule("429, every time", { status: 429, retryAfter: 2 }, always),
  rule("500", { status: 500 }),
  rule("503 with Retry-After", { status: 503, retryAfter: 2 }),
  rule("503, every time", { status: 503 }, always),
  refused("the connection is refused once", 1),
  refused("the connection is refused every time", Number.POSITIVE_INFINITY),
  rule("cut before a response", "cut-after"),
  rule("cut before a response, every time", "cut-after", always),
  rule("cut in the middle of the response", "cut-answer"),
  rule("response shorter than announced", "short-answer"),
  silence("no response in time", { delayMs: 60_000 }, { when: "before" }),
  silence("no response in time, every time", { delayMs: 60_000 }, { when: "before", ...always }),
  rule("byte by byte, in time", { trickleMs: 1 }),
  silence("byte by byte, not in time", { trickleMs: 60_000 }),
  rule("a web page", "html"),
  rule("a redirect to a login page", "redirect"),
  rule("half of the JSON", "invalid-json"),
  rule("an empty response", { status: 200, body: "" }),
  rule("success: false", "success-false"),
  ...wrongTypes,
  rule("the response under an extra key", { wrap: "result" }),
  rule("a response of 11 MB", { padBytes: 11 * 1024 * 1024 }, {}, ({ title }) => !title.startsWith("before")),
  pageLie("pages that loop", "loop"),
  pageLie("pages that never end", "endless"),
  pageLie("a total too small", "total-too-small"),
  pageLie("a total too large, once", "total-too-large", { times: 1 }),
  pageLie("a total too large, every time", "total-too-large"),
  pageLie("a last page too small", "last-page-too-small"),
  pageLie("a last page too large", "last-page-too-large"),
  pageLie("a total that differs from page to page", "total-differs"),
  pageLie("a record on two pages", "duplicates"),
  {
    ...rule("another record vanishes between two pages", { vanish: "assistants" }, {}, hasPages),
    crowded: true,
  },
  rule(
    "the record vanishes just before",
    ({ records }) => ({ vanish: records }),
    { when: "before" },
    isOwnAndThere,
  ),
  rule(
    "deleted_at is set just before",
    { markDeleted: "assistants" },
    { when: "before" },
    (column, kind) => kind.kind === "Assistant" && isOwnAndThere(column, kind),
  ),
  fromThereOn("a rate limit of 1 request a second", { ratePerSecond: 1, burst: 1 }),
  fromThereOn("the token expires with this request", { tokenExpiresAfter: 0 }),
  fromThereOn("the token expires after this request", { tokenExpiresAfter: 1 }),
];
