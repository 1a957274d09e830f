/** A part of a listing, such as the leads of one campaign. */
import { describe, expect, test } from "vitest";
import { type Options, Service, names } from "./core-listed-rows.js";

describe("a part of the listing", () => {
  const inParts = (options: Options): Service => {
    const service = new Service(6, options);
    service.rows = service.rows.map((row) => ({ ...row, part: 1 + (row.id % 2) }));
    return service;
  };

  test("is read alone, and again only after a write", async () => {
    const service = inParts({ filter: "applied" });
    expect(names((await service.listing.readPart(1, "current")).all)).toEqual(["row 2", "row 4", "row 6"]);
    await service.listing.readPart(1, "current");
    expect(names((await service.listing.readPart(2, "known")).all)).toEqual(["row 1", "row 3", "row 5"]);
    await service.listing.write(async () => service.change(2, { part: 2 }));
    expect(names((await service.listing.readPart(1, "known")).all)).toHaveLength(3);
    expect(names((await service.listing.readPart(1, "current")).all)).toEqual(["row 4", "row 6"]);
    expect(service.newReads()).toEqual(["in 1: all", "in 2: all", "in 1: all"]);
  });

  test("proves nothing about the whole listing, which serves the parts once it is read", async () => {
    const service = inParts({ filter: "applied" });
    await service.listing.readPart(1, "known");
    expect((await service.listing.read("known")).all).toHaveLength(6);
    await service.listing.readPart(2, "known");
    expect(service.newReads()).toEqual(["in 1: all", "all"]);
  });

  test.each<[string, Options, string[]]>([
    ["the listing has no parts", {}, ["all"]],
    ["the service ignores the filter", { filter: "ignored" }, ["in 1: all", "all"]],
    ["the service has neither filter nor pages", { filter: "ignored", pages: "whole" }, ["in 1: all"]],
  ])("%s: all objects are read", async (_, options, reads) => {
    const service = inParts(options);
    expect((await service.listing.readPart(1, "current")).all).toHaveLength(6);
    expect((await service.listing.readPart(2, "current")).all).toHaveLength(6);
    expect(service.newReads()).toEqual(reads);
  });

  test("has what this run writes in it", async () => {
    const service = inParts({ filter: "applied" });
    const { all: before } = await service.listing.readPart(1, "known");
    service.listing.note({ id: 8, name: "row 8", part: 1 });
    service.listing.note({ id: 9, name: "row 9", part: 2 });
    service.listing.note({ id: 2, name: "row 2", part: 2 });
    await service.listing.remove(4, async () => service.delete(4));
    expect(names((await service.listing.readPart(1, "known")).all)).toEqual(["row 6", "row 8"]);
    expect(before).toHaveLength(3);
  });

  test("is read again by the page of a changed object", async () => {
    const service = new Service(450, { filter: "applied" });
    service.rows = service.rows.map((row) => ({ ...row, part: row.id > 400 ? 2 : 1 }));
    await service.listing.readPart(1, "known");
    service.change(150, { name: "new name" });
    expect((await service.listing.readAgain([150], 1)).withId(150)?.name).toBe("new name");
    expect((await service.listing.readAgain([150, 440], 1)).shown).toHaveLength(400);
    expect(service.newReads()).toEqual(["in 1: all", "in 1: 2", "in 1: all"]);
  });
});
