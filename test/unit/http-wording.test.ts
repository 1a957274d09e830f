import { expect, test } from "vitest";
import { serviceWords } from "../../provider/base/wording.js";

const errors = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, "x"]));
const lines = (count: number) => Object.keys(errors(count)).map((field) => `${field}: x`);

test.each<[name: string, body: unknown, message: string, fields: string[]]>([
  ["no object", ["text"], "", []],
  ["one line", { message: " a\n b " }, "a b", []],
  ["error before an object", { error: "a" }, "a", []],
  ["the message of an error", { error: { message: "a" } }, "a", []],
  ["a message that is not text", { message: 1, error: { message: 2 } }, "", []],
  ["an error without a message", { error: {}, errors: null }, "", []],
  ["fields", { errors: { a: [], b: " ", c: "x", d: [1, "y", 2, "z"], e: 5 } }, "", ["c: x", "d: y z"]],
  [
    "messages as an object, as PHP writes lists with gaps",
    { errors: { a: { 0: "x", 2: "y" } } },
    "",
    ["a: x y"],
  ],
  ["errors without fields", { errors: ["a", "", "b"] }, "", ["a", "b"]],
  ["twenty fields", { errors: errors(20) }, "", lines(20)],
  ["more fields", { errors: errors(21) }, "", [...lines(20), "and 1 more"]],
  ["300 characters", { message: "x".repeat(300) }, "x".repeat(300), []],
  ["more characters", { message: "x".repeat(301) }, `${"x".repeat(299)}…`, []],
])("%s", (_, body, message, fields) => {
  expect(serviceWords(body, (text) => text)).toEqual({ message, fields });
});
