import { z } from "zod";
import { counted } from "../base/quoted.js";
import type { RouteName } from "./routes.js";
import type { Settings } from "./settings.js";
import { mostMismatches, parseBody } from "./answer.js";
import { mostRecords } from "./records-cutter.js";
import type { Client } from "./client.js";
import { VoicecallError } from "../base/errors.js";
import { asListing, wireId } from "../base/spellings.js";
import { isObject } from "../base/wording.js";

export interface Listing<T> {
  route: RouteName;
  item: z.ZodType<T>;
  /** The request, such as `list leads`. Errors contain this text. */
  purpose: string;
  /** Keys of the response that may contain the array of records, such as `campaigns`. */
  keys?: string[];
  query?: Record<string, string | number | undefined>;
  /**
   * Receives the number of records without a readable id, which are left out. Absent: such a record makes the whole
   * listing unreadable.
   */
  unidentified?: ((count: number) => void) | undefined;
  /** Whether a record shows that the service ignores the filter in `query`. Then, only the first page is read. */
  isUnwanted?(this: void, record: T): boolean;
  /** What to keep of a record that was read; absent: the record. */
  kept?(this: void, record: T): T;
  /** Called if the response is the whole listing, because the service has no pages. */
  whole?: (() => void) | undefined;
}

/** The largest page size (spec 4.2). */
const perPage = 100;
const mostAttempts = 3;
/** A listing whose total implies more pages counts as wrong. */
const mostPages = 10_000;

/** Listings to request as pages. For leads, pages are an assumption: spec 4.3 does not show any. */
const paged: ReadonlySet<RouteName> = new Set<RouteName>(["listAssistants", "listLeads"]);

/** Listings that the specification shows as pages (4.2). Without a total, nothing shows that they are complete. */
const alwaysPaged: ReadonlySet<RouteName> = new Set<RouteName>(["listAssistants"]);

/** Leaves out the URLs of other pages: following such a URL could send the token to a different host. */
const envelope = z.object({
  current_page: wireId,
  total: wireId.refine((total) => total >= 0),
  last_page: wireId.nullish(),
  data: z.preprocess(asListing, z.array(z.unknown())),
});

interface Rows<T> {
  readonly records: T[];
  /** The number of records without a readable id. */
  readonly unidentified: number;
}

type Page<T> = Rows<T> & ({ kind: "all" } | { kind: "page"; number: number; total: number; last: number });

/** All records, or why some may be missing. */
type Reading<T> = { complete: T[] } | { doubt: string };

/**
 * Reads all records of a listing. The result must be complete, because callers take a missing record as a
 * sign that the object is gone. A plain array is complete, unless the specification shows pages. Pages are complete if all of them report the same
 * total and together contain that many distinct ids. Incomplete pages are read again.
 * @throws VoicecallError "could-not-tell" if the pages are incomplete in all three attempts, if the listing is too
 * large, or if a plain array contains an id twice
 */
export async function listAll<T extends { id: number }>(client: Client, call: Listing<T>): Promise<T[]> {
  if (!paged.has(call.route)) {
    const first = await readPage(client, call, undefined);
    if (first.kind === "all") return whole(call, first);
  }
  let doubt = "";
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const result = await readPages(client, call);
    if ("complete" in result) return result.complete;
    doubt = result.doubt;
  }
  throw couldNotTell(
    call,
    `the pages of the listing were inconsistent in ${mostAttempts} attempts (${doubt}). Run again when nothing else changes these records`,
  );
}

/** One page of a listing. It does not prove that an object is absent, because another page may contain it. */
export interface OnePage<T> {
  readonly rows: T[];
  /** The number of records on all pages; absent if the response is a different page or the whole listing. */
  readonly total?: number;
  /** The response is the whole listing, because the service has no pages. */
  readonly isWhole?: true;
}

/** Reads one page, counted from 1. */
export async function listPage<T>(client: Client, call: Listing<T>, number: number): Promise<OnePage<T>> {
  const page = await readPage(client, call, number);
  if (page.unidentified > 0) return { rows: page.records };
  if (page.kind === "all")
    return { rows: page.records, ...(!alwaysPaged.has(call.route) && { isWhole: true as const }) };
  return page.number === number ? { rows: page.records, total: page.total } : { rows: [] };
}

async function readPages<T extends { id: number }>(client: Client, call: Listing<T>): Promise<Reading<T>> {
  const first = await readPage(client, call, 1);
  if (first.kind === "all") {
    if (alwaysPaged.has(call.route)) return { doubt: "a plain list without a total" };
    return { complete: whole(call, first) };
  }

  if (call.isUnwanted && first.records.some(call.isUnwanted)) return { complete: first.records };

  const taken: Taken<T> = { byId: new Map(), unidentified: 0 };
  let doubt = take(taken, first, 1, first.total);
  const pages = Math.max(1, Math.ceil(first.total / Math.max(1, sizeOf(first))));
  if (pages > mostPages) return { doubt: `a total of ${first.total} would need ${pages} pages` };
  if (first.total > mostRecords)
    return { doubt: `a total of ${first.total} is more than ${mostRecords} records` };

  // In batches, so that a wrong total does not cause thousands of requests: the first empty page ends the loop.
  for (let next = 2; next <= pages && doubt === undefined; next += client.settings.maxInFlight) {
    const numbers = range(next, Math.min(pages, next + client.settings.maxInFlight - 1));
    const batch = await Promise.all(numbers.map((number) => readPage(client, call, number)));
    batch.forEach((page, index) => {
      doubt ??= take(taken, page, next + index, first.total);
    });
  }
  if (doubt !== undefined) return { doubt };
  const { byId, unidentified } = taken;
  const count = byId.size + unidentified;
  if (count !== first.total) return { doubt: `a total of ${first.total}, but ${counted(count, "record")}` };
  // `last_page` or the total is wrong. If the total is wrong, the next page contains more records.
  if (first.last > pages) doubt = surplus(await readPage(client, call, pages + 1), pages);
  if (doubt !== undefined) return { doubt };
  if (unidentified > 0) call.unidentified?.(unidentified);
  return { complete: [...byId.values()] };
}

function surplus(page: Page<unknown>, pages: number): string | undefined {
  if (sizeOf(page) === 0) return undefined;
  return `the total implies ${counted(pages, "page")}, but page ${pages + 1} is not empty`;
}

interface Taken<T> {
  readonly byId: Map<number, T>;
  unidentified: number;
}

const sizeOf = ({ records, unidentified }: Rows<unknown>): number => records.length + unidentified;

/** Adds the records of a page. Returns what contradicts the other pages, if anything does. */
function take<T extends { id: number }>(
  taken: Taken<T>,
  page: Page<T>,
  requestedPage: number,
  total: number,
): string | undefined {
  if (page.kind === "all") return `page ${requestedPage} is a plain list`;
  if (page.number !== requestedPage) return `page ${requestedPage} reports that it is page ${page.number}`;
  if (page.total !== total)
    return `page ${requestedPage} reports a total of ${page.total}, but page 1 reports ${total}`;
  if (sizeOf(page) === 0 && total > 0) return `page ${requestedPage} is empty`;
  const { byId } = taken;
  taken.unidentified += page.unidentified;
  for (const record of page.records) {
    if (byId.has(record.id)) return `id ${record.id} is listed twice`;
    byId.set(record.id, record);
  }
  const count = byId.size + taken.unidentified;
  if (count > total) return `a total of ${total}, but ${counted(count, "record")}`;
  return undefined;
}

async function readPage<T>(client: Client, call: Listing<T>, number: number | undefined): Promise<Page<T>> {
  const paging = number === undefined ? {} : { per_page: perPage, page: number };
  const response = await client.request({
    route: call.route,
    query: { ...call.query, ...paging },
    schema: z.unknown(),
    purpose: call.purpose,
    isShared: true,
    cut: (record) => rowOf(call, record),
  });
  const body = asListing(unwrapped(response, call.keys ?? []));
  if (Array.isArray(body)) return { kind: "all", ...rowsOf(client.settings, call, body) };
  const { current_page, total, last_page, data } = parseResponse(client.settings, call, envelope, body);
  const rows = rowsOf(client.settings, call, data);
  return { kind: "page", number: current_page, total, last: last_page ?? 0, ...rows };
}

/** A parsed record; without a value if its id cannot be read. */
class Row<T> {
  constructor(
    readonly value: T | undefined,
    readonly mismatches: readonly string[] = [],
  ) {}
}

function rowOf<T>({ item, kept = (record) => record }: Listing<T>, raw: unknown): Row<T> {
  if (raw instanceof Row) return raw as Row<T>;
  const parsed = parseBody(item, raw);
  return parsed.ok ? new Row(kept(parsed.value)) : new Row<T>(undefined, parsed.mismatches);
}

/** If no record has a readable id, this is not the listing of the service. */
function rowsOf<T>(settings: Settings, call: Listing<T>, raw: readonly unknown[]): Rows<T> {
  const rows = raw.map((row) => rowOf(call, row));
  const records = rows.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const unidentified = rows.length - records.length;
  if (unidentified > 0 && (records.length === 0 || !call.unidentified))
    throw unreadable(
      settings,
      call,
      rows.flatMap(({ mismatches }, index) => mismatches.map((text) => `${index}.${text}`)),
    );
  return { records, unidentified };
}

function unwrapped(response: unknown, keys: readonly string[]): unknown {
  if (!isObject(response) || "current_page" in response) return response;
  const key = keys.find((name) => name in response);
  return key === undefined ? response : response[key];
}

function parseResponse<T, U>(settings: Settings, call: Listing<T>, schema: z.ZodType<U>, value: unknown): U {
  const parsed = parseBody(schema, value);
  if (parsed.ok) return parsed.value;
  throw unreadable(settings, call, parsed.mismatches);
}

function unreadable(
  { baseUrl, baseUrlSource }: Settings,
  { purpose }: Listing<unknown>,
  mismatches: readonly string[],
): VoicecallError {
  return new VoicecallError(
    "unreadable",
    `the response does not have the expected form (${mismatches.slice(0, mostMismatches).join("; ")}).`,
    { request: purpose, remedy: `Check that ${baseUrl} (from ${baseUrlSource}) is the service's API.` },
  );
}

function whole<T extends { id: number }>(call: Listing<T>, { records, unidentified }: Rows<T>): T[] {
  const seen = new Set<number>();
  for (const { id } of records) {
    if (seen.has(id)) throw couldNotTell(call, `the listing contains id ${id} twice. Run again`);
    seen.add(id);
  }
  if (unidentified > 0) call.unidentified?.(unidentified);
  call.whole?.();
  return records;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function couldNotTell(call: Listing<unknown>, what: string): VoicecallError {
  return new VoicecallError("could-not-tell", `${what}.`, { request: call.purpose });
}
