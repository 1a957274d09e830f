/** Which pages a search for an object reads. */
import { expect, test } from "vitest";
import { PageSearch } from "../../provider/core/records/page-search.js";

const SIZE = 10;

/** The numbers of the pages that a search reads, with "none" at the end if it gives up. */
function readPages(listed: readonly number[], sought: number, olderThan: (id: number) => number): unknown[] {
  const search = new PageSearch(SIZE, olderThan);
  const pages = Math.max(1, Math.ceil(listed.length / SIZE));
  const read: unknown[] = [];
  for (let tries = 0; tries <= pages + 1; tries += 1) {
    const number = search.next(sought);
    if (number === undefined) return [...read, "none"];
    read.push(number);
    const ids = listed.slice((number - 1) * SIZE, number * SIZE);
    if (ids.includes(sought)) return read;
    search.add(number, ids, pages);
  }
  return [...read, "too many"];
}

const rising = (count: number, first = 1000): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
/** An `olderThan` for a run that knows all listed objects, for example because its program created them. */
const all = (listed: readonly number[]) => (id: number) => listed.filter((other) => other < id).length;

test("an object among those of the program is on the first page that is read", () => {
  const listed = rising(160);
  for (const id of listed) expect(readPages(listed, id, all(listed))).toHaveLength(1);
});

test("newest first, the first page reveals the order, and the second page has the object", () => {
  const listed = rising(160).reverse();
  for (const id of listed) expect(readPages(listed, id, all(listed)).length).toBeLessThanOrEqual(2);
});

test("among many older objects that the run does not know, the ids lead to the page", () => {
  const listed = rising(500);
  for (const id of listed.slice(-20)) expect(readPages(listed, id, () => 0).length).toBeLessThanOrEqual(2);
});

test("gaps between the ids cost more pages", () => {
  const listed = rising(500).map((id) => (id < 1250 ? id : id * 7));
  for (const id of listed) expect(readPages(listed, id, () => 0)).not.toContain("none");
});

test.each([
  ["oldest first", rising(160)],
  ["newest first", rising(160).reverse()],
  ["without an order", rising(160).map((_, index) => 1000 + ((index * 7) % 160))],
  ["empty", []],
])("an object that is not listed ends the search: %s", (_, listed) => {
  for (const id of [1, 999, 1160, 5000]) expect(readPages(listed, id, () => 90).at(-1)).toBe("none");
});

test("an object that is not listed between its two neighbors needs the whole listing immediately", () => {
  const listed = rising(160).filter((id) => id !== 1055);
  expect(readPages(listed, 1055, all(listed))).toEqual([6, "none"]);
});

const falling = (count: number): number[] => rising(count).reverse();
/** Ids that grow faster and faster. */
const squares = Array.from({ length: 160 }, (_, index) => 1000 + index * index);
/** Two neighbors in each page have changed places. */
const jumbled = (listed: readonly number[]): number[] =>
  listed.map((id, index) =>
    index % SIZE === 4 ? listed[index + 1]! : index % SIZE === 5 ? listed[index - 1]! : id,
  );

test.each<[string, readonly number[], number, number, unknown[]]>([
  ["the distance leads to a later page", rising(160), 1155, 0, [1, 16]],
  ["the distance leads to an earlier page", rising(160), 1004, 120, [13, 1]],
  ["newest first, a later page", falling(160), 1004, 120, [13, 16]],
  ["a guess beyond the end leads to the last page", rising(160), 1155, 990, [100, 16]],
  ["and from there to the right one", rising(160), 1045, 990, [100, 16, 5]],
  ["between two pages, in proportion to the ids", squares, 1000 + 100 * 100, 0, [1, 16, 8, 10, 11]],
  ["the first object", rising(160), 1000, 90, [10, 1]],
  ["the last object", rising(160), 1159, 90, [10, 16]],
  ["the order of two pages counts if a page has none", jumbled(falling(160)), 1004, 120, [13, 10, 16]],
  ["also oldest first", jumbled(squares), 1000 + 100 * 100, 0, [1, 16, 8, 10, 11]],
])("%s", (_, listed, sought, older, pages) => {
  expect(readPages(listed, sought, () => older)).toEqual(pages);
});
