/** Lists and objects that have more items or keys in the service than in the program. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Field } from "../../provider/core/fields/fields.js";
import { declaredPart, isStructured, withUndeclared } from "../../provider/core/fields/structure.js";
import { byName, customVariables, listOf, text } from "../../provider/core/fields/types.js";

const row = { doc: "", spec: "1" };
const schema: Field = {
  ...row,
  type: listOf({ name: text(), type: text(), required: z.boolean().optional() }, ""),
  unordered: byName,
  serviceItems: (item) => ["status", "summary"].includes(byName(item)),
};
const contacts: Field = {
  ...row,
  type: listOf({ phone: text(), variables: customVariables().optional() }, ""),
};
const phrases: Field = {
  ...row,
  type: z.strictObject({ positive: z.array(z.string()), deep: z.strictObject({ a: z.number() }) }).nullable(),
};
const either: Field = {
  ...row,
  type: z.array(z.union([z.strictObject({ a: z.number() }), z.strictObject({ b: z.number() })])),
};

const town = { name: "town", type: "string" };
const days = { name: "days", type: "number" };
const more = { required: true, new_key: 7 };

describe("the parts of a live value that count", () => {
  test.each<[string, Field, unknown, unknown, unknown]>([
    ["declared keys of an item", schema, [{ ...town, ...more }], [town], [town]],
    ["a key that one item declares", schema, [{ ...town, ...more }, { ...days, ...more }], [{ ...town, required: false }, days], [{ ...town, required: true }, days]], // prettier-ignore
    ["a declared key that is missing", schema, [town], [{ ...town, required: false }], [town]],
    [
      "a changed declared key",
      schema,
      [{ ...town, type: "float", new_key: 7 }],
      [town],
      [{ ...town, type: "float" }],
    ],
    ["all known keys of an extra item", schema, [town, { ...days, ...more }], [town], [town, { ...days, required: true }]], // prettier-ignore
    ["all known keys of an extra item beside others that declare fewer", schema, [town, days, { ...town, name: "a", ...more }], [town, days], [town, days, { ...town, name: "a", required: true }]], // prettier-ignore
    ["no missing item", schema, [{ ...days, ...more }], [town, days], [days]],
    ["no undeclared item of the service", schema, [{ name: "status", type: "bool" }, town], [town], [town]],
    ["a declared item of the service", schema, [{ name: "status", type: "bool", ...more }], [{ name: "status", type: "string" }], [{ name: "status", type: "bool" }]], // prettier-ignore
    ["no item of the service where none is declared", schema, [{ name: "summary", type: "string" }], [], []],
    ["every item where nothing is declared", schema, [{ name: "status", ...more }, { ...town, ...more }], undefined, [{ name: "status", required: true }, { ...town, required: true }]], // prettier-ignore
    ["of two items with one key, each beside its own", schema, [{ ...days, name: "a", ...more }, { ...town, name: "a", ...more }], [{ ...town, name: "a", required: true }, { ...days, name: "a" }], [{ ...days, name: "a" }, { ...town, name: "a", required: true }]], // prettier-ignore
    ["an item with another spelling of its key", schema, [{ ...town, name: " town\r\n", ...more }], [town], [{ ...town, name: " town\r\n" }]], // prettier-ignore
    ["all of what users name themselves", contacts, [{ phone: "1", variables: { a: 1, b: 2 }, id: 7 }], [{ phone: "1", variables: { a: 1 } }], [{ phone: "1", variables: { a: 1, b: 2 } }]], // prettier-ignore
    ["items in their places where the order counts", contacts, [{ phone: "2", id: 7 }, { phone: "1" }], [{ phone: "1" }], [{ phone: "2" }, { phone: "1" }]], // prettier-ignore
    ["declared keys of an item in its place, and all known keys of one behind the last", contacts, [{ phone: "2", variables: { a: 1 } }, { phone: "3", variables: { b: 1 }, id: 7 }], [{ phone: "1" }], [{ phone: "2" }, { phone: "3", variables: { b: 1 } }]], // prettier-ignore
    ["declared keys of an object, at any depth", phrases, { positive: ["a"], deep: { a: 1, b: 2 }, tone: "x" }, { deep: { a: 0 } }, { deep: { a: 1 } }], // prettier-ignore
    ["known keys of an object where none is declared", phrases, { positive: ["a"], tone: "x" }, null, { positive: ["a"] }], // prettier-ignore
    ["keys of every form that an item may have", either, [{ a: 1, b: 2, c: 3 }], undefined, [{ a: 1, b: 2 }]],
    ["a value of another kind", schema, "none", [town], "none"],
    ["an item of another kind", schema, ["x", null], [town], ["x", null]],
  ])("%s", (_, field, value, declared, expected) => {
    expect(declaredPart(field, value, declared)).toEqual(expected);
  });
});

describe("the value that an update sends, given the live value", () => {
  test.each<[string, Field, unknown, unknown, unknown]>([
    ["undeclared keys as they are", schema, [{ ...town, ...more }], [{ ...town, type: "float" }], [{ ...more, ...town, type: "float" }]], // prettier-ignore
    ["no null of an undeclared key", schema, [{ ...town, required: null, new_key: null }], [{ ...town, type: "float" }], [{ ...town, type: "float" }]], // prettier-ignore
    ["the declared value of a key", schema, [{ ...town, ...more }], [{ ...town, required: false }], [{ ...town, ...more, required: false }]], // prettier-ignore
    ["items of the service that are not declared", schema, [{ name: "status", ...more }, town], [days], [days, { name: "status", ...more }]], // prettier-ignore
    ["those only, where no item is declared any more", schema, [{ name: "status", ...more }, town], [], [{ name: "status", ...more }]], // prettier-ignore
    ["a declared item of the service once", schema, [{ name: "status", ...more }], [{ name: "status", type: "bool" }], [{ name: "status", type: "bool", ...more }]], // prettier-ignore
    ["nothing of an item that is no longer declared", schema, [{ ...days, ...more }], [town], [town]],
    ["nothing of a value of another kind", schema, null, [town], [town]],
    ["an object with its undeclared keys", phrases, { positive: ["a"], deep: { a: 1, b: 2 }, tone: "x" }, { deep: { a: 0 } }, { positive: ["a"], deep: { a: 0, b: 2 }, tone: "x" }], // prettier-ignore
    ["undeclared keys of the item in the same place, where the order counts", contacts, [{ phone: "1", id: 7 }], [{ phone: "2" }, { phone: "1" }], [{ phone: "2", id: 7 }, { phone: "1" }]], // prettier-ignore
    ["null as it is", phrases, { positive: ["a"] }, null, null],
    ["what users name themselves as declared", contacts, [{ phone: "1", variables: { b: 2 } }], [{ phone: "1", variables: { a: 1 } }], [{ phone: "1", variables: { a: 1 } }]], // prettier-ignore
  ])("%s", (_, field, value, declared, expected) => {
    expect(withUndeclared(field, value, declared)).toEqual(expected);
  });
});

test("lists and objects with known keys have a structure; texts and users' own objects do not", () => {
  const textOrObject = z.union([z.string(), z.strictObject({ a: z.number() })]);
  const structured = [schema.type, phrases.type, either.type, textOrObject];
  for (const type of structured) expect(isStructured({ ...row, type })).toBe(true);
  for (const type of [z.string(), customVariables()]) expect(isStructured({ ...row, type })).toBe(false);
});
