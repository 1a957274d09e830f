import { countryOf } from "../../../provider/core/fields/phone-number.js";

/** Each person is from another country, so that counts by country name them. */
export const PEOPLE = {
  Ada: "+12025550101",
  Bob: "+4930123456",
  Cyd: "+442079460000",
  Dan: "+33123456789",
  Eve: "+34911234567",
  Fay: "+390612345678",
} as const;
export type Person = keyof typeof PEOPLE;

const everybody = Object.entries(PEOPLE) as [Person, string][];
export const personOf = (number: unknown): string =>
  everybody.find(([, one]) => one === number)?.[0] ?? "somebody";
export const personIn = (country: string): string =>
  everybody.find(([, number]) => countryOf(number) === country)?.[0] ?? "somebody";
export const listed = (people: readonly string[]): string =>
  people.length === 0 ? "nobody" : [...people].sort().join(", ");
