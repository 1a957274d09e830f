/** The secret values of a resource. */
import { expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "../../provider/catalog.js";
import type { Definition } from "../../provider/core/run/operation.js";
import { secretsIn } from "../../provider/core/perform.js";
import { text } from "../../provider/core/fields/types.js";
import { toy } from "./core-toy.js";

const row = { doc: "", spec: "1", type: text() };
const list = { ...row, type: z.array(z.unknown()) };
const definition: Definition = {
  ...toy,
  fields: {
    note: row,
    pin: { ...row, secret: true },
    headers: { ...list, secret: true, secretKeys: ["value"] },
    parts: { ...list, secret: true },
  },
};

test.each<[string, object, string[]]>([
  ["other fields have none", { note: "to the doctor", other: "x" }, []],
  ["a secret counts at any length", { pin: "1" }, ["1"]],
  ["only the secret keys of items", { headers: [{ name: "X-Key", value: "a" }, { value: "b" }] }, ["a", "b"]],
  [
    "texts at any depth",
    { parts: ["one", { deep: [{ deeper: "two", count: 7, none: null }] }] },
    ["one", "two"],
  ],
  ["a value without text", { pin: 7, headers: null }, []],
])("secrets: %s", (_, bag, expected) => {
  expect(secretsIn(definition, { ...bag })).toEqual(expected);
});

test("secrets of state and program alike", () => {
  expect(secretsIn(definition, { pin: "old" }, { pin: "new" })).toEqual(["old", "new"]);
});

test("the names of headers and of static fields are no secrets, which would mask their words in all messages", () => {
  const headers = [{ name: "Content-Type", value: "a" }];
  const staticFields = [{ key: "type", value: "b" }];
  expect(secretsIn(catalog.MidCallTool.definition, { headers, staticFields })).toEqual(["a", "b"]);
});
