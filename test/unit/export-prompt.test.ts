import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { invisibleIn, promptFile, whyNoFile } from "../../cli/export/prompt-file.js";
import { placeholders } from "../../provider/base/placeholders.js";
import { normal } from "../../provider/core/fields/values.js";
import { fill, parseTemplate, problems } from "../../sdk/prompt-template.js";
import { ODD_PROMPTS } from "../support/hand-made-account.js";

/** The result of `prompt()` for a file, without values. */
function promptFrom(source: string): string {
  const template = parseTemplate("it", source);
  expect(problems(template, [], false)).toEqual([]);
  return fill(template, new Map());
}

test.each([
  ["You help.", "You help.\n", []],
  [
    "Greet {{name}}, {{name}} and {{other.name}}.",
    "---\nvariables: [name, other.name]\n---\n\nGreet {{name}}, {{name}} and {{other.name}}.\n",
    ["name", "other.name"],
  ],
  ["Say {{null}}.", '---\nvariables: ["null"]\n---\n\nSay {{null}}.\n', ["null"]],
  [
    "{{ spaced }} {{{x}}} {{",
    "---\nvariables: [spaced, x]\n---\n\n\\{{ spaced }} \\{{{x}}} \\{{\n",
    ["spaced", "x"],
  ],
  ["\\{{name}}", "---\nvariables: [name]\n---\n\n\\\\{{name}}\n", ["name"]],
  ["{{ __proto__ }}", "\\{{ __proto__ }}\n", []],
  ["---\na: 1\n---\nYou help.", "---\nvariables: []\n---\n\n---\na: 1\n---\nYou help.\n", []],
  ["One\r\nTwo\r\n", "One\nTwo\n", []],
])("%j is written to a file as %j", (live, source, variables) => {
  expect(promptFile(live)).toEqual({ source, text: live.trim().replaceAll("\r\n", "\n"), variables });
  expect(promptFrom(source)).toBe(live.trim().replaceAll("\r\n", "\n"));
});

test("text that no file can reproduce stays in the program", () => {
  expect(promptFile("Two\r\r\nkinds")).toBeUndefined();
  expect(promptFile("  ")).toBeUndefined();
});

test("any text is restored unchanged, or has no file", () => {
  const bits = fc.constantFrom(
    ..."{{ }} {{a}} {{ b }} \\ --- \n \r\n \r ` ${x} # variables: [ ] \uFEFF \u2028 é 🎉".split(" "),
    " ",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(bits, { maxLength: 30 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(texts, (live) => {
      const file = promptFile(live);
      if (!file) return;
      expect(promptFrom(file.source)).toBe(file.text);
      expect(isDeepStrictEqual(normal(file.text), normal(live))).toBe(true);
      // The prompt checks would warn about a variable that the exported program does not declare.
      expect(file.variables).toEqual(expect.arrayContaining(placeholders(live)));
    }),
    { numRuns: 500 },
  );
});

test("of the odd prompts, only those with invisible characters have no file", () => {
  expect(ODD_PROMPTS.filter((text) => promptFile(text) === undefined)).toEqual([
    "A lone return\rin the middle, \u2028 and \u2029, and a tab\t.",
    "Returns\r\r\nof two kinds",
    "\uFEFFbyte order mark",
  ]);
});

test.each([
  ["tags", "Be kind.\u{E0049}\u{E0067}\u{E006E}"],
  ["a right-to-left override", "Be \u202Ekind."],
  ["a Hangul filler", "Be \u3164kind."],
])("a prompt with %s is written escaped to the program; emoji sequences are not", (_, live) => {
  expect(promptFile(live)).toBeUndefined();
  expect(promptFile("Call ☎️ or 👨‍👩‍👧 🎉.")?.text).toBe("Call ☎️ or 👨‍👩‍👧 🎉.");
});

test.each([
  ["Be kind.\r\nStop \u202Enow.\nAnd \u202E\u0007.", "U+202E on line 2, U+0007 on line 3"],
  ["\uFEFFBe kind.", "U+FEFF on line 1"],
  ["One\rtwo\u2028three", "U+000D on line 1"],
  ["Two \u{E0049}\n\u{E0049}", "U+E0049 on line 1"],
])("%j: the note names the characters and their lines", (live, characters) => {
  expect(promptFile(live)).toBeUndefined();
  expect(whyNoFile(live)).toBe(`it contains characters that a reader of a file would not see: ${characters}`);
});

test.each([
  ["Persian", "می\u200Cخواهم"],
  ["Sinhala", "ශ්\u200Dරී ලංකා"],
  ["a new emoji sequence", "🐙\u200D❤️\u200D🐙"],
])("a joiner that belongs to the spelling stays in the file: %s", (_, live) => {
  const file = promptFile(live)!;
  expect(file.text).toBe(live);
  expect(promptFrom(file.source)).toBe(live);
});

test.each([
  ["marks of direction", "שלום\u200F, Acme\u200E!\nBe kind\u200F.", 2, "U+200E, U+200F"],
  ["a soft hyphen and a zero-width space", "Be ki\u00ADnd.\nBe\u200B brief.\nBye.", 2, "U+00AD, U+200B"],
  [
    "a joiner alone, a line separator, a late byte order mark",
    "A \u200D\u2028b \uFEFFc",
    1,
    "U+200D, U+2028, U+FEFF",
  ],
])("%s stay in the file, and are counted", (_, live, lines, characters) => {
  const file = promptFile(live)!;
  expect(promptFrom(file.source)).toBe(live);
  expect(invisibleIn(file)).toEqual({ lines, characters });
});

test("joiners and emoji that belong to the spelling are not counted", () => {
  expect(invisibleIn(promptFile("می\u200Cخواهم 👨‍👩‍👧")!)).toBeUndefined();
});
