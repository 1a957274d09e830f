/** Reads phone numbers. Nothing else interprets one: not a field, a list, a fence or a command. */
// Only the full metadata tells that no numbering plan has a number. It loads within 1 ms more than the smallest.
import {
  type CountryCode,
  type PhoneNumber,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { hiddenCharacter } from "../../base/trimmed.js";

/**
 * What a text says. The grammar, after all blanks, hyphens and digits of Unicode have become those of ASCII:
 *
 *   text    = ["'"] [start] group {[gap] group}       the apostrophe keeps a cell of a spreadsheet as text
 *   start   = "+" | "(+" code ")"                     "00" is read as "+", too
 *   group   = digits | "(" digits [gap digits] ")"    brackets only before the last four digits, as in +49 (0)30
 *   gap     = blank | "-" | "." | divider             with at most two blanks on each side
 *   divider = "/" | " - " | two blanks                once, between an area code and at least four digits
 *
 * Not a phone number: a decimal (`4915123456789.0`), a date (`12.03.2024`), a leading minus, letters. The library
 * would join their digits into the number of another person.
 */
const GAP = " {0,2}(?:[-./] {0,2})?";
const GROUP = String.raw`(?:\d|\(\d{1,5}(?:[ -]\d{1,4})?\)(?=(?:\D*\d){4}))`;
const GRAMMAR = new RegExp(String.raw`^(?:\+ ?|\(\+\d{1,3}\)${GAP})?${GROUP}(?:${GAP}${GROUP})*$`);
/** A single point, before one or two digits, before 000, or in a text that has no other sign of a phone number. */
const DECIMAL = /^[^.]*\.(?:\d\d?|000)$|^(?!0\d+\.\d{4})\d+\.\d+$/;
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const DATE = new RegExp(
  String.raw`^(?:\d{4}( ?[-./] ?)${DAY}\1${DAY}|${DAY}( ?[-./] ?)${DAY}\2(?:\d\d){1,2})$`,
);
const DIVIDER = / +- +| *\/ *| {2}/;
/** As in `202 - 555 - 0143`. */
const EVENLY_DIVIDED = /^(?:\+\d{1,3} |\+)?\d{1,4}(?: - \d{2,4}){2,}$/;
/** In digits, without a 0 before it. The longest area codes, as in 033056, have five. */
const LONGEST_AREA_CODE = 5;
/** In digits. Fewer digits after a divider are an extension, or replace the last digits of the number before it. */
const SHORTEST_NUMBER = 4;
/** In digits, with the 0 that it keeps abroad, as in Italy. With more, half of Italy's mobile numbers had two readings. */
const LONGEST_WITH_ZERO = 10;

export interface Reading {
  /** In E.164 format: the number, or if there is a mistake, what it may be. */
  readonly numbers: readonly string[];
  /** What is wrong and what to do, after the name of the place, without any part of the number. */
  readonly mistake?: string;
}

/** Reads a whole text as one phone number. */
export function readPhone(text: string, defaultCountry?: string): Reading {
  const cell = inAscii(text);
  const hidden = hiddenCharacter(cell);
  if (hidden) return { numbers: [], mistake: `${IMPOSSIBLE}: remove ${hidden} from it` };
  if (!GRAMMAR.test(cell) || DECIMAL.test(cell) || DATE.test(cell)) return unreadable(cell);
  const digits = cell.replace(/\D/g, "");
  const isNational = !/^\(?(?:\+|00)/.test(cell);
  if (isNational && defaultCountry === undefined)
    return { numbers: [], mistake: `${IMPOSSIBLE} with a country code, and no default country is set` };
  const found = isNational
    ? nationalReadings(digits, /^\d+$/.test(cell), defaultCountry!)
    : internationalReadings(digits, cell.includes("+"), defaultCountry);
  const numbers = found.map(({ number }) => number);
  if (numbers.length === 0) {
    const ofCountry = ` of ${defaultCountry}; if it is right, write it with + and the country code`;
    return { numbers, mistake: `${IMPOSSIBLE}${isNational ? ofCountry : ""}` };
  }
  if (listsSeveral(cell, isNational ? "" : found[0]!.countryCallingCode)) return unreadable();
  if (numbers.length === 1) return { numbers };
  const ways = numbers.every((number) => number.endsWith(digits))
    ? `${numbers.map((number) => number.slice(0, -digits.length)).join(" or ")} before it, whichever is right`
    : "it with + and its country code";
  return { numbers, mistake: `contains a phone number with two readings: write ${ways}` };
}

const IMPOSSIBLE = "does not contain a possible phone number";

/** What has made something else of a number. */
const CAUSES: readonly (readonly [sign: RegExp, cause: string])[] = [
  [/^\+?\d+\.0+$/, " (it ends in .0: a program has read the column as numbers)"],
  [/^\+?\d(?:[.,]\d+)?E\+?\d+$/i, " (a spreadsheet has shortened it, as in 1.2E+10)"],
  [/^(?:tel|callto|sip):/i, " (it begins with tel: or another scheme)"],
];

const unreadable = (cell = ""): Reading => ({
  numbers: [],
  mistake: `${IMPOSSIBLE}${CAUSES.find(([sign]) => sign.test(cell))?.[1] ?? ""}: write one number with + and its country code, in a column formatted as text`,
});

const inAscii = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u2010-\u2015\u2212\u30fc]/g, "-")
    .replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "")
    .replace(/[\u00a0\u00ad\u2000-\u200b\u202f\u205f\u2060\u3000]/g, " ")
    .replace(/^' ?/, "");

const parsed = (text: string, defaultCountry?: string): PhoneNumber | undefined => {
  const found = parsePhoneNumberFromString(text, defaultCountry as CountryCode | undefined);
  return found && /^\+[1-9]\d{1,14}$/.test(found.number) ? found : undefined;
};

/** With a length that its country has. A 0 before the area code belongs to it only in plans such as Italy's. */
const possible = (text: string, defaultCountry?: string): PhoneNumber | undefined => {
  const found = parsed(text, defaultCountry);
  return (found?.nationalNumber.startsWith("0") ? found.isValid() : found?.isPossible()) ? found : undefined;
};

const distinct = (found: readonly (PhoneNumber | undefined)[]): PhoneNumber[] => [
  ...new Map(found.flatMap((one) => (one ? [[one.number, one] as const] : []))).values(),
];

/** In some countries, calls abroad begin with other digits, or calls within the country with 00. */
const internationalReadings = (digits: string, hasPlus: boolean, defaultCountry?: string): PhoneNumber[] =>
  hasPlus || defaultCountry === undefined
    ? distinct([possible(`+${hasPlus ? digits : digits.slice(2)}`)])
    : distinct([possible(`+${digits.slice(2)}`), possible(digits, defaultCountry)]);

/**
 * Without a country code, the numbering plan of the default country must have the number. Whoever left out the code
 * may also have lost the +, or a spreadsheet a 0.
 */
function nationalReadings(digits: string, isBare: boolean, country: string): PhoneNumber[] {
  // A spelling with a plus ignores the default country.
  const assigned = (text: string): PhoneNumber | undefined => {
    const found = parsed(text, country);
    // In Italy, a foreign number without its + would often be a voicemail.
    return [undefined, "VOICEMAIL"].includes(found?.getType()) ? undefined : found;
  };
  const code = getCountryCallingCode(country as CountryCode);
  const found = assigned(digits);
  const withCode = digits.startsWith(code) ? [assigned(`+${digits}`), assigned(`+${code}${digits}`)] : [];
  const readings = distinct([found, ...withCode]);
  if (readings.length === 0 || digits.startsWith("0")) return readings;
  const padded = assigned(`0${digits}`);
  // The country writes a 0 before the number. That it is missing is usual for mobile numbers in spreadsheets only.
  if (found && padded?.number === found.number)
    return distinct([...readings, found.getType() === "MOBILE" ? undefined : assigned(`+${digits}`)]);
  const isLost = isBare && padded !== undefined && padded.nationalNumber.length <= LONGEST_WITH_ZERO;
  return distinct([...readings, isLost ? padded : undefined]);
}

/** Whether the text lists several numbers, as in "030 123456/57", or adds an extension, as in "030 1234567 - 8". */
function listsSeveral(cell: string, callingCode: string): boolean {
  if (EVENLY_DIVIDED.test(cell)) return false;
  const [before = "", after, ...more] = cell.split(DIVIDER).map((part) => part.replace(/\D/g, ""));
  if (after === undefined) return false;
  const areaCode = before.slice(before.indexOf(callingCode) + callingCode.length).replace(/^0/, "");
  return more.length > 0 || areaCode.length > LONGEST_AREA_CODE || after.length < SHORTEST_NUMBER;
}

/** The number in E.164 format; undefined if the text is not exactly one phone number. */
export function normalized(text: string, defaultCountry?: string): string | undefined {
  const { numbers, mistake } = readPhone(text, defaultCountry);
  return mistake === undefined ? numbers[0] : undefined;
}

const read = (number: unknown): PhoneNumber | undefined =>
  parsed((typeof number === "string" && normalized(number)) || "");

/** Whether a numbering plan has the number. Otherwise it may still be right: the plans change every week. */
export const isAssigned = (number: unknown): boolean => read(number)?.isValid() === true;

/** The country of a number in any spelling, such as `US`; undefined if it is not known. */
export const countryOf = (number: unknown): string | undefined => read(number)?.country;

/** The calling code of a number alone. A user may have marked the number as secret. */
export const masked = (number: unknown): string => `+${read(number)?.countryCallingCode ?? ""}…`;

/** Whether `voicecall:callOnly` allows a number in any spelling. A valid entry stands for itself only. */
export function isAllowed(callOnly: readonly string[], number: unknown): boolean {
  const found = read(number)?.number;
  return callOnly.some((entry) =>
    isAssigned(entry) ? found === entry : found?.startsWith(entry.replace(/\*$/, "")),
  );
}
