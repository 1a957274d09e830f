import { describe, expect, test } from "vitest";
import { z } from "zod";
import { byName } from "../../provider/core/fields/types.js";
import type { Field } from "../../provider/core/fields/fields.js";
import {
  hasUnknown,
  inOrder,
  isObject,
  normal,
  NOT_READABLE,
  ownValue,
  same,
  UNKNOWN,
  withoutUndefined,
} from "../../provider/core/fields/values.js";

const plain: Field = { type: z.unknown(), doc: "", spec: "1" };
const unordered: Field = { ...plain, unordered: byName };

test.each<[unknown, boolean]>([
  [UNKNOWN, true],
  [[1, { a: [UNKNOWN] }], true],
  [{ a: 1, b: { c: UNKNOWN } }, true],
  [{ [UNKNOWN]: 1 }, false],
  [`${UNKNOWN} and more`, false],
  [[], false],
  [{}, false],
  [null, false],
  [undefined, false],
  [7, false],
])("%j is unknown in some place: %s", (value, expected) => {
  expect(hasUnknown(value)).toBe(expected);
});

test("objects are neither arrays nor null, and only their own keys count", () => {
  expect([{}, [], null, "x", undefined].map(isObject)).toEqual([true, false, false, false, false]);
  expect(ownValue({ a: 1 }, "a")).toBe(1);
  expect(ownValue({}, "constructor")).toBeUndefined();
});

describe("values that the service may return in another spelling", () => {
  test.each<[string, unknown, unknown]>([
    ["line ends", "a\r\nb\rc\n", "a\nb\nc"],
    ["space around", "  a b\t", "a b"],
    ["blank text and none", " \n", null],
    ["nothing at all and none", undefined, null],
    ["an empty object and an empty list", {}, []],
    ["both zeros", -0, 0],
    ["in a list", [" a ", {}], ["a", []]],
    ["in an object", { a: "" }, { a: null }],
  ])("is the same: %s", (_, left, right) => {
    expect(normal(left)).toStrictEqual(normal(right));
    expect(same(plain, left, right)).toBe(true);
  });

  test.each<[unknown, unknown]>([
    ["a", "b"],
    ["a\nb", "a b"],
    [0, null],
    [false, null],
    ["1", 1],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: null }, {}],
    [[null], []],
  ])("is not the same: %j and %j", (left, right) => {
    expect(same(plain, left, right)).toBe(false);
  });

  test("a value that cannot be read never differs", () => {
    expect(same(plain, NOT_READABLE, 1)).toBe(true);
    expect(same(plain, 1, NOT_READABLE)).toBe(true);
  });

  test("only the parts that a field compares are compared", () => {
    const tidy = (value: unknown) => (value as { id: number }).id;
    expect(same({ ...plain, tidy }, { id: 1, name: "a" }, { id: 1, name: "b" })).toBe(true);
    expect(same({ ...plain, tidy }, { id: 1 }, { id: 2 })).toBe(false);
  });
});

describe("lists whose order means nothing", () => {
  const list = [
    { name: "b", x: 1 },
    { name: "a", x: 2 },
    { name: "b", x: 0 },
  ];

  test("are the same in any order, of items and of keys", () => {
    const turned = [
      { x: 0, name: "b" },
      { x: 1, name: "b" },
      { x: 2, name: "a" },
    ];
    expect(same(unordered, list, turned)).toBe(true);
    expect(same(plain, list, turned)).toBe(false);
    expect(same(unordered, list, turned.slice(1))).toBe(false);
    expect(same(unordered, ["b", "a"], ["a", "b"])).toBe(true);
    expect(same(unordered, "b", "a")).toBe(false);
  });

  test("are sorted by their key, then by content", () => {
    const expected = [list[1], list[2], list[0]];
    expect(inOrder(unordered, list)).toEqual(expected);
    expect(inOrder(unordered, list.toReversed())).toEqual(expected);
    expect(inOrder(unordered, [list[0], list[0]])).toEqual([list[0], list[0]]);
    // A name that is the beginning of another name comes first, whatever else the items contain.
    const names = [
      { name: "ab", a: 1 },
      { name: "a", z: 1 },
    ];
    expect(inOrder(unordered, names)).toEqual(names.toReversed());
  });

  test("other values stay as they are", () => {
    expect(inOrder(plain, list)).toBe(list);
    expect(inOrder(unordered, "b")).toBe("b");
  });
});

test("undefined values are removed at any depth; null stays", () => {
  const value = { a: undefined, b: [1, undefined, { c: undefined, d: null }], e: { f: undefined }, g: "x" };
  expect(withoutUndefined(value)).toStrictEqual({ b: [1, { d: null }], e: {}, g: "x" });
  expect(withoutUndefined(null)).toBeNull();
});
