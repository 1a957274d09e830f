import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createClient } from "../../provider/http/client.js";
import { listAll, type Listing } from "../../provider/http/pages.js";
import { type TransportRequest } from "../../provider/http/transport.js";
import { failed, FakeClock, settingsFor } from "./http-support.js";

interface Item {
  id: number;
}

const item = z.object({ id: z.number().int() });
const items = (first: number, last: number): Item[] =>
  Array.from({ length: last - first + 1 }, (_, i) => ({ id: first + i }));

const assistants: Listing<Item> = { route: "listAssistants", item, purpose: "list the assistants" };
const leads: Listing<Item> = { route: "listLeads", item, purpose: "list the leads" };
const tools: Listing<Item> = { route: "listTools", item, purpose: "list the tools" };
const campaigns: Listing<Item> = {
  route: "listCampaigns",
  item,
  purpose: "list the campaigns",
  keys: ["campaigns"],
};

interface PageQuery {
  /** NaN if the request has no page number. */
  page: number;
  perPage: number;
  /** How many times this page has been read, including this request. */
  reading: number;
}

/** A service with one listing. `answer` makes its responses. */
function service(answer: (query: PageQuery) => unknown) {
  const queries: string[] = [];
  const readings = new Map<number, number>();
  let inFlight = 0;
  let most = 0;
  const transport = {
    send: async ({ url }: TransportRequest) => {
      const { search, searchParams } = new URL(url);
      queries.push(search);
      const page = Number(searchParams.get("page") ?? Number.NaN);
      const reading = (readings.get(page) ?? 0) + 1;
      readings.set(page, reading);
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return {
        status: 200,
        headers: {},
        body: JSON.stringify(answer({ page, perPage: Number(searchParams.get("per_page")), reading })),
      };
    },
  };
  const client = createClient(settingsFor("https://example.com/api", { maxInFlight: "3" }), {
    clock: new FakeClock(),
    transport,
  });
  return { client, queries, most: () => most };
}

/** A correct envelope for `all`. */
function envelope(
  all: readonly Item[],
  { page, perPage }: PageQuery,
  largest = 100,
): Record<string, unknown> {
  const size = Math.min(perPage || 10, largest);
  return {
    current_page: page || 1,
    data: all.slice(((page || 1) - 1) * size, (page || 1) * size),
    per_page: size,
    last_page: Math.max(1, Math.ceil(all.length / size)),
    total: all.length,
    next_page_url: "https://elsewhere.example.com/?page=2",
  };
}

const ids = (list: readonly Item[]) => list.map(({ id }) => id).sort((a, b) => a - b);

describe("plain lists", () => {
  test.each<[string, Listing<Item>, unknown, number, string]>([
    ["tools", tools, items(1, 3), 3, ""],
    ["no tools", tools, [], 0, ""],
    ["campaigns", campaigns, items(1, 2), 2, ""],
    ["campaigns under their name", campaigns, { campaigns: items(1, 2) }, 2, ""],
    ["leads, whatever the query", leads, items(1, 250), 250, "?per_page=100&page=1"],
  ])("%s: one request", async (_, call, answer, count, query) => {
    const { client, queries } = service(() => answer);
    expect(await listAll(client, call)).toHaveLength(count);
    expect(queries).toEqual([query]);
  });

  test.each([
    ["a plain list", tools, items(1, 3)],
    ["pages", assistants, envelope(items(1, 3), { page: 1, perPage: 100, reading: 1 })],
  ])("%s: what the caller keeps of a record is the result", async (_, call, answer) => {
    const { client } = service(() => answer);
    const kept = ({ id }: Item): Item => ({ id: id + 10 });
    expect(ids(await listAll(client, { ...call, kept }))).toEqual([11, 12, 13]);
  });

  test("a plain list of assistants, contrary to the specification, proves nothing", async () => {
    const { client } = service(() => items(1, 2));
    const error = await failed(listAll(client, assistants));
    expect(error).toMatchObject({ code: "could-not-tell" });
    expect(error.message).toContain("a plain list without a total");
  });

  test("an id that is listed twice proves nothing", async () => {
    const { client } = service(() => [{ id: 1 }, { id: 1 }]);
    const error = await failed(listAll(client, tools));
    expect(error).toMatchObject({ code: "could-not-tell" });
    expect(error.message).toContain("list the tools: the listing contains id 1 twice");
  });
});

describe("pages", () => {
  test.each<[string, Listing<Item>, count: number, largest: number, requests: number]>([
    ["none", assistants, 0, 100, 1],
    ["one page", assistants, 7, 100, 1],
    ["one full page", assistants, 100, 100, 1],
    ["several", assistants, 730, 100, 8],
    ["a service with smaller pages than requested", assistants, 61, 15, 5],
    ["leads", leads, 150, 100, 2],
    ["tools, if they ever get pages: one request without a page", tools, 150, 100, 3],
    ["campaigns", campaigns, 12, 100, 2],
  ])("%s", async (_, call, count, largest, requests) => {
    const all = items(1, count);
    const { client, queries, most } = service((query) => envelope(all, query, largest));
    expect(ids(await listAll(client, call))).toEqual(ids(all));
    expect(queries).toHaveLength(requests);
    expect(new Set(queries).size).toBe(requests);
    expect(most()).toBeLessThanOrEqual(3);
  });

  test("an envelope under a name", async () => {
    const { client } = service((query) => ({ campaigns: envelope(items(1, 150), query) }));
    expect(await listAll(client, campaigns)).toHaveLength(150);
  });

  test("a key of the envelope with that name is not the list", async () => {
    const { client } = service((query) => ({ ...envelope(items(1, 2), query), campaigns: items(7, 9) }));
    expect(ids(await listAll(client, campaigns))).toEqual([1, 2]);
  });

  test("a query of the caller is sent with each page", async () => {
    const { client, queries } = service((query) => envelope(items(1, 101), query));
    await listAll(client, { ...assistants, query: { mode: "pipeline" } });
    expect(queries).toEqual(["?mode=pipeline&per_page=100&page=1", "?mode=pipeline&per_page=100&page=2"]);
  });

  test("a record created while reading: the listing is read again", async () => {
    const { client, queries } = service((query) =>
      envelope(items(query.page === 2 || query.reading > 1 ? 0 : 1, 150), query),
    );
    expect(await listAll(client, assistants)).toHaveLength(151);
    expect(queries).toHaveLength(4);
  });

  test("a record deleted while reading: the listing is read again", async () => {
    const { client } = service((query) =>
      envelope(items(query.page === 2 || query.reading > 1 ? 2 : 1, 201), query),
    );
    expect(ids(await listAll(client, assistants))).toEqual(ids(items(2, 201)));
  });
});

describe("wrong envelopes: could not tell, after three reads without extra requests", () => {
  const all = items(1, 250);
  test.each<[string, (query: PageQuery) => unknown, requests: number, says: string]>([
    ["a total that is too high", (query) => ({ ...envelope(all, query), total: 300 }), 9, "but 250 records"],
    ["a total that is too low", (query) => ({ ...envelope(all, query), total: 199 }), 6, "but 200 records"],
    [
      "a total that moves",
      (query) => ({ ...envelope(all, query), total: 250 + query.page }),
      9,
      "reports a total of",
    ],
    ["an enormous total", (query) => ({ ...envelope(all, query), total: 1e9 }), 3, "would need"],
    [
      "a large total, then endless empty pages",
      (query) => ({ ...envelope(all, query), total: 90_000 }),
      12,
      "is empty",
    ],
    [
      "the same page for every number",
      (query) => ({ ...envelope(all, { ...query, page: 1 }), current_page: query.page }),
      9,
      "is listed twice",
    ],
    [
      "every page is page 1",
      (query) => ({ ...envelope(all, query), current_page: 1 }),
      9,
      "reports that it is page 1",
    ],
    ["an empty first page", (query) => ({ ...envelope(all, query), data: [] }), 3, "page 1 is empty"],
    [
      "records under a total of none",
      (query) => ({ ...envelope(all, query), total: 0 }),
      3,
      "a total of 0, but 100 records",
    ],
    [
      "a plain list as second page",
      (query) => (query.page === 1 ? envelope(all, query) : items(101, 200)),
      9,
      "is a plain list",
    ],
    [
      "an id twice on one page",
      (query) => ({ ...envelope(all, query), data: [{ id: 1 }, { id: 1 }], total: 2 }),
      3,
      "id 1 is listed twice",
    ],
  ])("%s", async (_, answer, requests, says) => {
    const { client, queries } = service(answer);
    const error = await failed(listAll(client, assistants));
    expect(error).toMatchObject({ code: "could-not-tell", lost: false });
    expect(error.message).toMatch(/^list the assistants: the pages of the listing were inconsistent/);
    expect(error.message).toContain(says);
    expect(queries).toHaveLength(requests);
  });

  test("a growing last_page leads to one more page, which is empty", async () => {
    const { client, queries } = service((query) => ({
      ...envelope(items(1, 150), query),
      last_page: query.page + 1000,
    }));
    expect(await listAll(client, assistants)).toHaveLength(150);
    expect(queries).toHaveLength(3);
  });

  test("a total that is too low by less than a page hides a page, which last_page reveals", async () => {
    const { client } = service((query) => ({ ...envelope(items(1, 101), query), total: 100, last_page: 2 }));
    const error = await failed(listAll(client, assistants));
    expect(error).toMatchObject({ code: "could-not-tell" });
    expect(error.message).toContain("the total implies 1 page, but page 2 is not empty");
    const two = service((query) => ({ ...envelope(items(1, 201), query), total: 200, last_page: 3 }));
    expect((await failed(listAll(two.client, assistants))).message).toContain(
      "the total implies 2 pages, but page 3 is not empty",
    );
  });
});

describe("the number of records of a listing is limited, its size is not", () => {
  test("a total beyond a million is rejected, however many records a page has", async () => {
    const { client, queries } = service((query) => ({
      ...envelope(items(1, 5_000), query, 5_000),
      data: items(1, 5_000),
      total: 1_000_001,
    }));
    const error = await failed(listAll(client, assistants));
    expect(error.message).toContain("a total of 1000001 is more than 1000000 records");
    expect(queries).toHaveLength(3);
  });

  test("pages with more records than their total are abandoned early", async () => {
    const { client, queries } = service((query) => ({
      ...envelope(items(1, 900), query),
      data: items(query.page * 1_000, query.page * 1_000 + (query.page === 1 ? 9 : 900)),
      total: 500,
    }));
    const error = await failed(listAll(client, assistants));
    expect(error.message).toContain("a total of 500, but 911 records");
    expect(queries).toHaveLength(12);
  });
});

test("a failed request belongs to the listing, not to one of the operations that wait for it", async () => {
  const { client } = service(() => ({ success: false }));
  const { details } = await failed(listAll(client, leads));
  expect(details).toMatchObject({ request: "list the leads" });
  expect(details).not.toHaveProperty("operation");
});

test.each<[string, unknown, string]>([
  [
    "two mismatches",
    { data: [] },
    "(current_page: expected number; total: expected number). Check that https://example.com/api (from the stack configuration voicecall:baseUrl) is the service's API.",
  ],
  ["not an object", "s3cret", "expected object"],
  ["no total", { current_page: 1, data: [{ id: 1 }] }, "total: expected number"],
  ["bare data", { data: [{ id: 1 }] }, "current_page: expected number"],
  ["another key", { leads: [{ id: 1 }] }, "current_page: expected number"],
  ["another record form", { current_page: 1, total: 1, data: [{ id: "s3cret" }] }, "0.id: expected number"],
  ["nothing", "", "the response does not have the expected form"],
])("unreadable: %s", async (_, answer, says) => {
  const { client } = service(() => answer);
  const error = await failed(listAll(client, leads));
  expect(error).toMatchObject({ code: "unreadable" });
  expect(error.message).toContain(says);
  expect(error.message).not.toContain("s3cret");
});
