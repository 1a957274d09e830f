/** The page envelope of GET /user/assistants/get (spec 4.2, limits of spec 8). */
import { expect, test } from "vitest";
import { keysOf, pluck, service, type Running } from "./harness.js";

async function withAssistants(count: number, options = {}): Promise<Running> {
  const assistants = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `A${index + 1}` }));
  return service({ seed: { assistants }, ...options });
}

test("a middle page has every key", async () => {
  const { call, emulator } = await withAssistants(25);
  const { json } = await call("GET", "/user/assistants/get?per_page=10&page=2");
  const path = `${emulator.address}/user/assistants/get`;
  const { data, ...envelope } = json;
  expect(pluck(data, "id")).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(envelope).toEqual({
    current_page: 2,
    first_page_url: `${path}?page=1`,
    from: 11,
    last_page: 3,
    last_page_url: `${path}?page=3`,
    links: [
      { url: `${path}?page=1`, label: "&laquo; Previous", active: false },
      { url: `${path}?page=1`, label: "1", active: false },
      { url: `${path}?page=2`, label: "2", active: true },
      { url: `${path}?page=3`, label: "3", active: false },
      { url: `${path}?page=3`, label: "Next &raquo;", active: false },
    ],
    next_page_url: `${path}?page=3`,
    path,
    per_page: 10,
    prev_page_url: `${path}?page=1`,
    to: 20,
    total: 25,
  });
});

test.each([
  [1, "1 2 3 4 5 6 7 8 9 10 ... 29 30"],
  [15, "1 2 ... 12 13 14 15 16 17 18 ... 29 30"],
  [30, "1 2 ... 21 22 23 24 25 26 27 28 29 30"],
])("of 30 pages, page %d links the first, the last and those around it", async (page, labels) => {
  const { call } = await withAssistants(30);
  const { json } = await call("GET", `/user/assistants/get?per_page=1&page=${page}`);
  expect(
    pluck(json.links as unknown[], "label")
      .slice(1, -1)
      .join(" "),
  ).toBe(labels);
});

test("by default, the first page with ten assistants", async () => {
  const { call } = await withAssistants(11);
  const { json } = await call("GET", "/user/assistants/get");
  expect(json).toMatchObject({
    current_page: 1,
    per_page: 10,
    from: 1,
    to: 10,
    total: 11,
    prev_page_url: null,
  });
  expect(json.data).toHaveLength(10);
});

test("the last page may be short and has no next one", async () => {
  const { call } = await withAssistants(11);
  const { json } = await call("GET", "/user/assistants/get?page=2");
  expect(json).toMatchObject({ from: 11, to: 11, next_page_url: null });
  expect(json.data).toHaveLength(1);
});

test.each(["?page=1", "?page=3"])("an empty page %s keeps every key", async (query) => {
  const { call } = await withAssistants(0);
  const { json } = await call("GET", `/user/assistants/get${query}`);
  expect(json).toMatchObject({ data: [], from: null, to: null, total: 0, last_page: 1, next_page_url: null });
});

test.each(["per_page=1", "per_page=100", "page=1", "per_page=", "page="])("accepts %s", async (query) => {
  const { call } = await withAssistants(3);
  expect((await call("GET", `/user/assistants/get?${query}`)).status).toBe(200);
});

test.each(["per_page=0", "per_page=101", "per_page=-1", "per_page=1.5", "per_page=ten", "page=0", "page=x"])(
  "rejects %s",
  async (query) => {
    const { call } = await withAssistants(3);
    const { status, json } = await call("GET", `/user/assistants/get?${query}`);
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual([query.split("=")[0]]);
  },
);

test("all assistants are found page by page, since no route reads a single one", async () => {
  const { call } = await withAssistants(7);
  const seen: unknown[] = [];
  for (let page = 1; page <= 4; page++) {
    const { json } = await call("GET", `/user/assistants/get?per_page=2&page=${page}`);
    seen.push(...pluck(json.data, "id"));
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
