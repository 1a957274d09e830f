/** One listing that all operations of an account share. */
import { describe, expect, test } from "vitest";
import { type Age, Snapshot } from "../../provider/core/records/snapshot.js";
import { Service, names, pending, readOnce } from "./core-listed-rows.js";

/** A listing whose reads wait for the test. */
function listing() {
  const readings: ReturnType<typeof pending<number[]>>[] = [];
  const snapshot = new Snapshot({
    all: async () => {
      const reading = pending<number[]>();
      readings.push(reading);
      return (await reading.promise).map((id) => ({ id }));
    },
    noun: "rows",
    keyOf: () => "",
    isLiving: () => true,
    now: () => 0,
    allWait: () => Promise.resolve(),
  });
  const shared = {
    read: async (age: Age) => (await snapshot.read(age)).all.map(({ id }) => id),
    write: <T>(send: () => Promise<T>) => snapshot.write(send),
  };
  return { shared, readings };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A listing that was read once. */
async function read() {
  const { shared, readings } = listing();
  const rows = shared.read("current");
  await settled();
  readings[0]!.end([1]);
  expect(await rows).toEqual([1]);
  await settled();
  return { shared, readings };
}

describe("reading", () => {
  test("callers during a reading share it, and so do later callers", async () => {
    const { shared, readings } = listing();
    const reads = [shared.read("current"), shared.read("current"), shared.read("now")];
    await settled();
    expect(readings).toHaveLength(1);
    readings[0]!.end([1]);
    expect(await Promise.all(reads)).toEqual([[1], [1], [1]]);
    expect(await shared.read("current")).toEqual([1]);
    expect(readings).toHaveLength(1);
  });

  test("a listing of now is read even without a write of this process", async () => {
    const { shared, readings } = await read();
    const again = shared.read("now");
    await settled();
    readings[1]!.end([2]);
    expect(await again).toEqual([2]);
    expect(await shared.read("current")).toEqual([2]);
    expect(readings).toHaveLength(2);
  });

  test("a failed reading is repeated", async () => {
    const { shared, readings } = listing();
    const first = shared.read("current");
    await settled();
    readings[0]!.fail(new Error("no"));
    await expect(first).rejects.toThrow("no");
    const second = shared.read("current");
    await settled();
    readings[1]!.end([1]);
    expect(await second).toEqual([1]);
  });
});

describe("writing", () => {
  test("makes earlier rows stale, even if it fails", async () => {
    const { shared, readings } = await read();
    expect(await shared.write(() => Promise.resolve("done"))).toBe("done");
    const after = shared.read("current");
    await settled();
    readings[1]!.end([2]);
    expect(await after).toEqual([2]);
    await expect(shared.write(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    void shared.read("current");
    await settled();
    expect(readings).toHaveLength(3);
  });

  test("a reading waits for every pending write", async () => {
    const { shared, readings } = listing();
    const [one, other] = [pending<void>(), pending<void>()];
    const writes = [shared.write(() => one.promise), shared.write(() => other.promise)];
    await settled();
    const rows = shared.read("current");
    await settled();
    expect(readings).toHaveLength(0);
    one.end();
    await settled();
    expect(readings).toHaveLength(0);
    other.end();
    await Promise.all(writes);
    await settled();
    expect(readings).toHaveLength(1);
    readings[0]!.end([1]);
    expect(await rows).toEqual([1]);
  });

  test("a write waits for the pending reading, whether that succeeds or fails", async () => {
    const { shared, readings } = listing();
    for (const end of ["end", "fail"] as const) {
      const rows = shared.read("now").catch(() => "failed");
      await settled();
      let sent = false;
      const write = shared.write(async () => void (sent = true));
      await settled();
      expect(sent).toBe(false);
      if (end === "end") readings.at(-1)!.end([]);
      else readings.at(-1)!.fail(new Error("no"));
      await write;
      expect(sent).toBe(true);
      expect(await rows).toEqual(end === "end" ? [] : "failed");
    }
  });
});

describe("an object that this run has created", () => {
  test.each([
    ["oldest", 3],
    ["newest", 1],
  ] as const)("%s first: is looked for on the newest page only", async (order, page) => {
    const service = await readOnce(250, { order });
    service.create(300);
    expect(await service.listing.shown(300)).toEqual({ id: 300, name: "row 300" });
    expect(service.newReads()).toEqual([page]);
    expect(names(service.listing.last.withKey("row 300"))).toEqual(["row 300"]);
    // Later creates know the total.
    for (let id = 301; id <= 340; id += 1) service.create(id);
    await Promise.all(Array.from({ length: 40 }, (_, index) => service.listing.shown(301 + index)));
    expect(service.newReads()).toEqual([page]);
  });

  test("is looked for in the whole listing if the newest page does not show it", async () => {
    const service = await readOnce(198);
    for (let id = 301; id <= 304; id += 1) service.create(id);
    await Promise.all([301, 302, 303, 304].map((id) => service.listing.shown(id)));
    expect(service.newReads()).toEqual([3, "all"]);
    expect(await service.listing.shown(999)).toBeUndefined();
    expect(service.newReads()).toEqual([3, "all"]);
  });

  test.each<[string, () => Promise<Service>, (number | string)[]]>([
    ["the listing has no pages", () => readOnce(3, { pages: "none" }), ["all"]],
    ["a page is the whole listing", () => readOnce(3, { pages: "whole" }), [1]],
    ["a page has no total", () => readOnce(3, { pages: "unclear" }), [1]],
    ["pages are smaller", () => readOnce(30, { pageSize: 10 }), [1, "all"]],
    ["the listing was not read", async () => new Service(3), ["all"]],
    ["one object shows no order", () => readOnce(1), ["all"]],
  ])("%s", async (_, opened, reads) => {
    const service = await opened();
    service.create(300);
    expect(await service.listing.shown(300)).toMatchObject({ id: 300 });
    expect(service.newReads()).toEqual(reads);
  });
});

describe("an object that this run has changed", () => {
  test("is read with its page, once for all that wait", async () => {
    const service = await readOnce(250);
    service.change(107, { name: "new name" });
    const [changed] = await Promise.all([service.listing.shown(107), service.listing.shown(108)]);
    expect(changed).toEqual({ id: 107, name: "new name" });
    expect(service.newReads()).toEqual([2]);
    // It keeps its place.
    await service.listing.shown(107);
    expect(service.newReads()).toEqual([2]);
    expect(service.listing.last.withKey("row 107")).toEqual([]);
  });

  test("is read with the first answer of a service that has no pages", async () => {
    const service = await readOnce(650, { pages: "whole" });
    service.change(107, { name: "new name" });
    const [changed] = await Promise.all([service.listing.shown(107), service.listing.shown(308)]);
    expect(changed?.name).toBe("new name");
    expect(service.newReads()).toEqual([2]);
  });

  test.each<[string, number, (service: Service) => void, number[], (number | string)[]]>([
    ["half of the pages or more", 250, () => undefined, [7, 107], ["all"]],
    ["no page that it was on", 250, () => undefined, [7, 999], ["all"]],
    ["its page without it", 450, (service) => service.delete(1, 2), [301], [4, "all"]],
    [
      "its page with a mark of deletion",
      250,
      (service) => service.change(7, { deleted: true }),
      [7],
      [1, "all"],
    ],
  ])("is read with the whole listing after %s", async (_, count, happen, ids, reads) => {
    const service = await readOnce(count);
    happen(service);
    await Promise.all(ids.map((id) => service.listing.shown(id)));
    expect(service.newReads()).toEqual(reads);
  });
});

test("after a failed write, the listing is read again, whatever its age", async () => {
  const service = await readOnce(3);
  await service.listing.read("known", 10);
  expect(service.newReads()).toEqual([]);
  await expect(service.listing.write(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  await service.listing.read("known", 10);
  expect(service.newReads()).toEqual(["all"]);
});
