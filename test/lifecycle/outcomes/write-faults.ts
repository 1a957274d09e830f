/** Faults of one write: a create, an update, a delete or a campaign action. */
import { type Fault, always, fromThereOn, lagging, refused, rule, silence, wrongTypes } from "./fault.js";
import type { Column, Kind } from "./kinds.js";

const writesOnce = ({ at }: Column, { kind }: Kind): boolean =>
  at.method === "POST" && kind !== "CampaignState";
const isThere = ({ found }: Column): boolean => found !== undefined;
const looksAfterwards = (column: Column, kind: Kind): boolean =>
  writesOnce(column, kind) || (column.at.method === "PUT" && kind.kind !== "MidCallTool");
const keepsFields = ({ at }: Column): boolean => at.method !== "DELETE";
const isUpdate = ({ at }: Column): boolean => at.method === "PUT";
const isNewTool = (column: Column, { kind }: Kind): boolean => kind === "MidCallTool" && !isThere(column);

/** The body of a rejection that repeats private values of the request. */
function repeated({ sent, secrets }: Kind, { before, program }: Column): unknown {
  const known = JSON.stringify([before, program]);
  const quoted = secrets
    .filter((text) => known.includes(JSON.stringify(text).slice(1, -1)))
    .map((text) => `Given was (${text}).`);
  return { message: "Validation failed", errors: { [sent]: [`The ${sent} field is invalid.`, ...quoted] } };
}

export const writeFaults: Fault[] = [
  rule("401", { status: 401 }),
  rule("403", { status: 403 }),
  rule("404 for the route", { status: 404, body: { message: "The route could not be found." } }),
  rule("405", { status: 405, body: { message: "The method is not supported for this route." } }),
  rule("422 that quotes what was sent", (kind, column) => ({ status: 422, body: repeated(kind, column) })),
  rule("429, Retry-After in seconds", { status: 429, retryAfter: 2 }),
  rule("429, Retry-After as a date", { status: 429, retryAfterDate: 3 }),
  rule("429, every time", { status: 429, retryAfter: 2 }, always),
  rule("500, not processed", { status: 500 }),
  rule("500, processed", { status: 500 }, { when: "after" }),
  rule("500, every time", { status: 500 }, always),
  rule("502, not processed", { status: 502, body: "<html><body>Bad gateway</body></html>" }),
  rule("503 with Retry-After, not processed", { status: 503, retryAfter: 2 }),
  rule("503, every time", { status: 503 }, always),
  rule("504, processed", { status: 504 }, { when: "after" }),
  refused("the connection is refused once", 1),
  refused("the connection is refused every time", Number.POSITIVE_INFINITY),
  rule("cut on arrival", "cut-on-arrival"),
  rule("cut before it is processed", "cut-before"),
  rule("cut before it is processed, every time", "cut-before", always),
  rule("cut while it is processed", "cut-during"),
  rule("cut after it was processed", "cut-after"),
  rule("cut after it was processed, every time", "cut-after", always),
  rule("cut in the middle of the response", "cut-answer"),
  rule("response shorter than announced", "short-answer"),
  silence("no response in time, not processed", { delayMs: 60_000 }, { when: "before" }),
  silence("no response in time, processed", { delayMs: 60_000 }, { when: "after" }),
  silence("no response in time, processed, every time", { delayMs: 60_000 }, { when: "after", ...always }),
  rule("byte by byte, in time", { trickleMs: 1 }),
  silence("byte by byte, not in time", { trickleMs: 60_000 }),
  rule("a web page, not processed", "html"),
  rule("a web page, processed", "html", { when: "after" }),
  rule("a redirect to a login page", "redirect"),
  rule("half of the JSON, processed", "invalid-json"),
  rule("an empty response, processed", { status: 200, body: "" }, { when: "after" }),
  ...wrongTypes,
  rule("the response under an extra key", { wrap: "result" }),
  rule("the response without its envelope", "unwrap"),
  rule("a response of 11 MB", { padBytes: 11 * 1024 * 1024 }, {}, ({ title }) => title !== "start (update)"),
  rule("success: false, not processed", "success-false", {}),
  rule("success: false, processed", "success-false", { when: "after" }),
  rule(
    "a field accepted and not kept",
    ({ sent }, column) => ({ dropField: column.sent ?? sent }),
    {},
    keepsFields,
  ),
  rule(
    "a field accepted and not kept, every time",
    ({ sent }, column) => ({ dropField: column.sent ?? sent }),
    always,
    keepsFields,
  ),
  rule("fields reset that the update lacks", "reset-others", {}, isUpdate),
  rule("fields reset that the update lacks, every time", "reset-others", always, isUpdate),
  lagging("the listing lags 3 s behind", 3_000, [], looksAfterwards),
  lagging("the listing lags 60 s behind", 60_000, [], looksAfterwards),
  lagging("cut after it was processed, and the listing lags 3 s behind", 3_000, ["cut-after"], () => true),
  lagging("cut after it was processed, and the listing lags 60 s behind", 60_000, ["cut-after"], () => true),
  rule(
    "the record vanishes just before",
    ({ records }) => ({ vanish: records }),
    { when: "before" },
    isThere,
  ),
  rule(
    "deleted_at is set just before",
    { markDeleted: "assistants" },
    { when: "before" },
    (column, kind) => kind.kind === "Assistant" && isThere(column),
  ),
  fromThereOn("a rate limit of 1 request a second", { ratePerSecond: 1, burst: 1 }),
  rule("the plan's limit of tools is reached", { planLimit: 0 }, {}, isNewTool),
  rule("the plan's limit of tools is reached, as 403", { planLimit: 0, status: 403 }, {}, isNewTool),
  fromThereOn("the token expires with this request", { tokenExpiresAfter: 0 }),
  fromThereOn("the token expires after this request", { tokenExpiresAfter: 1 }),
];
