/** What may be created: only what this version can read, change and delete afterwards. */
import { textsIn } from "./wording.js";

/**
 * The characters that all texts of one object may have together. A service may write each as six bytes (`\u00e9`), and
 * one record may have 10 MB (http/records-cutter.ts).
 */
const MOST_CHARACTERS = 1_500_000;

/** Why the object is too large; undefined if it is not. */
export function tooLarge(value: unknown): string | undefined {
  const length = textsIn(value).reduce((sum, text) => sum + text.length, 0);
  return length <= MOST_CHARACTERS
    ? undefined
    : `is too long: all texts have ${length} characters together, and with more than ${MOST_CHARACTERS} the provider may be unable to read them again. Shorten them`;
}
