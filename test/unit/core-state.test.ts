import { expect, test } from "vitest";
import { declared, isManaged, memory, notReadableIn, outputs } from "../../provider/core/run/state.js";
import { toy } from "./core-toy.js";

const account = { baseUrl: "https://example.com", token: "c7ec7c54" };

test("stored data is restored unchanged", () => {
  const recorded = { account, createdAt: 5, partial: ["size"] };
  const stored = outputs({ name: "Ball" }, { uuid: null }, recorded, ["extra.hue"]);
  expect(stored).toStrictEqual({
    name: "Ball",
    uuid: null,
    __v: 1,
    __account: account,
    __createdAt: 5,
    __partial: ["size"],
    __notReadable: ["extra.hue"],
  });
  expect(memory(stored)).toStrictEqual(recorded);
  expect(notReadableIn(stored)).toEqual(["extra.hue"]);
  expect(isManaged(stored)).toBe(true);
});

test("empty data is not stored", () => {
  const stored = outputs({ name: "Ball" }, {}, { partial: [] });
  expect(stored).toStrictEqual({ name: "Ball", __v: 1 });
  expect(memory(stored)).toStrictEqual({ partial: [] });
  expect(notReadableIn(stored)).toEqual([]);
  expect(isManaged({ name: "Ball" })).toBe(false);
});

test("the declared values are those of the kind's fields that the program sets", () => {
  expect(declared(toy.fields, { size: 7, note: null, colour: undefined, uuid: "x", __v: 1 })).toStrictEqual({
    size: 7,
    note: null,
  });
});
