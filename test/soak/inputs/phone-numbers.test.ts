/** Random numbers of every country in every spelling, and every country as the default of a list. */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import {
  ABROAD,
  BY_COUNTRY,
  EXAMPLES,
  NATIONAL,
  SPREADSHEET,
  WITH_PLUS,
  exampleOf,
} from "../../unit/phone-numbers/forms.js";
import { Tally, judge } from "../../unit/phone-numbers/tally.js";

const COUNTRIES = [...new Set(BY_COUNTRY.map(({ country }) => country))];
/** Candidates for each example number. Most of them are in no numbering plan. */
const CANDIDATES = 40;

test("a number with a country code is never another number, whatever the country of the list", () => {
  for (const country of COUNTRIES)
    for (const { number } of EXAMPLES) {
      expect(judge(number, number, country)).toBe("right");
      expect(judge(number.replace("+", "00"), number, country)).not.toBe("another number");
    }
});

/**
 * And in E.164 format, without a prefix of calls within the country. Not the few Italian landlines of eleven digits: if a
 * spreadsheet drops their 0, they look like mobile numbers, and to refuse these would refuse half of Italy's.
 */
const isValid = (number: string): boolean => {
  const found = parsePhoneNumberFromString(number);
  return found?.isValid() === true && found.number === number && !/^\+390\d{10}$/.test(number);
};

test("valid numbers like the examples, with other digits at the end", () => {
  const seed = Number(process.env["SEED"] ?? (Date.now() % 1e9) + 1);
  let state = seed;
  const digit = () => String((state = (state * 48_271) % 2_147_483_647) % 10);
  const random = BY_COUNTRY.flatMap(({ country, number, code }) =>
    Array.from({ length: CANDIDATES }, (_, index) => {
      const kept = 1 + code.length + (index % 4);
      return number.slice(0, kept) + number.slice(kept).replaceAll(/\d/g, digit);
    }).flatMap((one) => (isValid(one) ? [exampleOf(country, one)] : [])),
  );
  expect(random.length).toBeGreaterThan(10_000);
  const tally = new Tally();
  for (const forms of [WITH_PLUS, ABROAD, NATIONAL, SPREADSHEET])
    tally.section(`${random.length} numbers`, forms, random, ({ country }) => country);
  console.log(tally.text());
  expect(tally.wrong, `SEED=${seed}`).toEqual([]);
});
