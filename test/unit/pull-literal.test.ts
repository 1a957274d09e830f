/** Changing a value where the program writes it as a literal. */
import { isDeepStrictEqual } from "node:util";
import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Edits } from "../../cli/pull/edits.js";
import { NoLiteral } from "../../cli/pull/nodes.js";
import { Rewriting } from "../../cli/pull/rewriting.js";
import { Sources } from "../../cli/pull/sources.js";
import { Syntax } from "../../cli/pull/syntax.js";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/after-test.js";

interface Given {
  text: string;
  property?: string;
  before: unknown;
  after: unknown;
  reference?: (value: unknown) => string;
}

/** The program with a resource `new X("x", …)` after the change, or the line and the reason of the refusal. */
function changed({ text, property = "p", before, after, reference }: Given): string {
  const file = path.join(temporaryFolder(), "index.ts");
  writeFileSync(file, text);
  const sources = new Sources();
  const edits = new Edits(sources);
  const syntax = sources.syntax({ file }) as Syntax;
  const at = text.indexOf("new X(");
  const lines = text.slice(0, at).split("\n");
  const [, args] = syntax.newAt({ file, line: lines.length, column: lines.at(-1)!.length + 1 })!.arguments;
  try {
    for (const change of new Rewriting(syntax, reference).declared(args!, property, before, after).changes)
      edits.add(file, change);
  } catch (error) {
    if (error instanceof NoLiteral) return `${syntax.line(error.node)}: ${error.message}`;
    throw error;
  }
  return edits.changed().get(file) ?? text;
}

const x = (args: string): string => `new X("x", ${args});\n`;

describe("a value in place", () => {
  test.each<[string, unknown, unknown, string]>([
    ["{ p: 600 }", 600, 60, "{ p: 60 }"],
    ["{ p: -1, q: 2 }", -1, 2, "{ p: 2, q: 2 }"],
    ["{ p: true /* so */ }", true, false, "{ p: false /* so */ }"],
    ["{ 'p': 'a', q: 'b' }", "a", "it's", `{ 'p': "it's", q: 'b' }`],
    ['{ p: "a" }', "a", 'say "hi"', `{ p: 'say "hi"' }`],
    ['{ p: "a" }', "a", `"'`, `{ p: "\\"'" }`],
    ['{ p: "a" }', "a", "one\ntwo\u200b\\", '{ p: "one\\ntwo\\u200b\\\\" }'],
    ["{ p: `a\nb` }", "a\nb", "a\n`${c}\\", "{ p: `a\n\\`\\${c}\\\\` }"],
    ["{ p: ('a' as const)! }", "a", "b", "{ p: ('b' as const)! }"],
    ["<any>{ p: <const>'a' }", "a", "b", "<any>{ p: <const>'b' }"],
    ["{ p: null }", null, "b", '{ p: "b" }'],
    ["{ p: 1, p: 2 }", 2, 3, "{ p: 1, p: 3 }"],
    ["{ p: { a: 1, b: f() } }", { a: 1, b: 2 }, { a: 3, b: 2 }, "{ p: { a: 3, b: f() } }"],
    ["{ p: { a: 1 } }", { a: 1 }, { a: 1, "b c": "d" }, '{ p: { a: 1, "b c": "d" } }'],
    ["{ p: { a: 1, b: 2 } }", { a: 1, b: 2 }, { b: 2 }, "{ p: { b: 2 } }"],
    ["{ p: { a: 1, b: 2 } }", { a: 1, b: 2 }, { a: 1 }, "{ p: { a: 1 } }"],
    ["{ p: {} }", {}, { a: [1] }, "{ p: { a: [1] } }"],
    ["{ p: [1, f(), 3] }", [1, 2, 3], [0, 1, 2], "{ p: [0, 1, f()] }"],
    ["{ p: [1, 2, 3] }", [1, 2, 3], [1], "{ p: [1] }"],
    ["{ p: [1] }", [1], [], "{ p: [] }"],
    ["{ p: [] }", [], [1, 2], "{ p: [1, 2] }"],
    ["{ p: [{ a: 1, b: 2 }] }", [{ a: 1, b: 2 }], [{ a: 1, b: 3 }], "{ p: [{ a: 1, b: 3 }] }"],
    [
      "{\n  o: 1, // one\n  n: 2,\n  p: 2,\n  q: 3,\n}",
      2,
      undefined,
      "{\n  o: 1, // one\n  n: 2,\n  q: 3,\n}",
    ],
    [
      "{\n  p: [\n    1, // one\n    2,\n  ],\n}",
      [1, 2],
      [1, 2, 3],
      "{\n  p: [\n    1, // one\n    2,\n    3,\n  ],\n}",
    ],
    [
      "{\n  p: [\n    // one\n    1,\n    2\n  ]\n}",
      [1, 2],
      [1, 2, 3],
      "{\n  p: [\n    // one\n    1,\n    2,\n    3\n  ]\n}",
    ],
    [
      "{\r\n  p: [\r\n    1,\r\n    2,\r\n  ],\r\n}",
      [1, 2],
      [2, 3],
      "{\r\n  p: [\r\n    2,\r\n    3,\r\n  ],\r\n}",
    ],
    ["{\r\n  p: `a\r\nb`,\r\n}", "a\nb", "c\nd", "{\r\n  p: `c\r\nd`,\r\n}"],
  ])("%s: %j → %j", (args, before, after, expected) => {
    expect(changed({ text: x(args), before, after })).toBe(x(expected));
  });
});

describe("beside a comment or a parenthesis, nothing is added or removed", () => {
  test.each<[string, unknown, unknown, number]>([
    ["{\n  o: 1,\n  p: 2, // two\n  q: 3,\n}", 2, undefined, 4],
    ["{\n  o: 1,\n  // two\n  p: 2,\n  q: 3,\n}", 2, undefined, 4],
    ["{\n  p: [\n    1, // one\n    2, // two\n  ],\n}", [1, 2], [1, 2, 3], 2],
    ["{ p: { a: 1 /* one */, b: 2 } }", { a: 1, b: 2 }, { b: 2 }, 1],
    ["{ p: [/* none */] }", [], [1], 1],
    ["{ p: [('a' as const)] }", ["a"], ["a", "b"], 1],
  ])("%s: %j → %j", (args, before, after, line) => {
    expect(changed({ text: x(args), before, after })).toBe(
      `${line}: a comment or a parenthesis stands beside what would change`,
    );
  });
});

describe("what would only uncover another value is not removed", () => {
  test.each<[string, unknown, unknown, string]>([
    ["{ p: 1, p: 2 }", 2, undefined, "is also declared here"],
    ["{ ...{ p: 1 }, p: 2 }", 2, undefined, "may come from a spread"],
    ["{ p: { ...{ a: 1 }, a: 2 } }", { a: 2 }, {}, "may come from a spread"],
  ])("%s", (args, before, after, why) => {
    expect(changed({ text: x(args), before, after })).toBe(`1: the value ${why}`);
  });
});

test("a list of references gets the code of each", () => {
  const reference = (value: unknown): string => `tools.${String(value)}`;
  const given = { before: ["1", "two"], after: ["two", "b"], reference };
  expect(changed({ text: x('{ p: [one, "two"] }'), ...given })).toBe(x('{ p: ["two", tools.b] }'));
});

describe("a list that the check of the resource has sorted", () => {
  const item = (name: string, text: string) => ({ name, text });
  const [a, b, now] = [item("a", "A"), item("b", "B"), item("a", "Now")];
  test.each<[string, unknown, unknown, string]>([
    [
      '[{ name: "b", text: "B" }, { name: "a", text: "A" }]',
      [a, b],
      [b, now],
      '[{ name: "b", text: "B" }, { name: "a", text: "Now" }]',
    ],
    ['[{ name: "b", text: "B" }, f()]', [a, b], [b], '[{ name: "b", text: "B" }]'],
    ['["c", "b", "a"]', ["a", "b", "c"], ["a", "c", "d"], '["c", "a", "d"]'],
    ["[two, one.id]", [1, 2], [2], "[two]"],
    ["[two, f()]", [1, 2], [1, 3], "[f(), three]"],
  ])("%s", (list, before, after, expected) => {
    const reference = (value: unknown): string => ["one", "two", "three"][Number(value) - 1]!;
    const given = { before, after, ...(/one|two/.test(list) && { reference }) };
    expect(changed({ text: x(`{ p: ${list} }`), ...given })).toBe(x(`{ p: ${expected} }`));
  });

  test("is refused if two items are computed", () => {
    const given = { before: [1, 2], after: [2] };
    expect(changed({ text: x("{ p: [f(), g()] }"), ...given })).toBe("1: the list is computed");
  });
});

describe("a value elsewhere is written in the arguments", () => {
  test.each<[string, string, string]>([
    ["a constant", `const a = 1;\n${x("{ p: a }")}`, `const a = 1;\n${x("{ p: 2 }")}`],
    ["a shorthand", `const p = 1;\n${x("{ p }")}`, `const p = 1;\n${x("{ p: 2 }")}`],
    ["a call", x("{ p: f(1) }"), "1: the value is computed"],
    ["a spread", x("{ q: 1, ...f() }"), x("{ q: 1, ...f(), p: 2 }")],
    ["a property after a spread", x("{ ...f(), p: 1 }"), x("{ ...f(), p: 2 }")],
    ["the name of arguments", x("all"), x("{ ...all, p: 2 }")],
    ["other arguments", x("f()"), "1: the arguments are computed"],
    ["a computed name", x("{ [q]: 1 }"), x("{ [q]: 1, p: 2 }")],
  ])("%s", (_, text, expected) => {
    expect(changed({ text, before: 1, after: 2 })).toBe(expected);
  });

  test.each<[string, unknown, unknown]>([
    ["{ p: 3 }", 1, 2],
    ["{ p: { q: 'a' } }", { q: "b" }, { q: "c" }],
    ["{ p: ['a', 'b'] }", ["a", "c"], ["a", "d"]],
  ])("a value that a transformation changes: %s", (args, before, after) => {
    const refused = "1: the program changes the value that stands here";
    expect(changed({ text: x(args), before, after })).toBe(refused);
  });

  test("a list with a spread is refused", () => {
    expect(changed({ text: x("{ p: [...f()] }"), before: [1], after: [2] })).toBe("1: the list is computed");
  });
});

test("a resource is the one with its kind and name, else at its place, unless the two contradict each other", () => {
  const syntax = new Syntax("index.ts", 'new X("x", {});\nnew X(name, {});\nnew v.Y("y", {});');
  const lineOf = (line: number, kind: string, resource: string): number | undefined => {
    const found = syntax.newAt({ file: "index.ts", line, column: 1, resource, kind });
    return found && syntax.line(found);
  };
  expect(lineOf(1, "X", "x")).toBe(1);
  expect(lineOf(9, "Y", "y")).toBe(3);
  expect(lineOf(2, "Y", "y")).toBe(undefined);
  expect(lineOf(2, "X", "y")).toBe(2);
  expect(lineOf(1, "X", "y")).toBe(undefined);
});

const leaf = fc.oneof(
  fc.constantFrom("a", "b", 'say "c"', "it's", "d\ne", "${f}"),
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "c d", "e"), tie("tree"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

/** A value as somebody could write it: on one line or several, with comments, with or without commas at the end. */
function written(value: unknown, style: () => number, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const inner = `${indent}  `;
  const items = Object.entries(value).map(
    ([key, one]) => (isArray ? "" : `${JSON.stringify(key)}: `) + written(one, style, inner),
  );
  const [open, close] = isArray ? "[]" : "{}";
  if (items.length === 0 || style() % 2 === 0) return `${open}${items.join(", ")}${close}`;
  const [comma, hasComments] = [style() % 2 === 0 ? "," : "", style() % 3 === 0];
  const lines = items.map(
    (item, index) =>
      `${inner}${item}${index < items.length - 1 ? "," : comma}${hasComments ? ` // ${index}` : ""}`,
  );
  return `${open}\n${lines.join("\n")}\n${indent}${close}`;
}

test("any value becomes any other, and what is equal stays as it was written", () => {
  fc.assert(
    fc.property(
      tree,
      tree,
      fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (before, after, styles, isLong) => {
        let next = 0;
        const style = (): number => styles[(next += 1) % styles.length]!;
        const value = written(before, style, isLong ? "  " : "");
        const text = x(isLong ? `{\n  o: 1, // one\n  p: ${value},\n}` : `{ o: 1, p: ${value} }`);
        const now = changed({ text, before, after });
        if (/^\d+: a comment/.test(now)) {
          expect(value).toContain(" // ");
          return;
        }
        const code = now.replace("new X(", "(");
        expect(vm.runInNewContext(code)).toEqual({ o: 1, p: after });
        if (isDeepStrictEqual(before, after)) expect(now).toBe(text);
        else expect(changed({ text: now, before: after, after })).toBe(now);
      },
    ),
    { numRuns: 500 },
  );
});
