/** How new objects are found without reading a whole listing. */
import { describe, expect, test } from "vitest";
import { Service, names, readOnce } from "./core-listed-rows.js";

describe("renew", () => {
  test("reads nothing as long as the last reading began recently enough", async () => {
    const service = new Service(250);
    service.during = () => (service.time += 5);
    await service.listing.renew(10);
    service.newReads();
    service.time = 10;
    await service.listing.renew(10);
    expect(service.newReads()).toEqual([]);
    service.time = 11;
    await service.listing.renew(10);
    expect(service.newReads()).toEqual([3]);
    // That reading began at 11.
    service.time = 21;
    await service.listing.renew(10);
    expect(service.newReads()).toEqual([]);
    service.time = 22;
    await service.listing.renew(10);
    expect(service.newReads()).toEqual([3]);
  });

  test("reads the whole listing after five minutes, because objects may have been renamed outside this run", async () => {
    const service = await readOnce(250);
    service.change(7, { name: "new name" });
    service.time = 300_000;
    await service.listing.renew(10);
    expect(service.newReads()).toEqual([3]);
    expect(await service.listing.knownWithKey("new name")).toEqual([]);
    service.time = 300_001;
    await service.listing.renew(10);
    expect(service.newReads()).toEqual(["all"]);
    expect(names(await service.listing.knownWithKey("new name"))).toEqual(["new name"]);
  });

  test.each([
    ["oldest", 3],
    ["newest", 1],
  ] as const)("%s first: the page with the newest objects is enough", async (order, page) => {
    const service = await readOnce(250, { order });
    service.create(300);
    service.time = 1;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual([page]);
    expect(names(await service.listing.knownWithKey("row 300"))).toEqual(["row 300"]);
  });

  test.each([
    ["oldest", [4, 3]],
    ["newest", [1, 2]],
  ] as const)("%s first: reads on until a page shows what was known", async (order, pages) => {
    const service = await readOnce(200, { order });
    for (let id = 201; id <= 320; id += 1) service.create(id);
    service.time = 1;
    // Two pages were full. With the oldest object first, reading starts on page 2.
    await service.listing.renew(0);
    expect(service.newReads()).toEqual(order === "oldest" ? [2, ...pages] : pages);
    expect(await service.listing.known()).toHaveLength(320);
  });

  test.each(["oldest", "newest"] as const)(
    "%s first: reads the whole listing if objects were deleted",
    async (order) => {
      const service = await readOnce(250, { order });
      service.delete(7);
      service.create(300);
      service.create(301);
      service.time = 1;
      await service.listing.renew(0);
      expect(service.newReads().at(-1)).toBe("all");
      expect(await service.listing.knownWithId(7)).toBeUndefined();
      expect(await service.listing.known()).toHaveLength(251);
    },
  );

  test("reads the whole listing if there are so many new objects that individual pages cost more", async () => {
    const service = await readOnce(100, { order: "newest" });
    for (let id = 101; id <= 700; id += 1) service.create(id);
    service.time = 1;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual([1, 2, 3, 4, "all"]);
    expect(await service.listing.known()).toHaveLength(700);
  });

  test("reads the whole listing if it has no order by age", async () => {
    const service = new Service(250);
    service.rows.reverse();
    service.create(300);
    await service.listing.known();
    service.newReads();
    service.create(301);
    service.time = 1;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual(["all"]);
    expect(await service.listing.knownWithId(301)).toBeDefined();
  });

  test.each(["none", "whole", "unclear"] as const)("a listing with pages: %s", async (pages) => {
    const service = await readOnce(250, { pages });
    service.create(300);
    service.time = 1;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual({ none: ["all"], whole: [3], unclear: [3, "all"] }[pages]);
    expect(await service.listing.knownWithId(300)).toBeDefined();
    expect(await service.listing.known()).toHaveLength(251);
  });

  test("the only page of an empty listing is read again", async () => {
    const service = await readOnce(0);
    service.create(1);
    service.time = 1;
    await service.listing.renew(0);
    expect(await service.listing.knownWithId(1)).toBeDefined();
  });

  test.each(["oldest", "newest"] as const)(
    "%s first: reads no page before the first one or after the last one",
    async (order) => {
      const service = await readOnce(2, { order });
      service.delete(1, 2);
      for (const id of [3, 4, 5]) service.create(id);
      service.time = 1;
      await service.listing.renew(0);
      expect(service.newReads()).toEqual([1, "all"]);
      expect(await service.listing.known()).toHaveLength(3);
    },
  );

  test("an empty page of a listing with records does not show the page size", async () => {
    const service = await readOnce(250, { pageSize: 0 });
    service.time = 1;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual([3, 2, 1]);
    expect(await service.listing.known()).toHaveLength(250);
  });

  test("operations at the same time share one reading, and a later one reads again", async () => {
    const service = await readOnce(250);
    service.time = 1;
    await Promise.all([service.listing.renew(0), service.listing.renew(0)]);
    expect(service.newReads()).toEqual([3]);
    service.time = 2;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual([3]);
  });

  test("reads again immediately after a failed write", async () => {
    const service = await readOnce(250);
    const failed = service.listing.write(async () => {
      service.create(300);
      throw new Error("lost");
    });
    await expect(failed).rejects.toThrow("lost");
    await service.listing.renew(1_000_000);
    expect(service.newReads()).toEqual([3]);
    expect(await service.listing.knownWithId(300)).toBeDefined();
  });

  test("if objects of this run have filled a page, the next page is read", async () => {
    const service = await readOnce(199);
    service.listing.note(service.create(200));
    service.listing.note(service.create(201));
    service.time = 1;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual([3]);
  });

  test("objects on smaller pages than requested", async () => {
    const service = await readOnce(35, { pageSize: 10 });
    service.time = 1;
    await service.listing.renew(0);
    // Page 1 shows the size of a page, and with it the number of pages.
    expect(service.newReads()).toEqual([1, 4]);
    service.create(36);
    service.time = 2;
    await service.listing.renew(0);
    expect(service.newReads()).toEqual([4]);
    expect(await service.listing.knownWithId(36)).toBeDefined();
  });
});
