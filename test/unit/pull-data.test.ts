/** Changing a value in YAML, JSON and front matter. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { dataSites } from "../../cli/pull/data-sites.js";

/** The text after the change of a value that occurs once. Undefined if the change is not certain. */
function changed(text: string, before: unknown, after: unknown, file = "values.yaml"): string | undefined {
  const found = dataSites(file, text).flatMap((site) => {
    const edits = site.edits(before, after);
    return edits ? [edits] : [];
  });
  if (found.length !== 1) return undefined;
  return [...found[0]!]
    .map((edit) => edit as { start: number; end: number; text: string })
    .sort((one, other) => other.start - one.start)
    .reduce((now, edit) => now.slice(0, edit.start) + edit.text + now.slice(edit.end), text);
}

describe("a value in YAML", () => {
  test.each<[string, unknown, unknown, string]>([
    ["voice: Sarah # ours\n", "Sarah", "Tom", "voice: Tom # ours\n"],
    ["voice: 'Sarah'\nmore: 1\n", "Sarah", "it's", "voice: 'it''s'\nmore: 1\n"],
    ['voice: "Sarah"\n', "Sarah", "Tom", 'voice: "Tom"\n'],
    ["voice: Sarah\r\nmore: 1\r\n", "Sarah", "Tom", "voice: Tom\r\nmore: 1\r\n"],
    ["voice: Sarah", "Sarah", "a: b", 'voice: "a: b"'],
    ["list: [a, b]\n", "b", "c, d", 'list: [a, "c, d"]\n'],
    ["seconds: 600\n", 600, 90, "seconds: 90\n"],
    ["phone: +12025550101\n", "+12025550101", "+12025550102", 'phone: "+12025550102"\n'],
    ["says: |\n  One.\n  Two.\n# end\n", "One.\nTwo.\n", "One.\n", 'says: "One.\\n"\n# end\n'],
    ["tools:\n  - a # first\n  - b\n", ["a", "b"], ["a", "b", "c"], "tools:\n  - a # first\n  - b\n  - c\n"],
    ["tools:\n  - a\n  # of Ada\n  - b\nx: 1\n", ["a", "b"], ["b"], "tools:\n  # of Ada\n  - b\nx: 1\n"],
    ["tools: [a, b]\n", ["a", "b"], ["b", "c"], "tools: [ b, c ]\n"],
    ["all:\n  a: 1\n\n  b: 2 # two\n", { a: 1, b: 2 }, { a: 3, b: 2 }, "all:\n  a: 3\n\n  b: 2 # two\n"],
    ["all:\n  a: 1\n  b: 2\n", { a: 1, b: 2 }, { b: 2, c: "x" }, "all:\n  b: 2\n  c: x\n"],
    ["a: 1\nb: gone\nc: 3\n", "gone", undefined, "a: 1\nc: 3\n"],
  ])("%j: %j becomes %j", (text, before, after, expected) => {
    expect(changed(text, before, after)).toBe(expected);
  });

  test.each<[string, unknown, unknown]>([
    ["tools:\n  - a # of Ada\n  - b\n", ["a", "b"], ["b"]],
    ["a: 1\nb: gone # why\n", "gone", undefined],
    ["a: x\nb: x\n", "x", "y"],
    ["a: &it x\nb: *it\n", "x", "y"],
  ])("%j: %j to %j is left, because it is not certain", (text, before, after) => {
    expect(changed(text, before, after)).toBeUndefined();
  });
});

test("front matter: the prompt stays as it is", () => {
  const text = (voice: string) => `\uFEFF---\r\nname: A\r\nvoice: ${voice} # ours\r\n---\r\nvoice: Sarah\r\n`;
  expect(changed(text("Sarah"), "Sarah", "Tom", "a.md")).toBe(text("Tom"));
});

test("JSON stays JSON", () => {
  expect(changed('{ "a": ["x"], "b": 1 }', ["x"], ["it's", "y"], "v.json")).toBe(
    '{ "a": ["it\'s","y"], "b": 1 }',
  );
});

const word = fc.constantFrom(
  "Sarah",
  "it's",
  "a: b",
  "# no",
  "- x",
  "yes",
  "12",
  "+1202",
  "ä",
  "{{name}}",
  "two\nlines",
);
const scalar = fc.oneof(word, fc.integer({ min: 0, max: 9 }), fc.boolean());
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom("k", "l", "m"), scalar, { maxKeys: 3 }),
);
const file = fc.record({
  values: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), value, { minKeys: 1, maxKeys: 4 }),
  isFlow: fc.boolean(),
  comment: fc.array(fc.nat(20), { maxLength: 3 }),
  after: value,
});

/** How many random edits of a value with comments and empty lines around it were left. */
function leftInRandomFiles(numRuns: number): number {
  let left = 0;
  fc.assert(
    fc.property(file, ({ values, isFlow, comment, after }) => {
      const lines = stringify(values, { collectionStyle: isFlow ? "flow" : "block", lineWidth: 0 }).split(
        "\n",
      );
      const isPlain = !lines.some((line) => /[|>]-?$/.test(line));
      const source = lines
        .flatMap((line, index) => (isPlain && comment.includes(index) ? ["", "# note", line] : [line]))
        .join("\n");
      const [key, before] = Object.entries(values)[0]!;
      const same = Object.values(values).filter((one) => isDeepStrictEqual(one, before));
      const now = changed(source, before, after);
      if (now === undefined || same.length > 1 || isDeepStrictEqual(before, after)) return void (left += 1);
      expect(parse(now)).toEqual({ ...values, [key]: after });
      const kept = (text: string) => text.split("\n").filter((line) => line === "" || line === "# note");
      expect(kept(now)).toEqual(kept(source));
    }),
    { numRuns },
  );
  return left;
}

test("1,000 random edits keep every comment, empty line and other value", () => {
  const left = leftInRandomFiles(1_000);

  expect(left).toBeLessThan(500);
});
