/** Phone numbers in any spelling. `phone` in types.ts accepts E.164 only. */
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { phone } from "./types.js";

const e164 = phone();

/** The number in E.164 format; undefined if the text cannot be a phone number. */
export function normalized(text: string, defaultCountry?: string): string | undefined {
  // Spreadsheets put an apostrophe before a number to keep it as text.
  const cell = text.replace(/^'/, "");
  const found = parsePhoneNumberFromString(cell, {
    ...(defaultCountry !== undefined && { defaultCountry: defaultCountry as CountryCode }),
    // By default, the library also finds a number inside other text.
    extract: false,
  });
  if (!found || found.ext !== undefined || listsSeveral(cell, found.countryCallingCode)) return undefined;
  return e164.safeParse(found.number).success ? found.number : undefined;
}

/** In digits, without a 0 before it. The longest area codes, as in 033056, have five. */
const LONGEST_AREA_CODE = 5;
/** In digits. Fewer digits after a slash replace the last digits of the number before the slash. */
const SHORTEST_NUMBER = 4;

/**
 * Whether the text lists several numbers, as in "030 123456/57". The library joins all digits into one number of
 * another person. A single slash after an area code, as in "030/123456", is only a separator.
 */
function listsSeveral(text: string, callingCode: string): boolean {
  const [before = "", after, ...more] = text.normalize("NFKC").split("/").map(digitsOf);
  if (after === undefined) return false;
  const isInternational = /^\s*(\+|00)/.test(text);
  const national = isInternational ? before.slice(before.indexOf(callingCode) + callingCode.length) : before;
  const areaCode = national.replace(/^0/, "");
  return more.length > 0 || areaCode.length > LONGEST_AREA_CODE || after.length < SHORTEST_NUMBER;
}

const digitsOf = (text: string): string => text.replace(/\P{Nd}/gu, "");

const parsed = (number: unknown) =>
  typeof number === "string" ? parsePhoneNumberFromString(number, { extract: false }) : undefined;

/** The country of a number in any spelling, such as `US`; undefined if it is not known. */
export const countryOf = (number: unknown): string | undefined => parsed(number)?.country;

/** The calling code of a number alone. A user may have marked the number as secret. */
export const masked = (number: unknown): string => `+${parsed(number)?.countryCallingCode ?? ""}…`;

/** Whether an entry of `voicecall:callOnly` is a whole number, and not the beginning of numbers. */
const isWholeNumber = (entry: string): boolean => parsed(entry)?.isValid() === true;

/** Whether `voicecall:callOnly` allows a number in any spelling. Never, if it is not a possible number. */
export function isAllowed(callOnly: readonly string[], number: unknown): boolean {
  const text = typeof number === "string" ? number.normalize("NFKC").trim().replace(/^00/, "+") : "";
  const found = normalized(text);
  if (found === undefined) return false;
  return callOnly.some((entry) =>
    isWholeNumber(entry) ? found === entry : found.startsWith(entry.replace(/\*$/, "")),
  );
}
