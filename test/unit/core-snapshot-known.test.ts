/** What a run knows about the records of a kind. */
import { describe, expect, test } from "vitest";
import { Service, names, readOnce } from "./core-listed-rows.js";

describe("known records", () => {
  test("objects that are marked as deleted are left out everywhere", async () => {
    const service = new Service(3);
    service.change(2, { deleted: true });
    const { listing } = service;
    const listed = await listing.read("known");
    expect(names(listed.all)).toEqual(["row 1", "row 3"]);
    expect(names(listed.shown)).toEqual(["row 1", "row 3"]);
    expect(listed.withKey("row 2")).toEqual([]);
    expect(listed.withId(2)).toBeUndefined();
    expect(await listing.shown(2)).toBeUndefined();
  });

  test.each([
    ["known", undefined],
    ["known", 0],
    ["current", undefined],
    ["current", 0],
  ] as const)("%s, at most %s ms old: is read once", async (age, mostAge) => {
    const service = new Service(3);
    await service.listing.read(age, mostAge);
    await service.listing.read(age, mostAge);
    expect(service.newReads()).toEqual(["all"]);
  });

  test("an object that this run wrote is known without another reading, and found only under its new key", async () => {
    const service = await readOnce(3);
    const { listing } = service;
    const listed = await listing.read("known");
    listing.note({ id: 2, name: "new name" });
    listing.note(service.create(9));
    expect(listed.withKey("row 2")).toEqual([]);
    expect(names(listed.withKey("new name"))).toEqual(["new name"]);
    expect(listed.withId(9)).toEqual({ id: 9, name: "row 9" });
    expect(names(listed.shown).toSorted()).toEqual(["new name", "row 1", "row 3", "row 9"]);
    await listing.remove(9, async () => service.delete(9));
    expect(listed.withId(9)).toBeUndefined();
    expect(listed.withKey("row 9")).toEqual([]);
    expect(service.newReads()).toEqual([]);
  });

  test("two objects with one key are both found", async () => {
    const service = new Service(0);
    service.create(1, "same");
    service.create(2, "same");
    expect((await service.listing.read("known")).withKey("same")).toHaveLength(2);
    await service.listing.remove(1, async () => service.delete(1));
    expect((await service.listing.read("known")).withKey("same")).toEqual([{ id: 2, name: "same" }]);
  });

  test("a complete listing forgets what is no longer listed", async () => {
    const service = await readOnce(3);
    service.delete(2);
    service.change(3, { name: "new name" });
    await service.listing.read("now");
    expect(names((await service.listing.read("known")).shown)).toEqual(["row 1", "new name"]);
    expect((await service.listing.read("known")).withKey("row 2")).toEqual([]);
    expect((await service.listing.read("known")).withKey("row 3")).toEqual([]);
  });

  test("the response to a write does not make the listing known", async () => {
    const service = new Service(3);
    service.listing.note({ id: 9, name: "row 9" });
    expect(names((await service.listing.read("known")).shown)).toEqual(["row 1", "row 2", "row 3"]);
    expect(service.listing.last.shownSoFar()(9)).toBe(false);
  });

  test("a delete that failed forgets nothing", async () => {
    const service = await readOnce(3);
    const removed = service.listing.remove(2, () => Promise.reject(new Error("no")));
    await expect(removed).rejects.toThrow("no");
    expect((await service.listing.read("known")).withId(2)).toEqual({ id: 2, name: "row 2" });
  });
});

describe("shownSoFar", () => {
  test("distinguishes earlier objects from new ones, even if they were deleted since", async () => {
    const service = await readOnce(3);
    const { listing } = service;
    const listed = listing.last;
    const before = listed.shownSoFar();
    listing.note(service.create(4));
    service.delete(2);
    await listing.read("now");
    expect([1, 2, 3, 4, 5].map((id) => before(id))).toEqual([true, true, true, false, false]);
    expect(listed.shownSoFar()(4)).toBe(true);
    // A later write to an earlier object does not make that object new.
    listing.note({ id: 1, name: "again" });
    expect(before(1)).toBe(true);
  });
});

describe("a limited age", () => {
  test("reads the whole listing if the last reading began longer ago", async () => {
    const service = new Service(250);
    service.time = 1000;
    service.during = () => (service.time += 5);
    await service.listing.read("known", 10);
    expect(service.newReads()).toEqual(["all"]);
    service.time = 1010;
    service.delete(7);
    expect((await service.listing.read("known", 10)).all).toHaveLength(250);
    expect(service.newReads()).toEqual([]);
    service.time = 1011;
    expect((await service.listing.read("known", 10)).all).toHaveLength(249);
    expect(service.newReads()).toEqual(["all"]);
  });
});

test("a listing that is read again keeps the records that are equal, so it is in memory once", async () => {
  const service = new Service(3);
  const { listing } = service;
  const before = (await listing.read("known")).all;
  service.rows = service.rows.map((row) => ({ ...row }));
  service.change(2, { name: "changed" });
  const after = (await listing.read("now")).all;
  expect(after.map((row, index) => row === before[index])).toEqual([true, false, true]);
  expect(after[1]).toEqual({ id: 2, name: "changed" });
});
