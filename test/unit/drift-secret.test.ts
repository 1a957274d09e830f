import { expect, test } from "vitest";
import { holdsSecret, masked } from "../../cli/drift/secret.js";
import { secret } from "./drift-events.js";

test.each<[unknown, isIn: boolean, shown: unknown]>([
  [secret, true, "[secret]"],
  [[1, secret], true, [1, "[secret]"]],
  [{ a: 1, b: { c: [secret] } }, true, { a: 1, b: { c: ["[secret]"] } }],
  [["a", { b: null }], false, ["a", { b: null }]],
  ["text", false, "text"],
  [null, false, null],
  [7, false, 7],
])("%j holds a secret: %s", (value, isIn, expected) => {
  expect(holdsSecret(value)).toBe(isIn);
  expect(masked(value)).toEqual(expected);
});
