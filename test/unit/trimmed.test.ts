import { describe, expect, it, test } from "vitest";
import { hiddenCharacter, trimmed } from "../../provider/base/trimmed.js";
import { tidied } from "../../emulator/base/rewritten.js";

/** What Laravel 13.26.1 was seen to remove at the ends of a text, as first and last code points. */
const SEEN = [
  [0x00, 0x00],
  [0x09, 0x0d],
  [0x20, 0x20],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x2000, 0x200f],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x2065],
  [0x206a, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0x1d159, 0x1d159],
  [0x1d173, 0x1d17a],
  [0xe0020, 0xe0020],
] as const;

const isSeen = (code: number): boolean => SEEN.some(([first, last]) => code >= first && code <= last);

test.each([
  ["the comparison", (texts: string[]) => texts.map(trimmed)],
  ["the local service", (texts: string[]) => tidied(texts) as string[]],
])("of all characters, %s removes at the ends those that the service removes", (_, trim) => {
  const codes = Array.from({ length: 0x1f000 }, (_gap, code) => code)
    .concat([0xe0001, 0xe0020, 0xe0021])
    .filter((code) => code < 0xd800 || code > 0xdfff);
  const inside = (one: string): string => `a${one}b`;
  const around = (one: string): string => one + one + inside(one) + one;
  const ones = codes.map((code) => String.fromCodePoint(code));
  const left = trim(ones.map(around));
  const wrong = ones.filter((one, at) => left[at] !== (isSeen(codes[at]!) ? inside : around)(one));
  expect(wrong.map((one) => one.codePointAt(0)!.toString(16))).toEqual([]);
});

describe("trimmed", () => {
  it("takes linear time", () => {
    expect(trimmed(`a${" ".repeat(300_000)}b${"\u200b".repeat(300_000)}`)).toHaveLength(300_002);
    expect(trimmed("\u{1d173}".repeat(100_000))).toBe("");
  });

  it("keeps halves of characters", () => {
    expect(trimmed("\udc00a \ud834")).toBe("\udc00a \ud834");
  });
});

test.each([
  ["Shop\u200e A", "U+200E LEFT-TO-RIGHT MARK"],
  ["Shop\u00a0A", "U+00A0 NO-BREAK SPACE"],
  ["pl\u200dan", "U+200D ZERO WIDTH JOINER"],
  ["a\u202eb", "U+202E RIGHT-TO-LEFT OVERRIDE"],
  ["a\u2062b", "U+2062"],
  ["a\u{1d173}b", "U+1D173"],
  ["two\tlines\r\nhere", undefined],
  ["山田\u3000太郎", undefined],
  ["👩\u200d⚕️ ☎️ Zoë", undefined],
  ["می\u200cخواهم", undefined],
])("invisible in %j: %s", (text, title) => {
  expect(hiddenCharacter(text)).toBe(title);
});
