import { isPossiblePhoneNumber as byMax } from "libphonenumber-js/max";
import { isPossiblePhoneNumber as byMin } from "libphonenumber-js/min";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Json {
  countries: Record<string, unknown[]>;
  country_calling_codes: Record<string, string[]>;
  nonGeographic: Record<string, unknown>;
}

const [min, max] = ["min", "max"].map(
  (name) =>
    JSON.parse(readFileSync(require.resolve(`libphonenumber-js/metadata.${name}.json`), "utf8")) as Json,
) as [Json, Json];

/** The calling code, prefix for calls abroad and possible lengths of each country, whose metadata is an array. */
const deciding = ({ countries }: Json) =>
  Object.entries(countries).map(([country, [code, abroad, , lengths]]) => [country, code, abroad, lengths]);

it("the smallest metadata has the same possible lengths for every country as the largest", () => {
  expect(Object.keys(min.countries).length).toBeGreaterThan(200);
  expect(deciding(min)).toEqual(deciding(max));
});

it("the smallest metadata gives the same result for numbers of every calling code and length", () => {
  const codes = [...Object.keys(max.country_calling_codes), ...Object.keys(max.nonGeographic)];
  const numbers = codes.flatMap((code) =>
    Array.from({ length: 15 - code.length }, (_, length) => length + 1).flatMap((length) =>
      ["0", "1", "2", "5", "7", "8", "9"].map((digit) => `+${code}${digit.repeat(length)}`),
    ),
  );
  expect(numbers.length).toBeGreaterThan(15_000);
  expect(numbers.filter((number) => byMin(number) !== byMax(number))).toEqual([]);
});
