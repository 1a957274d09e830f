/** Which pages of a listing are read, and what they prove. */
import { describe, expect, test } from "vitest";
import { Service, names, pending, readOnce } from "./core-listed-rows.js";

describe("shown", () => {
  test("reads the page of a known object, and returns its changes", async () => {
    const service = await readOnce(450);
    service.change(150, { name: "new name" });
    expect(await service.listing.shown(150)).toEqual({ id: 150, name: "new name" });
    expect(service.newReads()).toEqual([2]);
    expect(names(await service.listing.knownWithKey("new name"))).toEqual(["new name"]);
  });

  test("waiting operations share the pages, and each gets its own object", async () => {
    const service = await readOnce(450);
    const ids = [150, 151, 350];
    const shown = await Promise.all(ids.map((id) => service.listing.shown(id)));
    expect(shown.map((row) => row?.id)).toEqual(ids);
    expect(service.newReads().toSorted()).toEqual([2, 4]);
    expect(service.waited).toEqual([3]);
  });

  test("an operation that starts during a read gets a separate read", async () => {
    const service = await readOnce(450);
    let second: Promise<unknown> | undefined;
    service.during = () => {
      second ??= service.listing.shown(150);
    };
    await service.listing.shown(150);
    await second;
    expect(service.newReads()).toEqual([2, 2]);
  });

  test("objects on many pages cost no more than the whole listing", async () => {
    const service = await readOnce(450);
    const shown = await Promise.all([50, 150, 250, 350].map((id) => service.listing.shown(id)));
    expect(shown.map((row) => row?.id)).toEqual([50, 150, 250, 350]);
    expect(service.newReads()).toEqual(["all"]);
  });

  test("objects on three of four pages are read page by page, objects on three of three pages with the whole listing", async () => {
    const four = await readOnce(350);
    await Promise.all([50, 150, 250].map((id) => four.listing.shown(id)));
    expect(four.newReads()).toEqual([1, 2, 3]);
    const three = await readOnce(250);
    await Promise.all([50, 150, 250].map((id) => three.listing.shown(id)));
    expect(three.newReads()).toEqual(["all"]);
  });

  test.each([
    ["oldest", 5],
    ["newest", 1],
  ] as const)("%s first: a new object is looked for among the newest", async (order, page) => {
    const service = await readOnce(450, { order });
    service.create(500);
    expect(await service.listing.shown(500)).toEqual({ id: 500, name: "row 500" });
    expect(service.newReads()).toEqual([page]);
  });

  test("old and new objects together", async () => {
    const service = await readOnce(450);
    service.create(500);
    const shown = await Promise.all([150, 500].map((id) => service.listing.shown(id)));
    expect(shown.map((row) => row?.id)).toEqual([150, 500]);
    expect(service.newReads()).toEqual([2, 5]);
  });

  test("an object counts as gone only after the whole listing was read", async () => {
    const service = await readOnce(450);
    service.delete(150);
    expect(await service.listing.shown(150)).toBeUndefined();
    expect(service.newReads()).toEqual([2, "all"]);
    expect(await service.listing.knownWithId(150)).toBeUndefined();
  });

  test("an object that is marked as deleted is missing", async () => {
    const service = await readOnce(450);
    service.change(150, { deleted: true });
    expect(await service.listing.shown(150)).toBeUndefined();
  });

  test("in a listing that was not read, the ids determine the page", async () => {
    const service = new Service(450);
    expect((await service.listing.shown(320))?.id).toBe(320);
    expect(service.newReads()).toEqual([4]);
    // Only a part of the listing was read, so `known()` needs the whole listing.
    expect(await service.listing.known()).toHaveLength(450);
    expect(service.newReads()).toEqual(["all"]);
  });

  test("a search reads no more than three pages before the whole listing", async () => {
    const service = new Service(2000);
    service.rows = service.rows.map(({ id }) => ({ id: id * id * id, name: `row ${id}` }));
    service.known = 0;
    expect((await service.listing.shown(1000 ** 3))?.name).toBe("row 1000");
    const reads = service.newReads();
    expect(reads).toHaveLength(4);
    expect(reads.indexOf("all")).toBe(3);
  });

  test("in a listing that was not read, an object seen on a page is read from that page", async () => {
    const service = new Service(450);
    service.known = 0;
    await service.listing.shown(320);
    expect(service.newReads()).toEqual([1, 4]);
    await service.listing.shown(320);
    expect(service.newReads()).toEqual([4]);
  });

  test("an object that has moved to another page is found in the whole listing", async () => {
    const service = await readOnce(450);
    service.rows = service.rows.filter(({ id }) => id <= 200 || id > 300);
    const shown = await Promise.all([150, 350].map((id) => service.listing.shown(id)));
    expect(shown.map((row) => row?.id)).toEqual([150, 350]);
    expect(service.newReads()).toEqual([2, 4, "all"]);
  });

  test("an object keeps its page when this run changes it, and one that this run created has none", async () => {
    const service = await readOnce(450);
    service.listing.note({ id: 150, name: "new name" });
    await service.listing.shown(150);
    expect(service.newReads()).toEqual([2]);
    service.listing.note(service.create(500));
    expect((await service.listing.shown(500))?.id).toBe(500);
    expect(service.newReads()).toEqual(["all"]);
  });

  test("the number of new objects determines the last page", async () => {
    const full = await readOnce(200);
    full.create(300);
    await full.listing.shown(300);
    expect(full.newReads()).toEqual([3, 2]);
    const room = await readOnce(99);
    room.create(300);
    await Promise.all([room.listing.shown(1), room.listing.shown(300)]);
    expect(room.newReads()).toEqual([1]);
  });

  test.each(["none", "whole", "unclear"] as const)("in a listing with pages: %s", async (pages) => {
    const service = new Service(450, { pages });
    expect((await service.listing.shown(320))?.id).toBe(320);
    expect(service.newReads()).toEqual({ none: ["all"], whole: [4], unclear: [4, "all"] }[pages]);
  });

  test("waits for the writes that were sent before, because a write during a reading can make its pages inconsistent", async () => {
    const service = await readOnce(450);
    const { promise, end } = pending<void>();
    const write = service.listing.write(() => promise);
    const shown = service.listing.shown(150);
    await new Promise((turn) => setImmediate(turn));
    expect(service.waited).toEqual([]);
    expect(service.newReads()).toEqual([]);
    end();
    await Promise.all([write, shown]);
    expect(service.newReads()).toEqual([2]);
  });

  test("also reads the objects of writes that were sent while it waited", async () => {
    const service = await readOnce(450);
    const second = pending<void>();
    let joined: Promise<unknown> | undefined;
    let writing: Promise<unknown> | undefined;
    service.whileWaiting = () => {
      if (writing) return;
      writing = service.listing
        .write(() => second.promise)
        .then(() => {
          joined = service.listing.shown(350);
        });
    };
    const first = service.listing.shown(150);
    await new Promise((turn) => setImmediate(turn));
    expect(service.newReads()).toEqual([]);
    second.end();
    await first;
    await writing;
    expect(await joined).toEqual({ id: 350, name: "row 350" });
    expect(service.waited).toEqual([1, 2]);
    expect(service.newReads().toSorted()).toEqual([2, 4]);
  });
});
