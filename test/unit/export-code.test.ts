import fc from "fast-check";
import { expect, test } from "vitest";
import { Code, code, commented } from "../../cli/export/code.js";

/** The value of the code in a program. */
const run = (text: string): unknown => (0, eval)(`"use strict"; (${text})`);

test("the code of any JSON value evaluates to that value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(run(code(value)))).toBe(JSON.stringify(value));
      expect(JSON.stringify(run(code(value, 40)))).toBe(JSON.stringify(value));
    }),
  );
});

test("a key that would set the prototype stays an ordinary key", () => {
  const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "odd key": 3}') as object;
  expect(code(value)).toBe('{ ["__proto__"]: { a: 1 }, constructor: 2, "odd key": 3 }');
  expect(JSON.stringify(run(code(value)))).toBe(JSON.stringify(value));
});

test("characters that reverse or end a line are escaped", () => {
  expect(code("a\u2028b\u202ec\u2066`${x}`\ufeff")).toBe('"a\\u2028b\\u202ec\\u2066`${x}`\\ufeff"');
  expect(commented("one\n process.exit() \u2028\u202e")).toBe("// one process.exit() \\u202e");
});

test("a variation selector stays after an emoji, and is escaped anywhere else", () => {
  const text = "\u260e\ufe0f a\ufe0f 1\ufe0f \\ufe0f \u260e\\ufe0f";
  expect(code(text)).toBe('"\u260e\ufe0f a\\ufe0f 1\\ufe0f \\\\ufe0f \u260e\\\\ufe0f"');
  expect(run(code(text))).toBe(text);
});

test("code that does not fit on one line has one item per line", () => {
  expect(code({ a: [1, "x"], b: new Code("prompt()"), c: {}, d: [] })).toBe(
    '{ a: [1, "x"], b: prompt(), c: {}, d: [] }',
  );
  const long = "x".repeat(60);
  expect(code({ items: [{ name: long, value: long }] }, 2, { items: "Why." })).toBe(
    `{\n    // Why.\n    items: [\n      {\n        name: "${long}",\n        value: "${long}",\n      },\n    ],\n  }`,
  );
});
