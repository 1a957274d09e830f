import { z } from "zod";
import type { RouteName } from "../routes.js";
import type { Settings } from "../settings.js";
import { understand } from "./answer.js";
import type { Client } from "./client.js";
import { VoicecallError } from "./errors.js";
import { isObject } from "./wording.js";

export interface Listing<T> {
  route: RouteName;
  item: z.ZodType<T>;
  /** What is attempted: starts every error, e.g. `list the leads`. */
  purpose: string;
  /** Keys under which a service may wrap the array, e.g. `campaigns`. */
  keys?: string[];
  query?: Record<string, string | number | undefined>;
}

/** The most a page may hold (spec 4.2). */
const perPage = 100;
const mostReadings = 3;
/** Beyond these an envelope is taken to be wrong. */
const mostPages = 10_000;
const mostRecords = 1_000_000;
/** Of one reading: an answer alone may hold 10 MB, and there may be thousands of pages. */
const mostCharacters = 128 * 1024 * 1024;

/** Shown with pages (spec 4.2), or likely to have them: «pagination and filters: not shown» (spec 4.3). */
const paged: ReadonlySet<RouteName> = new Set<RouteName>(["listAssistants", "listLeads"]);

/** Numbers only: the URLs beside them could carry the token to another host. */
const envelope = z.object({
  current_page: z.number().int(),
  total: z.number().int().min(0),
  last_page: z.number().int().nullish(),
  data: z.array(z.unknown()),
});

type Page<T> =
  { kind: "all"; records: T[] } | { kind: "page"; number: number; total: number; last: number; records: T[] };

/** What a reading brought: every record, or the reason why these cannot be all. */
type Reading<T> = { complete: T[] } | { doubt: string };

/**
 * All records of a listing. Their completeness is what «gone» is concluded from: a plain array is complete; pages
 * are when each told the same total and the distinct ids number that total. Otherwise they are read again.
 * @throws VoicecallError "could-not-tell" after the third reading
 */
export async function listAll<T extends { id: number }>(client: Client, call: Listing<T>): Promise<T[]> {
  if (!paged.has(call.route)) {
    const first = await readPage(client, call, undefined, () => undefined);
    if (first.kind === "all") return distinct(call, first.records);
  }
  let doubt = "";
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const result = await readPages(client, call);
    if ("complete" in result) return result.complete;
    doubt = result.doubt;
  }
  throw couldNotTell(
    call,
    `the pages contradict each other (${doubt}), in ${mostReadings} readings. Run again when nobody is changing these records`,
  );
}

async function readPages<T extends { id: number }>(client: Client, call: Listing<T>): Promise<Reading<T>> {
  let characters = 0;
  const measure = (length: number): void => {
    characters += length;
    if (characters <= mostCharacters) return;
    const most = `${mostCharacters / 1024 / 1024} MB`;
    throw couldNotTell(
      call,
      `the pages hold more than ${most} together, which is more than is read. Nothing was concluded from them`,
    );
  };
  const first = await readPage(client, call, 1, measure);
  if (first.kind === "all") return { complete: distinct(call, first.records) };

  const byId = new Map<number, T>();
  let doubt = take(byId, first, 1, first.total);
  const pages = Math.max(1, Math.ceil(first.total / Math.max(1, first.records.length)));
  if (pages > mostPages) return { doubt: `a total of ${first.total} would need ${pages} pages` };
  if (first.total > mostRecords)
    return { doubt: `a total of ${first.total} is more than ${mostRecords} records` };

  // In batches, so that an envelope that lies about its total is found out at the first page that adds nothing.
  for (let next = 2; next <= pages && doubt === undefined; next += client.settings.maxInFlight) {
    const numbers = range(next, Math.min(pages, next + client.settings.maxInFlight - 1));
    const batch = await Promise.all(numbers.map((number) => readPage(client, call, number, measure)));
    batch.forEach((page, index) => {
      doubt ??= take(byId, page, next + index, first.total);
    });
  }
  if (doubt !== undefined) return { doubt };
  if (byId.size !== first.total) return { doubt: `a total of ${first.total}, but ${byId.size} records` };
  // Who believes a total that is too small misses records: a page more than it needs has to be empty.
  if (first.last > pages) doubt = surplus(await readPage(client, call, pages + 1, measure), pages);
  if (doubt !== undefined) return { doubt };
  return { complete: [...byId.values()] };
}

function surplus(page: Page<unknown>, pages: number): string | undefined {
  if (page.records.length === 0) return undefined;
  return `the total is of ${pages === 1 ? "1 page" : `${pages} pages`}, and page ${pages + 1} is not empty`;
}

/** Adds a page's records; returns what speaks against it. */
function take<T extends { id: number }>(
  byId: Map<number, T>,
  page: Page<T>,
  asked: number,
  total: number,
): string | undefined {
  if (page.kind === "all") return `page ${asked} is a plain list`;
  if (page.number !== asked) return `page ${asked} says that it is page ${page.number}`;
  if (page.total !== total) return `page ${asked} tells a total of ${page.total}, page 1 one of ${total}`;
  if (page.records.length === 0 && total > 0) return `page ${asked} is empty`;
  for (const record of page.records) {
    if (byId.has(record.id)) return `id ${record.id} stands twice`;
    byId.set(record.id, record);
  }
  if (byId.size > total) return `a total of ${total}, but ${byId.size} records`;
  return undefined;
}

async function readPage<T>(
  client: Client,
  call: Listing<T>,
  number: number | undefined,
  measure: (length: number) => void,
): Promise<Page<T>> {
  const paging = number === undefined ? {} : { per_page: perPage, page: number };
  const answer = await client.request({
    route: call.route,
    query: { ...call.query, ...paging },
    answer: z.unknown(),
    purpose: call.purpose,
    measure,
  });
  const body = unwrapped(answer, call.keys ?? []);
  const records = (rows: unknown): T[] => parsed(client.settings, call, z.array(call.item), rows);
  if (Array.isArray(body)) return { kind: "all", records: records(body) };
  const { current_page, total, last_page, data } = parsed(client.settings, call, envelope, body);
  return { kind: "page", number: current_page, total, last: last_page ?? 0, records: records(data) };
}

function unwrapped(answer: unknown, keys: readonly string[]): unknown {
  if (!isObject(answer) || "current_page" in answer) return answer;
  const key = keys.find((name) => name in answer);
  return key === undefined ? answer : answer[key];
}

function parsed<T, U>(settings: Settings, call: Listing<T>, schema: z.ZodType<U>, value: unknown): U {
  const understood = understand(schema, value);
  if (understood.ok) return understood.value;
  const { baseUrl, baseUrlSource } = settings;
  throw new VoicecallError(
    "unreadable",
    `${call.purpose}: the answer is not of the expected form (${understood.mismatches.join("; ")}). Check that ${baseUrl} (from ${baseUrlSource}) is the service's API.`,
  );
}

function distinct<T extends { id: number }>(call: Listing<T>, records: T[]): T[] {
  const seen = new Set<number>();
  for (const { id } of records) {
    if (seen.has(id)) throw couldNotTell(call, `the list holds id ${id} twice. Run again`);
    seen.add(id);
  }
  return records;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function couldNotTell(call: Listing<unknown>, what: string): VoicecallError {
  return new VoicecallError("could-not-tell", `${call.purpose}: ${what}.`);
}
