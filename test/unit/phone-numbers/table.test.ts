/** Every spelling of every country's example numbers is the right number or refused, and never another number. */
import { expect, test } from "vitest";
import { ABROAD, BY_COUNTRY, EXAMPLES, NATIONAL, SPREADSHEET, WITH_PLUS } from "./forms.js";
import { Tally } from "./tally.js";

const own = ({ country }: { country: string }): string => country;

test("the examples are of all countries and types", () => {
  expect(new Set(BY_COUNTRY.map(({ country }) => country)).size).toBe(245);
  expect(EXAMPLES.length).toBeGreaterThan(1100);
});

test("a number with + is read in every spelling, whatever the country of the list", () => {
  for (const country of [undefined, "DE", "TH"]) {
    const tally = new Tally();
    tally.section("", WITH_PLUS, EXAMPLES, () => country);
    expect([...tally.wrong, ...tally.refused]).toEqual([]);
  }
});

test("no other spelling is another number: how many are refused, and why", async () => {
  const tally = new Tally();
  tally.section("With +", WITH_PLUS, EXAMPLES, () => undefined);
  tally.section("Other spellings with a country code, no default country", ABROAD, EXAMPLES, () => undefined);
  tally.section("The same, the default country is the number's", ABROAD, BY_COUNTRY, own);
  tally.section("Without a country code, the default country is the number's", NATIONAL, BY_COUNTRY, own);
  tally.section("From spreadsheets, the default country is the number's", SPREADSHEET, BY_COUNTRY, own);
  expect(tally.wrong).toEqual([]);
  await expect(tally.text()).toMatchFileSnapshot("figures.txt");
});

// The list says that a number without a country code is of its country, and many numbers of others could be. They are
// counted here, so that a change of the rules shows how many more become numbers of strangers.
test("numbers of other countries that have lost their +", async () => {
  const tally = new Tally();
  const [lost] = SPREADSHEET;
  for (const country of ["AT", "CH", "DE", "ES", "FR", "GB", "IT", "LU", "NL", "PL", "US"]) {
    const others = BY_COUNTRY.filter(({ number }) => !number.startsWith(`+${code(country)}`));
    tally.section(`In a list of ${country}`, [lost!], others, () => country);
  }
  await expect(tally.text()).toMatchFileSnapshot("lost-plus.txt");
});

const code = (country: string): string => BY_COUNTRY.find((example) => example.country === country)!.code;
