/** The texts of a resource that no message may show. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Definition } from "../../provider/core/run/operation.js";
import { secretsOf } from "../../provider/core/steps/secrets.js";
import { text } from "../../provider/core/fields/types.js";
import { toy } from "./core-toy.js";

const row = { doc: "", spec: "1", type: text() };
const list = { ...row, type: z.array(z.unknown()) };
const definition: Definition = {
  ...toy,
  fields: {
    name: { ...row, shown: true },
    note: row,
    pin: { ...row, secret: true },
    headers: { ...list, secret: true, secretKeys: ["value"] },
    parts: list,
    free: { ...row, type: z.record(z.string(), z.unknown()) },
  },
};
const secrets = (...bags: object[]) => secretsOf(definition, ...bags.map((bag) => ({ ...bag })));
const none = { strict: [], private: [], names: [] };

describe("secrets", () => {
  test.each<[string, object, object]>([
    ["a field that messages may show is a name", { name: "Support" }, { names: ["Support"] }],
    ["any other text is private", { note: "to the doctor" }, { private: ["to the doctor"] }],
    ["a private text of up to five characters is ignored", { note: "abcde" }, {}],
    ["a private text of six characters counts", { note: "abcdef" }, { private: ["abcdef"] }],
    ["a secret counts at any length", { pin: "1" }, { strict: ["1"] }],
    ["a longer secret too, once", { pin: "a longer secret" }, { strict: ["a longer secret"] }],
    [
      "of the items of a list, secret keys are secret, and others are private",
      { headers: [{ value: "a", comment: "to the doctor", short: "b" }] },
      { strict: ["a"], private: ["to the doctor"] },
    ],
    [
      "an item's name, key and type are shown, even if they are called secret",
      { headers: [{ name: "X-Api-Key", key: "the-header-key", type: "a-header-type", value: "a" }] },
      { strict: ["a"], names: ["X-Api-Key", "the-header-key"] },
    ],
    [
      "texts at any depth, and texts as items",
      { parts: ["an item as text", { deep: [{ deeper: "at the bottom", count: 7, none: null }] }] },
      { private: ["an item as text", "at the bottom"] },
    ],
    [
      "keys that users choose, at any depth, are names",
      { free: { customer: { city: "Springfield" } } },
      { private: ["Springfield"], names: ["customer", "city"] },
    ],
    ["a name that is not text is ignored", { parts: [{ name: 7, key: null }] }, {}],
    ["other values have no text", { note: 7, pin: null, free: true }, {}],
    ["properties without a field are ignored", { other: "to the doctor" }, {}],
  ])("%s", (_, bag, expected) => {
    expect(secrets(bag)).toEqual({ ...none, ...expected });
  });

  test("of state and program alike", () => {
    expect(secrets({ pin: "old", note: "to the doctor" }, { pin: "new" }, {})).toEqual({
      ...none,
      strict: ["old", "new"],
      private: ["to the doctor"],
    });
  });
});
