/** The ways in which people and programs write a phone number, for each example number of Google's metadata. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { REPOSITORY } from "../../support/project.js";

export interface Example {
  /** "001" for none. */
  readonly country: string;
  /** E.164. */
  readonly number: string;
  /** Without the country code. */
  readonly national: string;
  readonly code: string;
  /** As in the country, in groups. */
  readonly inCountry: string;
  /** With + and the country code, in groups separated by blanks. */
  readonly abroad: string;
}

export function exampleOf(country: string, number: string): Example {
  const found = parsePhoneNumberFromString(number)!;
  return {
    country,
    number,
    national: found.nationalNumber,
    code: found.countryCallingCode,
    inCountry: found.formatNational(),
    abroad: found.formatInternational(),
  };
}

/** Of each type in each region, and at the end those of no region, such as international toll-free numbers. */
export const EXAMPLES: readonly Example[] = readFileSync(
  path.join(REPOSITORY, "test/unit/phone-numbers/examples.tsv"),
  "utf8",
)
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [country = "", ...cells] = line.split("\t");
    return cells.map((cell) => exampleOf(country, cell.split(":")[1]!));
  });
export const BY_COUNTRY = EXAMPLES.filter(({ country }) => country !== "001");

export interface Form {
  readonly name: string;
  /** Undefined if the number cannot be written like this. */
  readonly write: (example: Example) => string | number | undefined;
}

const blanks = (by: string) => (text: string) => text.replaceAll(/[ -]/g, by);
const shifted = (text: string, from: string, zero: number) =>
  text.replaceAll(/[0-9+]/g, (one) => String.fromCharCode(zero + (one.charCodeAt(0) - from.charCodeAt(0))));
/** The groups after the country code. */
const groups = ({ abroad }: Example): string[] => abroad.split(/[ -]/).slice(1);

/** With + and the country code: every one is read. */
export const WITH_PLUS: readonly Form[] = [
  { name: "E.164", write: ({ number }) => number },
  { name: "groups with blanks", write: ({ abroad }) => abroad },
  { name: "groups with hyphens", write: ({ abroad }) => blanks("-")(abroad) },
  { name: "groups with points", write: ({ abroad }) => (abroad.split(/[ -]/).length > 2 ? blanks(".")(abroad) : undefined) },
  { name: "groups with no-break spaces", write: ({ abroad }) => blanks("\u00a0")(abroad) },
  { name: "groups with thin spaces", write: ({ abroad }) => blanks("\u2009")(abroad) },
  { name: "groups with narrow no-break spaces", write: ({ abroad }) => blanks("\u202f")(abroad) },
  { name: "groups with no-break hyphens", write: ({ abroad }) => blanks("\u2011")(abroad) },
  { name: "groups with en dashes", write: ({ abroad }) => blanks("\u2013")(abroad) },
  { name: "groups with minus signs", write: ({ abroad }) => blanks("\u2212")(abroad) },
  { name: "pairs of digits", write: ({ code, national }) => `+${code} ${national.match(/..?/g)!.join(" ")}` },
  { name: "full-width characters", write: ({ abroad }) => shifted(blanks("\u3000")(abroad), "+", 0xff0b) },
  { name: "Arabic digits", write: ({ code, national }) => `+${shifted(code + national, "0", 0x660)}` },
  { name: "an apostrophe before it", write: ({ number }) => `'${number}` },
  { name: "blanks around it", write: ({ abroad }) => `  ${abroad}\u00a0 ` },
  { name: "marks of direction around it", write: ({ abroad }) => `\u202a${abroad}\u202c` },
  { name: "(+code)", write: (example) => `(+${example.code}) ${groups(example).join(" ")}` },
  { name: "+ blank code", write: ({ abroad }) => abroad.replace("+", "+ ") },
  { name: "+code.number (EPP)", write: ({ code, national }) => (/^.{1,2}$|000$/.test(national) ? undefined : `+${code}.${national}`) },
]; // prettier-ignore

/** With the country code: read, or refused. */
export const ABROAD: readonly Form[] = [
  { name: "evenly divided by spaced hyphens", write: (example) => (groups(example).length > 1 ? `+${example.code} - ${groups(example).join(" - ")}` : undefined) },
  { name: "00 and digits", write: ({ number }) => number.replace("+", "00") },
  { name: "00 and groups", write: ({ abroad }) => abroad.replace("+", "00 ") },
  { name: "area code in brackets", write: (example) => { const [area, ...rest] = groups(example); return rest.length > 0 ? `+${example.code} (${area}) ${rest.join(" ")}` : undefined; } },
  { name: "slash after the area code", write: (example) => { const [area, ...rest] = groups(example); return rest.length > 0 ? `+${example.code} ${area}/${rest.join(" ")}` : undefined; } },
  { name: "(0) after the country code", write: ({ inCountry, code }) => (/^\(?0/.test(inCountry) ? `+${code} (0)${inCountry.replace(/^(\(?)0/, "$1")}` : undefined) },
  { name: "tel:", write: ({ number }) => `tel:${number}` },
  { name: "with an extension", write: ({ abroad }) => `${abroad} ext. 5` },
  { name: "with a # at the end", write: ({ abroad }) => `${abroad}#` },
  { name: "with a spaced last digit", write: ({ abroad }) => `${abroad} - 8` },
  { name: "with other last digits", write: ({ abroad }) => `${abroad}/57` },
  { name: "twice", write: ({ abroad }) => `${abroad} / ${abroad}` },
  { name: "letters", write: ({ abroad }) => abroad.replace(/\d$/, "C") },
]; // prettier-ignore

/** Without + and country code, where the list has the number's country as its default. */
export const NATIONAL: readonly Form[] = [
  { name: "as in the country", write: ({ inCountry }) => inCountry },
  { name: "with hyphens", write: ({ inCountry }) => blanks("-")(inCountry) },
  { name: "with points", write: ({ inCountry }) => blanks(".")(inCountry) },
  { name: "with no-break spaces", write: ({ inCountry }) => blanks("\u00a0")(inCountry) },
  { name: "digits only", write: ({ inCountry }) => inCountry.replaceAll(/\D/g, "") },
  { name: "one slash", write: ({ inCountry }) => (/[ -]/.test(inCountry) ? inCountry.replace(/[ -]/, "/") : undefined) },
  { name: "one spaced hyphen", write: ({ inCountry }) => (/[ -]/.test(inCountry) ? inCountry.replace(/[ -]/, " - ") : undefined) },
  { name: "without the prefix of calls within the country", write: ({ national }) => national },
  { name: "without +, in groups", write: ({ abroad }) => abroad.slice(1) },
]; // prettier-ignore

const typed = (text: string): number => Number(text.replace("+", ""));
/** A spreadsheet calculates what begins with a + and has hyphens. */
const calculated = (text: string): string =>
  String(
    text
      .split("-")
      .map(Number)
      .reduce((sum, one) => sum - one),
  );
/** SheetJS writes a number like the format General of Excel, with six digits. */
const general = (value: number): string => {
  const [digits = "", exponent] = value.toExponential(5).split("e");
  return value < 1e11 ? String(value) : `${Number(digits)}E${exponent}`;
};

/** What spreadsheets and their libraries make of a phone column. The default country is the number's. */
export const SPREADSHEET: readonly Form[] = [
  { name: "+ and digits in a cell General", write: ({ number }) => String(typed(number)) },
  { name: "00 and digits in a cell General", write: ({ number }) => String(typed(number.replace("+", "00"))) },
  { name: "digits as in the country in a cell General", write: ({ inCountry }) => String(typed(inCountry.replaceAll(/\D/g, ""))) },
  { name: "+ and hyphens in a cell General", write: ({ abroad }) => /[ -]/.test(abroad) ? calculated(blanks("-")(abroad)) : undefined },
  { name: "digits and hyphens as in the country in a cell General", write: ({ inCountry }) => inCountry.includes("(") ? undefined : blanks("-")(inCountry) },
  { name: '="+…" in a cell', write: ({ number }) => number },
  { name: "a number with thousands separated by points", write: ({ number }) => typed(number).toLocaleString("de") },
  { name: "a number with thousands separated by commas", write: ({ number }) => typed(number).toLocaleString("en") },
  { name: "pandas, + and digits, one empty cell", write: ({ number }) => `${typed(number)}.0` },
  { name: "pandas, digits as in the country, one empty cell", write: ({ inCountry }) => `${typed(inCountry.replaceAll(/\D/g, ""))}.0` },
  { name: "pandas, a + before the float", write: ({ number }) => `${number}.0` },
  { name: "pandas, a 0 before the float", write: ({ national }) => `0${typed(national)}.0` },
  { name: "two decimals", write: ({ number }) => `${typed(number)}.00` },
  { name: "two decimals, comma", write: ({ national }) => `${typed(national)},00` },
  { name: "two decimals, thousands with blanks", write: ({ national }) => `${typed(national).toLocaleString("fr")}.00`.replace(",", ".") },
  { name: "SheetJS, + and digits", write: ({ number }) => general(typed(number)) },
  { name: "SheetJS, digits as in the country", write: ({ inCountry }) => general(typed(inCountry.replaceAll(/\D/g, ""))) },
  { name: "a JavaScript number with the country code", write: ({ number }) => typed(number) },
  { name: "a JavaScript number without it", write: ({ national }) => typed(national) },
  { name: "a negative JavaScript number", write: ({ national }) => -typed(national) },
  { name: "a fraction", write: ({ number }) => typed(number) + 0.5 },
]; // prettier-ignore
