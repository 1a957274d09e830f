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
/** For each example number. */
const RANDOM = 20;

test("a number with a country code is never another number, whatever the country of the list", () => {
  for (const country of COUNTRIES)
    for (const { number } of EXAMPLES) {
      expect(judge(number, number, country)).toBe("right");
      expect(judge(number.replace("+", "00"), number, country)).not.toBe("another number");
    }
});

/** And in E.164 format, without a prefix of calls within the country. */
const isValid = (number: string): boolean => {
  const found = parsePhoneNumberFromString(number);
  return found?.isValid() === true && found.number === number;
};

test("valid numbers like the examples, with other digits at the end", () => {
  let seed = Number(process.env["SEED"] ?? Date.now() % 1e9);
  const digit = () => String((seed = (seed * 48_271) % 2_147_483_647) % 10);
  const like = (number: string): string => number.replaceAll(/(?<=^.{5}.*)\d/g, digit);
  const random = BY_COUNTRY.flatMap(({ country, number }) =>
    Array.from({ length: RANDOM }, () => like(number)).flatMap((one) =>
      isValid(one) ? [exampleOf(country, one)] : [],
    ),
  );
  expect(random.length).toBeGreaterThan(10_000);
  const tally = new Tally();
  for (const forms of [WITH_PLUS, ABROAD, NATIONAL, SPREADSHEET])
    tally.section("", forms, random, ({ country }) => country);
  console.log(tally.text());
  expect(tally.wrong).toEqual([]);
});
