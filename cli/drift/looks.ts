/** Finds different texts that look the same, because the report must show them with escape sequences. */
import { printable } from "../../provider/base/quoted.js";

/** Two characters of one group look different. Characters of different groups may look the same. */
const families = [
  /[\p{Script=Latin}!-~]/u,
  ...["Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Devanagari", "Thai", "Hangul", "Hiragana"].map(
    (script) => new RegExp(`\\p{Script=${script}}`, "u"),
  ),
  /\p{Script=Katakana}/u,
  /\p{Script=Han}/u,
  /\p{Extended_Pictographic}/u,
];

const appearance = (text: string): string => printable(text).normalize("NFKC").replace(/\s+/g, " ").trim();

export function looksLike(left: string, right: string): boolean {
  const [one, other] = [[...appearance(left)], [...appearance(right)]];
  return one.length === other.length && one.every((character, at) => isAlike(character, other[at]!));
}

const isAlike = (left: string, right: string): boolean =>
  left === right || !families.some((family) => family.test(left) && family.test(right));

/** The text as ASCII JSON, in which every difference is visible, even in white space. */
export const explicit = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/(?<= ) /g, "\\u0020")
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
