/** The rule of `voicecall:callOnly` and `voicecall:maxLeads`, for any spelling of a number. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAllowed } from "../../provider/core/fields/phone-number.js";
import { isFenced, obstacle } from "../../provider/core/run/fence.js";
import { parseSettings } from "../../provider/http/settings.js";

const NUMBERS = ["+12025550143", "+14165550123", "+4930123456", "+442079460000", "+33123456789"];

/** The same number with separators, other digits and other international prefixes. */
const spelling = fc
  .record({
    number: fc.constantFrom(...NUMBERS),
    gaps: fc.array(fc.constantFrom("", "", " ", "-", ".", "\u00a0"), { minLength: 16, maxLength: 16 }),
    prefix: fc.constantFrom("+", "00", "＋", " +"),
    digits: fc.constantFrom("0123456789", "０１２３４５６７８９"),
  })
  .map(({ number, gaps, prefix, digits }) => {
    // A point before less than three digits would be that of a decimal number.
    const mayPoint = (index: number): boolean => index < number.length - 4;
    const spelled = [...number.slice(1)].map(
      (digit, index) =>
        (index > 0 && (gaps[index] !== "." || mayPoint(index)) ? gaps[index] : "") + digits[Number(digit)]!,
    );
    return { number, text: prefix + spelled.join("") };
  });

test("every spelling of a number is judged like the number itself", () => {
  fc.assert(
    fc.property(
      spelling,
      fc.integer({ min: 2, max: 6 }),
      fc.constantFrom(...NUMBERS),
      ({ number, text }, length, other) => {
        expect(isAllowed([number.slice(0, length)], text)).toBe(true);
        expect(isAllowed([number], text)).toBe(true);
        expect(isAllowed([other], text)).toBe(other === number);
        expect(isAllowed([`${other}*`], text)).toBe(other === number);
        expect(isAllowed([], text)).toBe(false);
      },
    ),
  );
});

test("any text is inside only if its digits begin with an entry", () => {
  const characters = fc.constantFrom(..."+0012345678 9-()/;,#a\n‪٠１");
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 24 }), (text) => {
      if (!isAllowed(["+1202555"], text)) return;
      const digits = text.normalize("NFKC").replace(/٠/g, "0").replace(/\D/g, "").replace(/^00/, "");
      expect(digits).toMatch(/^1202555\d{4}$/);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  "+12025550143;ext=5",
  "+12025550143 ext 5",
  "tel:+12025550143",
  "+12025550143/44",
  "call +12025550143",
  "+1202555 0143 0144",
  12025550143,
  null,
  undefined,
  {},
])("%j is not a number to allow", (value) => {
  expect(isAllowed(["+1202555"], value)).toBe(false);
});

test("a valid entry stands for itself only, and is no prefix of longer numbers", () => {
  expect(isAllowed(["+4930123456"], "+49301234567")).toBe(false);
  expect(isAllowed(["+4930123456*"], "+49301234567")).toBe(true);
});

test("no values of numbers in a message, at most 40 words", () => {
  const targets = NUMBERS.map((number) => ({ number, where: "lead 1" }));
  for (const found of [
    obstacle({ callOnly: [], maxLeads: 1 }, targets, 2),
    obstacle({ callOnly: undefined, maxLeads: 1 }, targets, 2),
  ]) {
    const text = `${found!.what} ${found!.remedy}`;
    expect(text).not.toMatch(/\d{4}/);
    expect(text.split(" ").length).toBeLessThanOrEqual(40);
  }
  expect(isFenced({ callOnly: undefined, maxLeads: undefined })).toBe(false);
  expect(obstacle({ callOnly: undefined, maxLeads: 0 }, targets)).toBeUndefined();
});

test("an account of the program has its own fences", () => {
  const config = { explicit: "true", callOnly: '["+1202555"]', maxLeads: "3" } as Record<string, string>;
  expect(parseSettings((key) => config[key], {})).toMatchObject({ callOnly: ["+1202555"], maxLeads: 3 });
  expect(parseSettings(() => undefined, {})).toMatchObject({ callOnly: undefined, maxLeads: undefined });
});
