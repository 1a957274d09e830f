/** How the service trims texts, and the characters in a text that nobody sees (docs/assumptions.md: text and empties). */

/** What PHP's Laravel 13 removes at the ends of a text. Older versions remove some of these. */
const BLANK =
  "\\s\\0\\u0085\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B-\\u200F\\u2060-\\u2065\\u206A-\\u206F\\u2800\\u3164\\uFFA0\\u{1D159}\\u{1D173}-\\u{1D17A}\\u{E0020}";
const visible = new RegExp(`[^${BLANK}]`, "u");
const blankEnd = new RegExp(`[${BLANK}]$`, "u");

/** The text as the service stores it. */
export function trimmed(text: string): string {
  const start = text.search(visible);
  if (start < 0) return "";
  let end = text.length;
  // One character at a time, because `+$` would take quadratic time. A character has at most two units.
  for (;;) {
    const found = blankEnd.exec(text.slice(Math.max(start, end - 2), end));
    if (!found) return text.slice(start, end);
    end -= found[0].length;
  }
}

/**
 * A character that looks like a space or like nothing. Joiners belong to emoji and to some scripts, and the wide space
 * to East Asian names.
 */
const hidden = new RegExp(
  `(?![\\t-\\r \\u3000\\u200C\\u200D])[${BLANK}\\u202A-\\u202E\\u2066-\\u2069]|(?<=[ -~])[\\u200C\\u200D](?=[ -~])`,
  "u",
);

const TITLES =
  "00A0 NO-BREAK SPACE, 00AD SOFT HYPHEN, 061C ARABIC LETTER MARK, 200B ZERO WIDTH SPACE, 200C ZERO WIDTH NON-JOINER, " +
  "200D ZERO WIDTH JOINER, 200E LEFT-TO-RIGHT MARK, 200F RIGHT-TO-LEFT MARK, 202A LEFT-TO-RIGHT EMBEDDING, " +
  "202B RIGHT-TO-LEFT EMBEDDING, 202C POP DIRECTIONAL FORMATTING, 202D LEFT-TO-RIGHT OVERRIDE, " +
  "202E RIGHT-TO-LEFT OVERRIDE, 202F NARROW NO-BREAK SPACE, 2060 WORD JOINER, FEFF ZERO WIDTH NO-BREAK SPACE";

/** The first character within a text that nobody sees, such as `U+200E LEFT-TO-RIGHT MARK`. */
export function hiddenCharacter(text: string): string | undefined {
  const [found] = hidden.exec(text) ?? [];
  if (found === undefined) return undefined;
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  return `U+${TITLES.split(", ").find((title) => title.startsWith(code)) ?? code}`;
}

/** For a sentence about a wrong text: such as `, and contains U+200E LEFT-TO-RIGHT MARK`, or "". */
export const andContains = (wrong: string): string =>
  hiddenCharacter(wrong)?.replace(/^/, ", and contains ") ?? "";
