/** Listings that lag, page envelopes with wrong values, and records that disappear between two pages. */
import { describe, expect } from "vitest";
import type { PageLie } from "../../emulator/index.js";
import { aLead, anAssistant2026, assistantRecord, aTool, fakeClock, pluck, service } from "./harness.js";
import { type Client, type Running, test } from "./harness.js";

describe("listLagMs", () => {
  test("listings lag from when the rule is added until it is removed", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock });
    const names = async () => pluck((await call("GET", "/user/tools")).json, "name");
    await call("POST", "/user/tools", { ...aTool, name: "old" });
    const id = emulator.faults.add({ path: "/user/tools", fault: { listLagMs: 5000 } });
    await call("POST", "/user/tools", { ...aTool, name: "new" });
    expect(await names()).toEqual(["old"]);
    expect((await call("GET", "/user/tools/102")).status).toBe(200);
    clock.advance(4999);
    expect(await names()).toEqual(["old"]);
    clock.advance(1);
    expect(await names()).toEqual(["old", "new"]);
    await call("DELETE", "/user/tools/101");
    expect(await names()).toEqual(["old", "new"]);
    emulator.faults.remove(id);
    expect(await names()).toEqual(["new"]);
  });

  test("can apply to one request of one listing, and exceed the lag of the service", async () => {
    const clock = fakeClock();
    const { call, emulator } = await service({ clock, listLag: 1000 });
    const seen = async () => (await call("GET", "/user/leads")).json.length as number;
    emulator.faults.add({ path: "/user/leads", method: "GET", nth: 2, fault: { listLagMs: 3000 } });
    await call("POST", "/user/lead", aLead);
    clock.advance(1000);
    expect([await seen(), await seen(), await seen()]).toEqual([1, 0, 1]);
  });
});

async function withAssistants(
  count: number,
): Promise<Running & { ids: (page: number) => Promise<unknown[]> }> {
  const assistants = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `A${index + 1}` }));
  const running = await service({ seed: { assistants } });
  return { ...running, ids: async (page) => pluck((await pageOf(running.call, page)).data, "id") };
}

// These tests check the keys of an envelope.
// oxlint-disable-next-line typescript/no-explicit-any
async function pageOf(call: Client, page: number): Promise<any> {
  return (await call("GET", `/user/assistants/get?per_page=2&page=${page}`)).json;
}

/** The envelopes of three pages with five assistants: first the correct ones, then those of each fault. */
const honest = {
  ids: [[1, 2], [3, 4], [5]],
  current_page: [1, 2, 3],
  total: [5, 5, 5],
  last_page: [3, 3, 3],
  next: [2, 3, null],
};
const lies: [PageLie, Partial<typeof honest>][] = [
  ["loop", { ids: [[1, 2], [1, 2], [1, 2]], current_page: [1, 1, 1], next: [1, 1, 1] }],
  ["endless", { ids: [[1, 2], [1, 2], [1, 2]], last_page: [2, 3, 4], next: [2, 3, 4] }],
  ["total-too-small", { total: [4, 4, 4] }],
  ["total-too-large", { total: [6, 6, 6] }],
  ["total-differs", { total: [5, 6, 7] }],
  ["last-page-too-small", { last_page: [2, 2, 2], next: [2, null, null] }],
  ["last-page-too-large", { last_page: [4, 4, 4], next: [2, 3, 4] }],
  ["duplicates", { ids: [[1, 2], [2, 3], [4]] }],
]; // prettier-ignore

describe("pages", () => {
  test.each([[undefined, {}] as const, ...lies])(
    "the envelopes of the pages with the fault %s",
    async (pages, lie) => {
      const { call, emulator } = await withAssistants(5);
      if (pages) emulator.faults.add({ fault: { pages } });
      const listed = [await pageOf(call, 1), await pageOf(call, 2), await pageOf(call, 3)];
      const number = (url: string | null) => (url === null ? null : Number(url.split("page=")[1]));
      expect({
        ids: listed.map(({ data }) => pluck(data, "id")),
        current_page: pluck(listed, "current_page"),
        total: pluck(listed, "total"),
        last_page: pluck(listed, "last_page"),
        next: listed.map(({ next_page_url }) => number(next_page_url as string | null)),
      }).toEqual({ ...honest, ...lie });
    },
  );

  test("other envelopes are changed too, and a plain array is not", async () => {
    const inPages = await service({ leadsEnvelope: true });
    inPages.emulator.faults.add({ fault: { pages: "total-too-large" } });
    expect((await inPages.call("GET", "/user/leads")).json.total).toBe(1);
    const later = await service({ form: "2026" });
    later.emulator.faults.add({ fault: { pages: "total-too-large" } });
    for (const [path, total] of [
      ["/user/folders", 3],
      ["/user/labels", 3],
      ["/user/conversations", 1],
    ])
      expect((await later.call("GET", String(path))).json.total, String(path)).toBe(total);
    const plain = await service();
    plain.emulator.faults.add({ fault: { pages: "total-too-large" } });
    expect((await plain.call("GET", "/user/leads")).json).toEqual([]);
  });
});

describe("vanish", () => {
  test("the first record, after the first page: the others move up and one is never listed", async () => {
    const { emulator, ids } = await withAssistants(5);
    emulator.faults.add({ path: "/user/assistants/get", nth: 1, fault: { vanish: "assistants" } });
    expect([await ids(1), await ids(2), await ids(3)]).toEqual([[1, 2], [4, 5], []]);
  });

  test("a record by its id, before the request", async ({ call, emulator }) => {
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/tools", { ...aTool, name: "other" });
    emulator.faults.add({ method: "PUT", when: "before", fault: { vanish: "tools", id: 102 } });
    expect((await call("PUT", "/user/tools/101", {})).status).toBe(200);
    expect((await call("PUT", "/user/tools/102", {})).status).toBe(404);
  });

  test.each(["a fault", "a manual change"])("%s also detaches a tool and deletes leads", async (by) => {
    const { call, emulator } = await service({ form: "2026", toolIds: true });
    await call("POST", "/user/tools", aTool);
    await call("POST", "/user/assistant", { ...anAssistant2026, tool_ids: [101] });
    await call("POST", "/user/lead", aLead);
    for (const [vanish, id] of [
      ["tools", 101],
      ["campaigns", 1],
    ] as const) {
      if (by === "a fault") {
        emulator.faults.add({ times: 1, fault: { vanish, id } });
        await call("GET", "/user/me");
      } else expect((await call("DELETE", `/_emulator/records/${vanish}/${id}`)).status).toBe(200);
    }
    expect(await assistantRecord(call, 201)).toMatchObject({ tool_ids: [], tools: [] });
    expect((await call("GET", "/user/leads")).json.data).toEqual([]);
  });
});
